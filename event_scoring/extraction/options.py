"""The options of detection and of extraction: those of all measures, of which the convention chooses one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from event_scoring.documents.errors import first_names, shown
from event_scoring.extraction import measure_options as of_spans
from event_scoring.extraction.conventions.bionlp import options as of_bionlp
from event_scoring.extraction.conventions.generated import options as of_texts
from event_scoring.extraction.conventions.generated.options import WRITTEN
from event_scoring.extraction.event_options import EventOptions
from event_scoring.scoring.options import TaskOptions, declarations
from event_scoring.scoring.signature import presets_of

OF_TRIGGERS: tuple[type[EventOptions], ...] = (
    *(of_spans.PaperOptions, of_texts.AsWrittenOptions, of_spans.TextEEOptions, of_spans.OmniEventOptions),
    *(of_spans.SpanOptions, of_texts.Text2EventOptions, of_texts.UIEOptions, of_texts.IEPileOptions),
    *(of_texts.KnowCoderOptions, of_texts.SequenceOptions, of_texts.GoLLIEOptions, of_texts.DegreeOptions),
    *(of_texts.TanlOptions, of_texts.RAEEOptions),
)
"""The options of measures that score triggers."""
OF_ARGUMENTS: tuple[type[EventOptions], ...] = (
    *(of_spans.WikiEventsOptions, of_spans.RamsOptions, of_spans.MavenArgOptions, of_bionlp.GE2011Options),
    *(of_bionlp.GE2013Options, of_bionlp.PathwayOptions, of_spans.NervaluateOptions, of_spans.M2E2Options),
    *(of_texts.InstructUIEOptions, of_texts.Code4StructOptions, of_texts.DuEEOptions, of_texts.PHEEOptions),
)
"""The options of measures that score no triggers by themselves."""


class ExtractionOptions(TaskOptions):
    """The options of all measures; `of` gives those of the measure that the convention names."""

    LISTED_BY = EventOptions.LISTED_BY
    DRAWN_FOR = of_spans.TierOptions.DRAWN_FOR
    WITH_ARGUMENTS: ClassVar[bool] = True

    @classmethod
    def parts(cls) -> Sequence[type[TaskOptions]]:
        return (*OF_TRIGGERS, *OF_ARGUMENTS)

    @classmethod
    def made(cls, given: Mapping[str, Any]) -> Any:
        """Return the options of the measure that the convention names, or raise for one that it lacks."""
        known = {one.name: one for one in declarations(cls)}
        checked = {name: known[name].checked(value, cls.LISTED_BY) for name, value in given.items()}
        values = {name: value for name, value in checked.items() if value is not None}
        kind = _options_class(values)
        own = {one.name: one for one in declarations(kind)}
        for name, value in values.items():
            if name not in own and value != getattr(kind, name, known[name].default):
                raise ValueError(_lacking(name, value, values, kind))
            if name in own and own[name].kind == "choice" and value not in own[name].choices:
                takes = first_names([f'"{choice}"' for choice in own[name].choices])
                raise ValueError(f"{name}: {_measure_name(values)} takes {takes}, got {shown(value)}")
        kept = {name: value for name, value in values.items() if name in own}
        options = kind.made({**kept, "with_arguments": cls.WITH_ARGUMENTS})
        written = [name for name in kept if name in WRITTEN]
        if kind is of_texts.AsWrittenOptions and {*written} <= {*options.without_effect}:
            # Such an option would still choose this way of counting, and so change the scores.
            hint = '; unit="text" reads it' if written[0] == "text_form" else ""
            raise ValueError(f"{written[0]}: {options.reader} does not read it{hint}; got {shown(values[written[0]])}")
        return options

    @classmethod
    def named_by(cls, fields: Mapping[str, str]) -> Any:
        """Return the options of the convention, with the unit that decides which options there are.

        Required roles are empty if only their hash is known.
        """
        given = {name: fields[name] for name in WRITTEN if fields.get(name, "none") != "none"}
        if fields.get("convention") == "paper" and given:
            return cls.of(given)
        named = {**presets_of(fields), **({"roles": {}} if fields.get("convention") == "maven-arg" else {})}
        preset: Any = cls.of(named)
        reads_unit = "unit" in fields and preset.measure.is_written
        return cls.of({**named, "unit": fields["unit"]}) if reads_unit else preset


class DetectionOptions(ExtractionOptions):
    """The options of all measures that score triggers, without those of arguments."""

    LISTED_BY = "help(score_detection)"
    WITHOUT = "of_arguments"
    WITH_ARGUMENTS = False

    @classmethod
    def parts(cls) -> Sequence[type[TaskOptions]]:
        return OF_TRIGGERS

    @classmethod
    def made(cls, given: Mapping[str, Any]) -> Any:
        from event_scoring.extraction.measures import MEASURES

        convention = given.get("convention", "paper")
        if convention in MEASURES and not MEASURES[convention].trigger_scores:
            raise ValueError(f'convention: "{convention}" is a way to score extraction, not detection')
        return super().made(given)


def _options_class(given: Mapping[str, Any]) -> type[EventOptions]:
    """Return the options class of the measure; the paper's outputs may also be compared as they are written."""
    from event_scoring.extraction.measures import MEASURES

    convention = given.get("convention", "paper")
    if convention == "paper" and not given.keys().isdisjoint(WRITTEN):
        return of_texts.AsWrittenOptions
    measure = MEASURES[convention]
    return measure.variant_options.get(given.get("variant", ""), measure.options)


def _lacking(name: str, value: object, given: Mapping[str, Any], kind: type[EventOptions]) -> str:
    """Return the sentence that refuses an option which the measure does not have."""
    from event_scoring.extraction.measures import MEASURES, WRITTEN_EVENTS

    convention, got = given.get("convention", "paper"), f"got {shown(value)}"
    if kind is of_texts.AsWrittenOptions:
        written = ", ".join(one for one in given if one in WRITTEN)
        return f"{name}: it cannot be combined with {written}, for then outputs are compared as written; {got}"
    if name in _names(of_spans.TierOptions) and value != "optimal":
        takes = " and ".join(f'"{one}"' for one, other in MEASURES.items() if not other.no_tiers)
        return f'{name}: convention "{convention}" takes no tiers, for it {MEASURES[convention].no_tiers}; {takes} do'
    if name == "standardize":
        return f'standardize: convention "{convention}" allows only standardize={kind.standardize}'
    having = dict.fromkeys(
        measure.name
        for measure in (*MEASURES.values(), WRITTEN_EVENTS)
        if any(name in _names(each) for each in measure.option_classes())
    )
    if convention in having:
        return f"{name}: {_measure_name(given)} has no such option, {got}"
    readers = first_names(f'"{one}"' for one in having)
    return f'{name}: only convention {readers} reads it, not "{convention}"; {got}'


def _measure_name(given: Mapping[str, Any]) -> str:
    """Return what messages call the measure: its convention, or its variant if that has options of its own."""
    from event_scoring.extraction.measures import MEASURES

    convention = given.get("convention", "paper")
    measure = MEASURES[convention]
    variant = given.get("variant", next(iter(measure.variant_options), None))
    return f'variant "{variant}"' if variant in measure.variant_options else f'convention "{convention}"'


def _names(kind: type[EventOptions]) -> set[str]:
    return {one.name for one in declarations(kind)}
