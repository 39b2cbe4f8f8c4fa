"""Matching beyond equal spans: pairs that some tier accepts, and the one-to-one matching or the coverage of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, joint_keys, position_in_group, row_keys
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, list_offsets
from event_scoring.arrays.similarities import SIMILARITIES, Items, normalized
from event_scoring.arrays.tiers import TieredPairs, first_tiers, match_tiers, pairs_within, unmatched
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.documents.verdicts import Verdicts, identity, read_verdicts, verdict_key
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.counting import Outcome, Totals, labels
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.standardization.answers import Answers
from event_scoring.extraction.standardization.grounding import surface_texts

_CONTEXT = 20
"""So many tokens on either side of a reference are shown to a judge."""


@dataclass
class Session:
    """The verdicts that one call of a score function knows."""

    known: Verdicts
    judge: Callable[[list[dict[str, Any]]], Sequence[Any]] | None
    asked: list[dict[str, Any]]
    """Every pair without a verdict."""

    @classmethod
    def of(cls, options: Choices) -> Session:
        return cls({} if options.verdicts is None else read_verdicts(options.verdicts), options.judge, [])

    def verdicts(self, pairs: list[dict[str, Any]]) -> IntArray:
        """1 for yes, 0 for no, `MISSING` for pairs without a verdict."""
        asked = [identity(pair) for pair in pairs]
        open_rows = [row for row, name in enumerate(asked) if name not in self.known]
        open_pairs = [pairs[row] for row in open_rows]
        for pair in open_pairs:
            pair["key"] = verdict_key(pair)
        if self.judge is not None and open_pairs:
            said = list(self.judge(open_pairs))
            if len(said) != len(open_pairs):
                raise ValueError(f"judge: expected {len(open_pairs)} verdicts, one for each pair, got {len(said)}")
            for row, verdict in zip(open_rows, said, strict=True):
                value = verdict.get("verdict") if isinstance(verdict, Mapping) else verdict
                if isinstance(value, np.bool_):
                    value = bool(value)
                if value is not None and not isinstance(value, bool):
                    raise ValueError(f"judge: expected verdicts True, False or None, got {value!r}")
                self.known[asked[row]] = value
        found = [self.known.get(name) for name in asked]
        self.asked += [pair for pair, verdict in zip(pairs, found, strict=True) if verdict is None]
        return np.array([MISSING if verdict is None else int(verdict) for verdict in found], dtype=np.int64)


@dataclass(frozen=True)
class Matched:
    """What one score takes for right."""

    totals: Totals
    pairs: TieredPairs
    """The pairs that were taken, or, for coverage, all that were accepted."""
    covered: IntArray
    """The documents of the predictions that are right."""


def tiered_outcome(
    columns: ExtractionColumns,
    answers: Answers,
    scores: Mapping[str, Sequence[str]],
    options: Choices,
    session: Session,
    *,
    unit: str,
    details: bool,
) -> tuple[Outcome, TieredPairs]:
    """What the tiers give for triggers or arguments, and the pairs of the score that asks for the label."""
    predictions, references = answers.predictions, answers.references
    text = _texts(columns, answers)
    sides = _items(columns, answers, text)
    place = "trigger" if unit == "trigger" else "span"
    groups = {name: _groups(answers, parts, place) for name, parts in scores.items()}
    early = [tier for tier in options.match if tier != "judged"]
    accepted = {name: _accepted(sides, answers, group, early, options) for name, group in groups.items()}
    judged = Pairs(*(np.empty(0, dtype=np.int64),) * 2, np.empty(0))
    verdict = np.empty(0, dtype=np.int64)
    if "judged" in options.match:
        strict = [name for name in scores if name.endswith("classification")]
        judged = _pool([accepted[name] for name in strict], [groups[name] for name in strict], options)
        verdict = session.verdicts(_records(columns, answers, judged, text, unit))
    order = {tier: place for place, tier in enumerate(options.match)}
    sums: dict[str, tuple[IntArray, IntArray]] = {}
    totals: dict[str, Totals] = {}
    matched = Matched(Totals(*(labels(references.select(np.empty(0, dtype=np.int64))),) * 3), _none(), verdict)
    for name, parts in scores.items():
        group = groups[name]
        of_group = group[0][judged.system] == group[1][judged.reference]
        yes = judged.select(of_group & (verdict == 1))
        tiers: list[Pairs] = [_none_of() for _ in options.match]
        for tier, pairs in zip(early, accepted[name], strict=True):
            tiers[order[tier]] = pairs
        if "judged" in order:
            tiers[order["judged"]] = yes
        keep = _counted(answers, parts)
        matched = _matched(first_tiers(tiers), answers, keep, options)
        totals[name] = matched.totals
        if options.matching == "coverage":
            sums[f"{name}_covered"] = _ones(matched.covered)
        if "judged" in order:
            by_judge = matched.pairs.tier == order["judged"]
            sums[f"{name}_yes"] = _ones(references.document[matched.pairs.reference[by_judge]])
            sums[f"{name}_no"] = _ones(references.document[judged.reference[of_group & (verdict == 0)]])
        for last in range(len(options.match) if details else 0):
            upto = _matched(first_tiers(tiers[: last + 1]), answers, keep, options)
            sums[f"{name}_tier{last}"] = _ones(upto.totals.true_positives.document)
            sums[f"{name}_tier{last}_covered"] = _ones(upto.covered)
    if "judged" in order:
        sums["undecided"] = _ones(predictions.document[judged.system[verdict == MISSING]])
    outcome = Outcome(
        totals,
        ignored_references=answers.ignored_references,
        ignored_predictions=answers.ignored_predictions,
        sums={**sums, "empty": _ones(np.empty(0, dtype=np.int64))},
    )
    return outcome, matched.pairs


def with_triggers(answers: Answers, columns: ExtractionColumns, found: TieredPairs, of_triggers: Answers) -> Answers:
    """Arguments whose predicted triggers stand for the reference triggers that they were matched with."""
    span = np.full(len(columns.system.events), MISSING)
    span[of_triggers.prediction_row] = of_triggers.predictions.span
    span[of_triggers.prediction_row[found.prediction]] = of_triggers.references.span[found.reference]
    event = columns.system.arguments.parent[answers.prediction_row]
    return replace(answers, predictions=replace(answers.predictions, trigger=span[event]))


def _texts(columns: ExtractionColumns, answers: Answers) -> tuple[list[str | None], list[str | None]]:
    """How each prediction and each reference reads."""
    said = answers.rows.text.take(pa.array(answers.prediction_row))
    place = np.where(
        answers.spans.lengths == 1, np.append(answers.spans.values, 0)[answers.spans.offsets[:-1]], MISSING
    )
    place = np.where(answers.predictions.span != MISSING, answers.predictions.span, place)
    texts = pc.coalesce(said, _surfaces(columns, place))
    return texts.to_pylist(), _surfaces(columns, answers.references.span).to_pylist()


def _surfaces(columns: ExtractionColumns, span: IntArray) -> pa.StringArray:
    has_tokens = np.append(np.asarray(columns.tokens.is_valid())[columns.spans.document], False)
    known = np.flatnonzero(has_tokens[span])
    texts = surface_texts(columns, span[known]) if len(known) else pa.array([], pa.string())
    place = np.full(len(span), len(known))
    place[known] = np.arange(len(known))
    return texts.take(pa.array(place, mask=place == len(known)))


def _items(
    columns: ExtractionColumns, answers: Answers, texts: tuple[list[str | None], list[str | None]]
) -> tuple[Items, Items]:
    codes, words = encode_together([pa.array(side, pa.string()) for side in texts])
    forms: dict[str, int] = {}
    code_of = np.array([*(forms.setdefault(normalized(word), len(forms)) for word in words), MISSING], dtype=np.int64)
    vocabulary: dict[str, int] = {}
    split = [[vocabulary.setdefault(word, len(vocabulary)) for word in form.split()] for form in forms] + [[]]
    flat = np.array([word for form in split for word in form], dtype=np.int64)
    by_form = Ragged.from_lengths(np.array([len(form) for form in split]), flat)
    alone = answers.spans.lengths == 1
    found = np.where(alone, np.append(answers.spans.values, MISSING)[answers.spans.offsets[:-1]], MISSING)
    made = []
    spans = (np.where(answers.predictions.span != MISSING, answers.predictions.span, found), answers.references.span)
    for span, code in zip(spans, codes, strict=True):
        text = code_of[code]
        start, end = (np.append(side, 0)[span] for side in (columns.spans.start, columns.spans.end))
        lengths = end - start
        tokens = Ragged.from_lengths(
            lengths, np.repeat(start - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        )
        nothing = np.full(len(span), MISSING)
        empty = Ragged(np.zeros(len(span) + 1, dtype=np.int64), np.empty(0, dtype=np.int64))
        words_of = by_form.take(np.where(text == MISSING, len(forms), text))
        made.append(Items(nothing, span, tokens, text, words_of, nothing, empty))
    return made[0], made[1]


def _groups(answers: Answers, parts: Sequence[str], place: str) -> tuple[IntArray, IntArray]:
    """What must be equal for a pair to be compared: the document, and all parts but the place itself."""
    agreeing = ["document", *(part for part in parts if part != place)]
    left, right = joint_keys(answers.predictions.columns(agreeing), answers.references.columns(agreeing))
    return left, right


def _accepted(
    sides: tuple[Items, Items],
    answers: Answers,
    group: tuple[IntArray, IntArray],
    tiers: Sequence[str],
    options: Choices,
) -> list[Pairs]:
    """For each tier the pairs that it accepts."""
    predictions, references = (replace(side, group=keys) for side, keys in zip(sides, group, strict=True))
    found = []
    for tier in tiers:
        if tier == "span":
            row = answers.spans.row_index  # a text may stand for several places
            keys = joint_keys([predictions.group[row], answers.spans.values], [references.group, references.span])
            same = join(keys[0], keys[1])
            system, reference = row[same.row_index], same.values
            found.append(Pairs(system, reference, np.ones(len(system))))
        else:
            found.append(SIMILARITIES[tier](predictions, references, options.threshold))
    return found


def _pool(accepted: list[list[Pairs]], groups: list[tuple[IntArray, IntArray]], options: Choices) -> Pairs:
    """Every pair that no tier accepts and that could change a score, once."""
    systems, references = [], []
    before = options.match.index("judged")
    for tiers, (left, right) in zip(accepted, groups, strict=True):
        earlier = first_tiers([_none_of(), *tiers[:before]])
        if options.matching == "coverage":
            free = [np.ones(len(left), dtype=bool), np.ones(len(right), dtype=bool)]
            free[0][earlier.prediction], free[1][earlier.reference] = False, False
            pairs = pairs_within(left, right)
            pairs = pairs.select(free[0][pairs.system] | free[1][pairs.reference])
        else:
            rows = [np.flatnonzero(side) for side in unmatched(earlier, match_tiers(earlier), len(left), len(right))]
            inner = pairs_within(left[rows[0]], right[rows[1]])
            pairs = Pairs(rows[0][inner.system], rows[1][inner.reference], inner.similarity)
        keys = joint_keys([pairs.system, pairs.reference], [earlier.prediction, earlier.reference])
        pairs = pairs.select(~np.isin(keys[0], keys[1]))
        systems.append(pairs.system)
        references.append(pairs.reference)
    system, reference = np.concatenate(systems), np.concatenate(references)
    first = first_of(row_keys(system, reference))
    return Pairs(system[first], reference[first], np.ones(len(first)))


def _records(
    columns: ExtractionColumns,
    answers: Answers,
    pairs: Pairs,
    texts: tuple[list[str | None], list[str | None]],
    unit: str,
) -> list[dict[str, Any]]:
    """The pairs as a judge sees them; equal ones are one question."""
    names, spans = columns.doc_id.to_pylist(), columns.spans
    offsets = list_offsets(columns.tokens)
    said, annotated = answers.predictions, answers.references
    records: list[dict[str, Any]] = []
    contexts: dict[int, str] = {}
    for left, right in zip(pairs.system.tolist(), pairs.reference.tolist(), strict=True):
        document, span = int(annotated.document[right]), int(annotated.span[right])
        start, end = int(spans.start[span]), int(spans.end[span])
        first, last = int(offsets[document]), int(offsets[document + 1])
        around = slice(max(first, first + start - _CONTEXT), min(last, first + end + _CONTEXT))
        place = int(said.span[left])
        prediction: dict[str, Any] = {"text": texts[0][left] or ""}
        if place != MISSING:
            prediction["span"] = [int(spans.start[place]), int(spans.end[place])]
        if right not in contexts:
            contexts[right] = " ".join(columns.tokens.values[around.start : around.stop].to_pylist())
        pair = {
            "key": None,
            "doc_id": names[document] if names[document] is not None else f"#{document}",
            "unit": unit,
            "type": columns.types[int(annotated.type[right])],
            "role": columns.roles[int(annotated.label[right])] if unit == "argument" else None,
            "prediction": prediction,
            "reference": {"text": texts[1][right] or "", "span": [start, end]},
            "context": contexts[right],
        }
        records.append(pair)
    return records


def _counted(answers: Answers, parts: Sequence[str]) -> tuple[BoolArray, BoolArray]:
    """Which predictions and references count: all, but a span with two labels is one span where no label counts."""
    references = answers.references
    repeat = position_in_group(row_keys(*references.columns(("trigger", "type", "span", "label"))))
    compared = references.columns(tuple(dict.fromkeys(("trigger", *parts))))
    keep = np.zeros(len(references), dtype=bool)
    keep[first_of(row_keys(*compared, repeat))] = True
    return np.ones(len(answers.predictions), dtype=bool), keep


def _matched(pairs: TieredPairs, answers: Answers, keep: tuple[BoolArray, BoolArray], options: Choices) -> Matched:
    pairs = pairs.select(keep[0][pairs.prediction] & keep[1][pairs.reference])
    if options.matching != "coverage":
        pairs = pairs.select(match_tiers(pairs))
    found, right = np.unique(pairs.reference), np.unique(pairs.prediction)
    totals = Totals(
        labels(answers.references.select(found)),
        labels(answers.predictions.select(keep[0])),
        labels(answers.references.select(keep[1])),
    )
    return Matched(totals, pairs, answers.predictions.document[right])


def _ones(document: IntArray) -> tuple[IntArray, IntArray]:
    return document, np.ones(len(document), dtype=np.int64)


def _none_of() -> Pairs:
    return Pairs(*(np.empty(0, dtype=np.int64),) * 2, np.empty(0))


def _none() -> TieredPairs:
    return TieredPairs(*(np.empty(0, dtype=np.int64),) * 3)
