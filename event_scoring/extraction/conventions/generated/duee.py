"""Convention "duee": arguments of DuEE with partial credit for characters, by its two public scorers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.conventions.generated.counting import Compared, outcomes, partial_matches
from event_scoring.extraction.conventions.generated.options import DuEEOptions
from event_scoring.extraction.conventions.generated.texts import CREDITS
from event_scoring.extraction.counting import PARTS, Outcome
from event_scoring.extraction.documents.document import Documents, ExtractionDocument
from event_scoring.extraction.items import Item, key_of
from event_scoring.matching import Count
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.published import Published

_CHINESE = re.compile(r"[\u3400-\u9fff]")


class DuEE(WrittenEvents[DuEEOptions]):
    """Credit of an argument is Dice on the characters of two texts of one type and role."""

    name = "duee"
    title = "DuEE"
    options = DuEEOptions
    reason = (
        "The public scorers of DuEE credit parts of a text by its characters. bojone's keeps one filler of each role; "
        "Mirror's takes for each reference the best prediction, which may serve several, and compares sets of "
        "characters."
    )
    trigger_scores = {}
    argument_scores = {"argument_classification": ("type", "label")}
    unreachable_because = "their text is empty, and only characters earn credit"
    variants = {"bojone": "characters-lcs", "mirror": "characters-set"}
    published = tuple(
        Published(
            name=f"DuEE 1.0, {who}",
            year=year,
            users=users,
            choose_for=f"papers that use {who}'s script",
            counts=counts,
            faults=faults,
            original=original,
            checked_by="`golden/extraction_generative.json`, `oracles/generative_partial.py`",
            options={"convention": "duee", "variant": variant},
            rule=partial_matches,
        )
        for who, variant, year, users, counts, faults, original in (
            (
                *("bojone", "bojone", "2020", "the common baseline"),
                *("Longest common subsequence of characters", "Only the last filler of a role counts"),
                "bojone/lic2020_baselines 78ab5e13, `ee.py`",
            ),
            (
                *("Mirror", "mirror", "2023", "Mirror"),
                *(
                    "Sets of characters, the best prediction for each reference",
                    "Precision can exceed 1; ABN equals NBA",
                ),
                "Spico197/Mirror 8a6b5109, `src/metric.py`",
            ),
        )
    )

    def why_not_comparable(self, predictions: Documents, references: Documents, options: DuEEOptions) -> str:
        if any(map(_CHINESE.search, reference_texts(references))):
            return ""
        return "it credits single characters, which is meant for Chinese; the references have none"

    def compare(self, sides: Sequence[Compared], prefix: str, options: DuEEOptions, details: bool) -> Outcome:
        variant = options.variant
        predictions, references = (side[1] for side in sides)
        if variant == "bojone":
            predictions, references = [*last_fillers(predictions)], [*last_fillers(references)]
        repeats = "multiset" if variant == "bojone" else "reuse"
        credit = CREDITS["characters-lcs"] if variant == "bojone" else mirror_credit
        pairs = partial_matches(predictions, references, key_of("type", "label"), credit, repeats)
        name = "argument_classification"
        outcome = Outcome({name: Count([pair.prediction for pair in pairs], predictions, references)})
        empty = sum(not item.text for item in references) if variant == "mirror" else 0
        outcome.sums = {f"{name}_credit": sum((pair.credit for pair in pairs), 0.0), "unreachable": empty}
        if details:
            outcome.outcomes = [*outcomes(predictions, references, pairs, "role")]
        return outcome

    def scores(self, sums: Sums, prefix: str, options: DuEEOptions) -> Scores:
        """Return the scores; bojone's script starts each of its sums at 1e-10."""
        name = "argument_classification"
        if options.variant == "mirror":
            return super().scores(sums, prefix, options)
        parts = (f"{prefix}{name}_{part}" for part in ("credit", *PARTS[1:]))
        credit, predicted, annotated = (sums[part] + 1e-10 for part in parts)
        precision, recall, f1 = credit / predicted, credit / annotated, 2 * credit / (predicted + annotated)
        return {f"{name}_precision": precision, f"{name}_recall": recall, f"{name}_f1": f1}

    def counts(self, sums: Sums, prefix: str, options: DuEEOptions) -> Scores:
        credit = {"argument_credit": sums[f"{prefix}argument_classification_credit"]}
        return {**super().counts(sums, prefix, options), **credit}


def mirror_credit(prediction: str, reference: str) -> float:
    """Return Dice's coefficient of two sets of characters, 0 for two empty texts as Mirror's division has it.

    Examples:
        >>> mirror_credit("ABN", "NBA"), mirror_credit("", "")
        (1.0, 0.0)
    """
    return CREDITS["characters-set"](prediction, reference) if prediction else 0.0


def reference_texts(references: Iterable[ExtractionDocument]) -> Iterator[str]:
    """Yield the texts, the tokens and the arguments of references."""
    for document in references:
        yield from (document.text or "", *(document.tokens or ()))
        yield from (one.text or "" for event in document.events for one in event.arguments or ())


def last_fillers(items: Iterable[Item]) -> Iterator[Item]:
    """Yield one item for each type and role: the last text, of which each belongs to the last role that has it.

    Texts keep their first place in the order, as the published maps do.
    """
    by_text: dict[str, Item] = {}
    for item in items:
        by_text[item.text or ""] = item
    by_role = {(item.type, item.label): item for item in by_text.values()}
    yield from by_role.values()
