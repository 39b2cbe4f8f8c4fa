"""Offer lists of labels as a configuration of a metric of `evaluate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from event_scoring.documents.schema import Kind, ListOf, Text
from event_scoring.documents.sides import Documents
from event_scoring.label_sequences import Scheme, check_scheme, checked_sides, entity_nuggets, score_bio
from event_scoring.nuggets.score import NUGGETS
from event_scoring.scoring.options import TaskOptions, option
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair


@dataclass(frozen=True, kw_only=True)
class LabelOptions(TaskOptions):
    """Options of `score_bio`, and the credit of an entity."""

    LISTED_BY = "help(score_bio)"

    scheme: Scheme | None = option(
        None,
        "Count only entities written in this scheme; by default labels of any scheme are read.",
        check=check_scheme,
    )
    mode: Literal["strict"] | None = option(
        None, 'With "strict" only entities of the scheme count; without a scheme it is found in the references.'
    )
    suffix: bool = option(False, "The prefix follows the type, as in Attack-B.")
    credit: Literal["exact", "dice"] = option(
        "exact",
        'With "exact" an entity is right if span and type are equal, as in seqeval. With "dice" entities are scored'
        " as nuggets, with partial credit for spans.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.confidence is not None and self.credit == "exact":
            raise ValueError('confidence: intervals are given with credit="dice" only')


class LabelTask:
    """The task of a configuration whose documents are lists of labels.

    It has those members of `event_scoring.scoring.task.Task` that a metric calls.
    """

    name = "bio"
    predictions: Kind = ListOf(Text())
    references: Kind = ListOf(Text())
    options = LabelOptions

    def documents_to_hold(self, predictions: object, references: object) -> tuple[Documents, Documents]:
        """Return both sides as `check` does."""
        return self.check(predictions, references)

    def check(self, predictions: object, references: object, options: object = None) -> tuple[Documents, Documents]:
        """Return both sides as lists of labels, or raise an `InputError`."""
        system, reference = checked_sides(predictions, references)
        system.checked = reference.checked = True
        return system, reference

    def check_scorable(self, predictions: Documents, references: Documents, options: LabelOptions) -> None:
        """Raise an `InputError` for labels that the scheme does not have."""
        self.score_checked(predictions, references, options)

    def check_across(self, predictions: Documents, references: Documents) -> None:
        """Do nothing: sentences do not depend on each other."""

    def score_checked(
        self,
        predictions: Documents,
        references: Documents,
        options: LabelOptions,
        details: bool = False,
        on_pair: OnPair | None = None,
    ) -> Result:
        """Return the result of `score_bio`, or of `score_nuggets` for the entities."""
        reading: Mapping[str, Any] = {name: getattr(options, name) for name in ("scheme", "mode", "suffix")}
        if options.credit == "exact":
            if on_pair is not None:
                raise ValueError('on_pair: pairs are compared with credit="dice" only')
            undefined = options.zero_division
            return score_bio(predictions, references, details=details, zero_division=undefined, **reading)
        system, reference = entity_nuggets(predictions, references, **reading)
        drawing = {name: getattr(options, name) for name in (*TaskOptions.DRAWN_FOR, "resamples", "seed", "sampler")}
        settings = {"zero_division": options.zero_division, **drawing}
        result = NUGGETS.score_documents(system, reference, settings, details, on_pair)
        line, _, version = result["signature"].rpartition("|version:")
        stated = [f"labels:{options.scheme or options.mode or 'lenient'}"] + ["suffix:yes"] * options.suffix
        result["signature"] = "|".join([line, *stated, f"version:{version}"])
        return result


BIO = LabelTask()
