"""Known keys of each format of extraction files: those that are read, and others of its corpora."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring.documents.errors import counted, did_you_mean, quoted

_PLACE = "start end text"
KNOWN_KEYS: Mapping[str, frozenset[str]] = {
    name: frozenset(keys.split())
    for name, keys in {
        "OneIE, TextEE or WikiEvents data": f"{_PLACE} doc_id sent_id wnd_id id tokens sentence sentences pieces "
        "token_lens sentence_starts lang heads entity_mentions relation_mentions event_mentions entity_coreference "
        "event_coreference entity_id entity_type entity_subtype mention_type head sent_idx relation_type "
        "relation_subtype event_type event_subtype trigger arguments role realis score",
        "ACE preprocessing (M2E2, CrudeOilNews)": f"{_PLACE} sentence_id sent_id doc_id id sentence words image lemma "
        "parse chunk pos-tags pos_tags penn-treebank stanford-colcc conll-head golden-entity-mentions "
        "golden-event-mentions entity-type entity_type entity_id phrase-type head trigger arguments role event_type "
        "event_polarity event_modality event_intensity polarity modality intensity",
        "OneIE output": "doc_id sent_id tokens token_ids graph entities triggers relations roles",
        "TextEE output": f"{_PLACE} doc_id wnd_id tokens pieces token_lens sentence_starts lang events triggers "
        "trigger arguments event_mentions entity_mentions relation_mentions event_type role",
        "RAMS": "doc_key sentences evt_triggers ent_spans gold_evt_links rel_triggers rel_links gold_rel_links "
        "language_id source_url split",
        "DyGIE++": "doc_key dataset sentences sentence_start weight ner relations events clusters event_clusters "
        "predicted_ner predicted_relations predicted_events predicted_clusters",
        "OmniEvent": "id text source events type triggers trigger_word position arguments role mentions mention_id "
        "mention entity_id negative_triggers entities candidates",
        "MAVEN-Arg predictions": "id preds",
        "MAVEN": "id title content sentence tokens events type type_id mention trigger_word sent_id offset "
        "negative_triggers candidates",
        "MAVEN-FACT": "id title document tokens sentences has_arguments events type type_id mention trigger_word "
        "sent_id offset factuality evidence_word evidence_offset arguments mentions TIMEX temporal_relations "
        "causal_relation subevent_relations",
        "MAVEN-ERE": "id title tokens sentences events type type_id mention trigger_word sent_id offset TIMEX "
        "temporal_relations causal_relations subevent_relations coreference",
        "MAVEN-Arg": "id title document events type type_id mention trigger_word offset sent_id argument entities "
        "negative_triggers candidates TIMEX temporal_relations causal_relations subevent_relations",
        "UIE data": "text text_id tokens record entity relation event spot asoc spot_asoc task type offset args span "
        "label",
        "UIE output": "entity relation event offset string type trigger roles",
        "Text2Event data": "text event",
        "TANL data": "tokens entities triggers relations type start end head tail orig_id id",
        "GoLLIE data": "ids task_id scorer_cls labels text unlabelled_sentence",
        "InstructUIE": "Task Dataset subset Samples Instance Prediction id sentence label ground_truth instruction",
        "IEPile": "id task source instruction label output input",
        "PHEE": "id context is_mult_event annotations",
        "DuEE 1.0": "id text event_list event_type class trigger trigger_start_index arguments argument "
        "argument_start_index role alias",
        "CASIE": "sourcefile info title date type link content cyberevent hopper relation index events nugget argument "
        "startOffset endOffset text subtype realis role confidence CAPEC-Meta external_reference wikidataid dbpediaURI",
        "CASIE, as GoLLIE prepares it": f"{_PLACE} sent_id events type trigger arguments role",
    }.items()
}
_OF_DATA = frozenset({"argument", "preds", "annotations", "temporal_relations", "causal_relations", "causal_relation"})
"""Keys of objects whose own keys are labels, or are not read."""
_MAX_NAMES = 5


def unknown_keys(format_name: str, record: Any) -> list[str]:
    """Return unknown keys of a record, at any depth, in their order. Keys that begin with "_" are known."""
    known = KNOWN_KEYS[format_name]
    return [key for key in dict.fromkeys(_keys(record)) if key not in known and not key.startswith("_")]


def unknown_keys_sentence(records: Counter[str], format_name: str) -> str:
    """Return the warning of unknown keys, given the number of records of each.

    Examples:
        >>> print(unknown_keys_sentence(Counter({"ent_span": 3}), "RAMS"))
        keys that are not known and not read: 'ent_span' (3 records); did you mean "ent_spans"?
    """
    names = [f"{quoted(key)} ({counted(number, 'record')})" for key, number in records.most_common(_MAX_NAMES)]
    names += ["…"] if len(records) > _MAX_NAMES else []
    hint = did_you_mean(records.most_common(1)[0][0], sorted(KNOWN_KEYS[format_name]))
    return f"keys that are not known and not read: {', '.join(names)}{f'; {hint}' if hint else ''}"


def _keys(value: Any) -> Iterator[str]:
    """Yield the keys of a value and of the objects in its lists."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield key
            if key not in _OF_DATA:
                yield from _keys(inside)
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for item in value:
            yield from _keys(item)
