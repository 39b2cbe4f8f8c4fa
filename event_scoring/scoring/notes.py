"""Notes: facts about documents and scores that the user should know.

Notes about input are counted in the row of each document, so that they add up over batches, files and machines.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from event_scoring.documents.errors import counted, quoted
from event_scoring.documents.schema import Record, Text
from event_scoring.scoring.counts import Row, Sums
from event_scoring.scoring.labels import FILLER, SIDED, Labels, watched_values

INPUT_NOTES = {
    "one_id": (
        "{number:document} with a doc_id on one side only; the sides are matched by their order, which a doc_id on "
        "both sides would check."
    ),
    "empty": "{number:empty label} (a type, role, filler or name of a slot), compared like any other.",
    "untidy": (
        "{number:label} with a blank at an end or letters that are not in Unicode's NFC; as written, it differs from "
        "the same label without them."
    ),
    "nan": ('{number:label} that reads "nan", as pandas writes a missing value; leave the key of a missing value out.'),
    "repeated_id": "{number:id} that an earlier item of its document has too.",
    "no_tokens": "{number:mention} without token ids: such a mention matches nothing and still counts.",
    "negative_tokens": (
        "{number:mention} with a token id below 0: token ids are positions in the document, counted from 0."
    ),
    "pairs": (
        "{number:mention} with two token ids on a side where none has more: token_ids are all tokens of a mention, not "
        "start and end."
    ),
    "scattered": (
        "{number:mention} whose token ids lie far apart: token_ids are positions in the document, not ids of a "
        "vocabulary."
    ),
    "one_late": (
        "{number:prediction} {number:is|are} at the place of a reference if 1 is subtracted from the token ids: count "
        "from 0."
    ),
    "one_early": (
        "{number:prediction} {number:is|are} at the place of a reference if 1 is added to the token ids: count both "
        "sides from 0."
    ),
    "self_link": "{number:link} from a mention to itself.",
    "empty_target": (
        "{number:pointer} to a template without values: it is aligned with none, so the pointer is never right."
    ),
    "slot_twice": "{number:slot} that its template names twice; the values are taken together.",
    "optional": (
        "{number:slot} of the predictions marked as optional, which only references can say; it changes nothing."
    ),
}
"""Sentences about input that can be scored and is probably a mistake. Rules count each by its name."""
NOTES = {
    **INPUT_NOTES,
    "repeated_document": (
        "{number:document} {number:has|have} the doc_id of an earlier document: {names}. Each of them is scored."
    ),
    "no_place": (
        "No prediction is at the place of a reference; do both sides count tokens, or both characters, from 0?"
    ),
    "no_argument_identified": (
        "No predicted argument is identified; are ends exclusive (the index after the last token), and offsets from 0, "
        "on both sides?"
    ),
    "no_arguments": (
        "No predicted argument counts, and the references have {number:argument}; were predictions read from the right "
        "place?"
    ),
    "unread_answers": "{number:answer} could not be read: {missing} predicted there.",
    "no_roles": (
        "No roles are declared: those that the references fill are scored. Macro scores and averages are over "
        "fewer roles and types than with the schema of the corpus (roles={{type: [role]}})."
    ),
    "unused_roles": (
        "{number:role} that no reference fills, such as {first}: in macro scores each counts 0, and in averages a "
        "type without any, so that even the references themselves have less than 1 there."
    ),
    "unscored_predictions": (
        "{number:predicted value} in types and roles that are not scored: neither right nor wrong."
    ),
    "unscored_references": (
        "{number:value} of the references in types and roles that are not scored: neither right nor wrong."
    ),
    "several_mentions": (
        "{number:predicted entity} of several mentions: each mention counts separately, as published, so all except "
        "one are spurious even if the references have them too."
    ),
    "divided_errors": (
        "{number:spurious filler} of matched templates {number:is|are} divided into {errors} errors, because fillers "
        'count once for each prediction that is equal to theirs, as published; equal_templates="once" counts each once.'
    ),
    "no_adjudications": (
        "No adjudications are given, so fills that need a judgement count as wrong. Scores are some points below "
        "official ones and not comparable with them."
    ),
    "no_mappings": 'alignment="given" pairs the templates of "mappings" in the adjudications, and none are given.',
    "incomplete_mappings": '"mappings" of the adjudications do not name all templates of {number:message}: {done}',
    "unknown_in_mappings": (
        '"mappings" of the adjudications: no template has {number:number} of theirs. Check the ids of templates.'
    ),
    "untyped_references": (
        "{number:template} of the references without the type of the incident: as published nothing is mapped to "
        "them, so that even the references themselves score less than 1 (restrict=False maps them)."
    ),
    "unjudged_fills": '{number:fill} without a judgement: wrong here, and listed in details["unjudged"].',
    "unreadable_fills": "{number:fill} that cannot be read: as published they are equal to each other.",
    "unread_options": (
        "{names}: {reader}{without} does not read {number:it|them}; {number:it|they} {number:changes|change} nothing."
    ),
    "above_references": (
        "{score}: {number:match} of {predictions:prediction} with {references:reference} are credited, as in the "
        "original scorer, so that {ratio} is above 1; paired one to one at most {possible} could be right."
    ),
    "unreachable": "{references} cannot be found{original}, whatever is predicted: {why}.",
    "null_labels": (
        "{items}{mode} labelled {labels} {number:counts|count} as none. The original scorer counts such labels{cost}."
    ),
    "accuracy": "The number is an accuracy of whole answers; the original tables call it F1.",
    "coarse_types": (
        "The references have coarse event types of ACE 2005 only, as GoLLIE's published numbers have; numbers of other "
        "papers are of its 33 types."
    ),
    "reference_articles": (
        "{number:reference} {number:has|have} a leading article, which Code4Struct's scorer takes off: the same words "
        "with the article, as the reference has them, are wrong."
    ),
    "not_asked": (
        "{number:reference argument} of sentences without a predicted trigger {number:is|are} left out, as in the "
        'original scorer; reference_arguments="all" counts them.'
    ),
    "unanswered": (
        "{number:question} to the judge {number:has|have} no readable answer and {number:counts|count} as no; details "
        'list the open questions under "asked".'
    ),
    "too_many_verdicts": (
        "The judge accepts more than it was asked about, and all of it counts, as in the original scorer: {ratios} "
        "above 1."
    ),
    "document_ended": (
        "{number:predicted event} {number:is|are} lost because a trigger before {number:it|them} had no free place: "
        "as in the original scorer, that ends the sentence, and costs recall alone."
    ),
    "dropped": "{items}{mode} {number:is|are} {verb}: {reasons}.{cost}",
    "unnamed_roles": (
        '{number:predicted argument} with the role "": it counts as any other, as in the original scorer, where a '
        "role is what follows the last digit of its name."
    ),
    "articles": (
        "gen-arg's scorer takes a leading article off references, here {number}, and leaves those of "
        "predictions: a prediction with the reference's own words is wrong."
    ),
    "no_heads": (
        "Whole spans are compared, which is not the published Head F1. In {number:document} the references lack "
        '"heads", the head of each token, which unit="head" compares.'
    ),
    "no_prediction_of_event": (
        "Not counted, as in the original scorer: {number:reference argument} whose event has no prediction, or a "
        "type that the roles lack."
    ),
    "other_triggers": (
        "{number:predicted event} {number:has|have} another trigger than the reference event of the same index, with "
        "which its arguments are compared: write the events in the order of the references, empty ones too."
    ),
    "order_of_spans": (
        "In {number:document} the counts depend on the order of the spans, as in nervaluate 1.1: a prediction takes "
        'the first span that it touches; matching="optimal" takes the best.'
    ),
    "order_of_predictions": (
        "In {number:document} the counts depend on the order of the spans, as in nervaluate 1.2: a prediction may take "
        'the span that a later one needs; matching="optimal" takes the best pairs.'
    ),
    "partial_spans": (
        'Partial spans earn nothing, as in nervaluate 1.1 with more than one document; half_credit="fixed" gives them '
        "one half."
    ),
    "last_event_stays": (
        "{items} {number:does|do} not count, as in the original scorer: of several events with one trigger and "
        "type the last stays."
    ),
    "oneie_credits": (
        "argument_identification{mode}: OneIE's own scorer would credit {number:prediction} on {references:reference}: "
        "precision {precision:.4f}, recall {recall:.4f}, F1 {f1:.4f}. Here each reference is credited once."
    ),
    "two_recalls": (
        "typed_published_recall divides by the misses of rows without type, as the published script does; "
        "typed_recall by those of rows with type."
    ),
    "begins_as_published": (
        "BEGINS occurs: as published it is never implied, and contradicts between two known intervals; "
        'begins="correct" treats it like the other relations.'
    ),
    "all_pairs_unknown": (
        "{number:prediction} for pairs that the references do not list: all wrong, because no id that they name is"
        " one of the references."
    ),
    "pairs_ignored": (
        "{number:prediction} for pairs that the references do not list: ignored, neither right nor wrong."
    ),
    "turned_round": (
        "{number:prediction} for pairs that the references list the other way round, which answer nothing; "
        "normalise=True reads them with the inverse label."
    ),
    "vague_label": (
        'VAGUE counts as a label like the others. MATRES counts it as no relation (protocol="matres"), and for '
        'TimeBank-Dense there are three counts (protocol="tb-dense").'
    ),
    "clusters_alone": 'The documents have no relations, only events in clusters, which protocol="coreference" scores.',
    "pairs_not_given": (
        "{number:pair} of events that the references do not list: HiEve lists every pair x < y, and where NOREL "
        "pairs were sampled precision depends on the sample."
    ),
    "unknown_mentions": (
        "{number:prediction} ignored, because no mention of the references has the id that it names; predictions "
        "name mentions, not events."
    ),
    "spread_pairs": (
        "{number:pair} of mentions related because others of their events are: relations of the references are "
        "spread over the mentions of clusters, and predictions are not, as published, so the references themselves"
        " have less than 1."
    ),
    "unknown_members": (
        "{number:member} of predicted clusters dropped, because no mention of the references has the id."
    ),
    "search_stopped": (
        "In {number:document} the search for the best alignment of templates that point to each other was too long"
        " and was stopped: optimal_f1 and greedy_loss are those of the best alignment found, and may be higher."
    ),
    "above_one": "{scores} above 1, as published: each repeated mention counts.",
    "references_below_one": (
        "The references themselves, as predictions, would have a recall of {reached:.4f}, as published: this rule "
        "gives some entities less than they weigh."
    ),
    "roles_not_read": "{number:predicted entity} in roles that are not scored: neither right nor wrong.",
    "mappings_not_tried": (
        "In {number:document} there are too many ways to map templates to try all: a better one, or an earlier one"
        " that is as good, may exist."
    ),
    "dropped_unlinked": '{number:argument} of the system in no frame left out; unlinked="count" would count them',
    "no_argument_right": (
        "no argument of the system is right; types, roles and fillers are compared as they are written"
    ),
    "no_value_right": (
        "No predicted value is right; types, slots and values are compared as they are written, with their case, "
        "articles and punctuation{hint}."
    ),
    "no_frames": (
        "The references group no arguments into frames, so no link can be right. argument_score is the score of "
        "arguments alone; lam=1 makes it the score."
    ),
    "no_parser": (
        "responses were aligned without the syntactic parser of the published runs, whose scores may be higher"
    ),
    "unaligned": "{number:response} aligned with nothing and counted as false",
    "shared_tokens": (
        "{number:reference} {number:has|have} the tokens of an earlier reference of the document and cannot be "
        'found, whatever is predicted: under mapping="many-to-one" a prediction goes to the first of them only. '
        'mapping="optimal" can find {number:it|them}.'
    ),
    "only_singletons": (
        "All clusters are singletons: MUC, which counts links only, has no value and enters the averages as "
        "zero_division says, while B-cubed and CEAF only measure which mentions were found."
    ),
    "doubtful_links": (
        "Links between events that follow from other links of their side or contradict them: {number}. Which of "
        "them count in EvmEval 1.8 depends on the order of a hash table, so that its sequencing scores may differ."
    ),
    "lowest_value": "The value is {value:.3f}; the published scorer gives none below {lowest}.",
    "worthless": (
        "{number:reference event} of {references} have no argument of any worth, so that the value hangs on few events."
    ),
    "no_predicted_event": (
        "No event is predicted: the published scorer prints no table then, and the value here is 0."
    ),
    "assumed": "{number:gap} in the predictions filled by assumption: levels, classes, types or attributes.",
    "tier_without_input": 'Tier "{tier}" accepts nothing, because no prediction {lacks}.',
    "skipped_as_published": (
        "{number:document} left out on both sides, as published (without an answer, without given entities, or with "
        'a fault); details list them under "skipped", with reasons.'
    ),
    "no_table": "The published program prints no table, because no {wanted} is predicted.",
    "empty_is_one": "If neither side has anything to score, scores are 1, as published, for any zero_division.",
    "undecided": "No verdict, which counts as no: {number:pair} that could change a score.",
    "several_labels": "{number:pair} with several labels on one side: {rule}.",
    "unknown_ids": "{number:prediction} ignored, because no event or time of the document has the id that it names.",
    "empty_group": "Neither side has {group}: as published their F1 is 1, while precision and recall are 0.",
    "not_between_events": "{number:predicted relation} ignored that is not of two events.",
    "pairs_not_listed": (
        "{number:predicted relation} of pairs that the references do not list: ignored, so such false positives "
        'cannot be seen; candidates="events" scores all pairs of events.'
    ),
    "documents_without_answer": (
        "{number:document} without any predicted relations left out, as the published program looks only at "
        "documents that the system has."
    ),
    "right_and_missed": (
        "{number:right link} counted as missed too, as published, because the references write it against the "
        "order of the text: so the references themselves have less than 1."
    ),
    "contradicting": (
        "{number:link} that contradicts earlier ones of its side, or has a label without an order: it is counted but "
        "implies nothing, so the order of links matters."
    ),
}
"""The sentence of each note, by name; `note` fills in its numbers."""


class _Number(int):
    """A number that a sentence writes with its noun: ``{n:pair}``, or by one of two words: ``{n:is|are}``."""

    def __format__(self, words: str) -> str:
        if "|" in words:
            return words.partition("|")[0 if self == 1 else 2]
        return counted(int(self), words) if words else f"{int(self):,}"


def note(name: str, number: float = 0, **values: object) -> str:
    """Return the sentence of a note, with its number and the words that agree with it.

    Args:
        name: A key of `NOTES`.
        number: How many there are.
        **values: Further numbers and texts of the sentence.

    Examples:
        >>> note("self_link", 1), note("self_link", 1200)
        ('1 link from a mention to itself.', '1,200 links from a mention to itself.')
        >>> note("repeated_document", 2, names="'d1', 'd2'")
        "2 documents have the doc_id of an earlier document: 'd1', 'd2'. Each of them is scored."
    """
    numbers = {key: _Number(value) if isinstance(value, int) else value for key, value in values.items()}
    return NOTES[name].format(number=_Number(number), **numbers)


def note_sums(rows: Iterable[Row]) -> dict[str, int]:
    """Return how often each input note occurs in the rows of some documents, without notes that do not occur."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update(row["input_notes"])
    return {f"note_{name}": times for name, times in sums.items()}


def note_sentences(sums: Sums) -> list[str]:
    """Return the sentences of input notes.

    Examples:
        >>> note_sentences({"note_self_link": 2})
        ['2 links from a mention to itself.']
    """
    return [note(name, number) for name, key in _SUM_OF_NOTE.items() if (number := int(sums.get(key, 0)))]


_SUM_OF_NOTE = {name: f"note_{name}" for name in INPUT_NOTES}


def has_none_right(right: float, predictions: float, references: float) -> bool:
    """Whether a score has several predictions and references, and none in common."""
    return not right and predictions >= _SEVERAL and references >= _SEVERAL


_SEVERAL = 3


def repeated_id_warnings(rows: Sequence[Row]) -> list[str]:
    """Warn of documents that have the doc_id of an earlier document of their side.

    Examples:
        >>> repeated_id_warnings([{"doc_id": name} for name in ("d1", "d2", "d1", None, None)])
        ["1 document has the doc_id of an earlier document: 'd1'. Each of them is scored."]
    """
    times = Counter(row["doc_id"] for row in rows)
    del times[None]
    number = times.total() - len(times)
    if not number:
        return []
    repeated = [name for name, count in times.items() if count > 1]
    names = ", ".join([*map(quoted, repeated[:_SEVERAL]), *(["…"] if len(repeated) > _SEVERAL else [])])
    return [note("repeated_document", number, names=names)]


@lru_cache(maxsize=4096)
def suspicious_label(word: str) -> tuple[str, ...]:
    """Return the names of the input notes of a label.

    Examples:
        >>> suspicious_label("Attack"), suspicious_label(" Attack"), suspicious_label("NaN"), suspicious_label(" ")
        ((), ('untidy',), ('nan',), ('empty',))
    """
    tidy = word.strip()
    if not word.isascii():
        tidy = unicodedata.normalize("NFC", tidy)
    if not tidy:
        return ("empty",)
    is_nan = word.lower() == "nan"
    if tidy == word:
        return ("nan",) if is_nan else ()
    return ("untidy", "nan") if is_nan else ("untidy",)


BLOCK_DOCUMENTS = 64
"""The number of documents whose labels are collected together; few enough to stay in the processor's cache."""


def notes_of_documents(
    kinds: tuple[Record, Record],
    sides: tuple[Sequence[Any], Sequence[Any]],
    of_task: Callable[[Any, Any], Mapping[str, int]] | None,
) -> tuple[list[dict[str, int]], Labels]:
    """Return the input notes of each document, counted by name, and the labels of both sides.

    Args:
        kinds: The schemas of predictions and references.
        sides: The documents of both.
        of_task: Returns the numbers of the input notes that only the task has, by name.
    """
    rows: list[dict[str, int]] = [{**of_task(*pair)} if of_task else {} for pair in zip(*sides, strict=True)]
    for row, prediction, reference in zip(rows, *sides, strict=True):
        if (prediction.doc_id is None) != (reference.doc_id is None):
            row["one_id"] = 1
    labels: defaultdict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for side, (kind, documents) in enumerate(zip(kinds, sides, strict=True)):
        for start in range(0, len(documents) or 1, BLOCK_DOCUMENTS):
            block, has_notes = documents[start : start + BLOCK_DOCUMENTS], False
            for text, values in watched_values(kind, block):
                if isinstance(text, str):
                    held = [*values]
                    labels[SIDED][side].update([text] if held.count(None) < len(held) else [])
                    continue
                words = set(values)
                words.discard(None)
                if suspicious := [*filter(suspicious_label, words)]:
                    has_notes = has_notes or any(_label_notes(text, word, side) for word in suspicious)
                if text.label != FILLER:
                    labels[text.label][side].update(words - {""})
            if has_notes:
                for row, document in zip(rows[start : start + BLOCK_DOCUMENTS], block, strict=True):
                    for name in _notes_of_labels(kind, document, side):
                        row[name] = row.get(name, 0) + 1
    return rows, dict(labels)


def _notes_of_labels(kind: Record, document: Any, side: int) -> Iterator[str]:
    """Yield the input notes of the labels of a document of a side."""
    for text, values in watched_values(kind, [document]):
        if isinstance(text, Text):
            for word in values:
                yield from () if word is None else _label_notes(text, word, side)


def _label_notes(text: Text, word: str, side: int) -> list[str]:
    """Return the names of the input notes of a label of a side, without what its kind of text may be."""
    meant = {"empty": side == 0 and text.may_be_empty, "nan": text.label == FILLER}
    return [name for name in suspicious_label(word) if not meant.get(name)]
