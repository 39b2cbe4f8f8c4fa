"""Coreference of events within documents or across them, over units of documents that are formed at the end.

Every score follows from how many mentions each cluster of the predictions shares with each of the references. Sums run
over units, as in the CoNLL reference scorer 8.01 (Pradhan et al., 2014; f49f3f8) and coval (Moosavi and Strube, 2016;
87071a6). On ECB+: Cybulska and Vossen (LREC 2014), and Cattan et al. (2021, ariecattan/coref b81397a).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

import numpy as np

from event_scoring.documents.errors import Description, InputError
from event_scoring.relations.documents import Event, RelationDocument, event_ids
from event_scoring.relations.options import RelationOptions
from event_scoring.relations.protocols.relation_measure import RelationMeasure
from event_scoring.scoring.counts import Scores, Sums, check_one_part
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of_items
from event_scoring.scoring.task import Counts
from event_scoring.statistics.cluster_scores import cluster_sums, coreference_scores

SCORES = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc")
WHOLE = ("units", "documents", "unparsed")
"""Numbers of a result that are not of one unit."""
MENTIONS = Ratio("mention", "mentions_in_both", "coreference_system_mentions", "coreference_reference_mentions")
LEVELS = {"topic": ("topic",), "subtopic": ("topic", "subtopic"), "corpus": ()}
"""The fields in which the documents of a unit agree, by level."""

Place = tuple[int, Hashable]
"""A mention: the row of its document, and its span, or its id where neither side has spans."""
Label = Hashable
"""A label that the mentions of one cluster share."""
Unit = tuple[object, ...]
"""The key of the documents over which a cluster may extend."""


def mention_key(event: Event, by_span: bool) -> Hashable:
    """Return the key by which a mention is compared: its span, or its id."""
    return event.span if by_span else event.id


def labelled_mentions(document: RelationDocument, row: int, by_span: bool, unit: Unit | None) -> dict[Place, Label]:
    """Return the mentions of one side with their cluster labels; a mention without one gets its own.

    Examples:
        >>> document = RelationDocument(events=[Event(span=(0, 1), cluster="quake"), Event(span=(4, 5))])
        >>> labelled_mentions(document, 0, True, ("topic 1",))
        {(0, (0, 1)): (('topic 1',), 'quake'), (0, (4, 5)): (0, (4, 5))}
    """
    listed: dict[str | None, Label] = {
        name: (row, number) for number, names in enumerate(document.clusters or ()) for name in names
    }
    found: dict[Place, Label] = {}
    for event in document.events or ():
        place = (row, mention_key(event, by_span))
        found[place] = (unit, event.cluster) if event.cluster is not None else listed.get(event.id, place)
    return found


def has_spans(prediction: RelationDocument, reference: RelationDocument) -> bool:
    """Whether mentions are compared by span: where some event of either side has one."""
    return any(event.span is not None for side in (prediction, reference) for event in side.events or ())


def cluster_rows(
    predictions: Sequence[RelationDocument],
    references: Sequence[RelationDocument],
    options: RelationOptions,
    details: bool,
) -> list[Row]:
    """Return a row for each document; the row of the first document of a unit holds the sums of the unit."""
    units = [unit_of(reference, row, options.level) for row, reference in enumerate(references)]
    sides: tuple[dict[Place, Label], dict[Place, Label]] = ({}, {})
    for row, pair in enumerate(zip(predictions, references, strict=True)):
        by_span = has_spans(*pair)
        for mentions, document in zip(sides, pair, strict=True):
            # Before singletons of the whole corpus go, a label is one cluster in all of it.
            unit = None if options.singletons == "drop-corpus" else units[row]
            mentions |= labelled_mentions(document, row, by_span, unit)
    if options.singletons == "drop-corpus":
        sides = without_singletons(sides[0]), without_singletons(sides[1])
    rows: list[Row] = [{"units": 0} for _ in references]
    first = {unit: row for row, unit in reversed([*enumerate(units)])}
    for unit, clusters in in_units(sides, units).items():
        if options.singletons == "drop":
            clusters = tuple([one for one in side if len(one) > 1] for side in clusters)
        predicted, wanted = ({mention for cluster in side for mention in cluster} for side in clusters)
        rows[first[unit]] |= {"units": 1, "mentions_in_both": len(predicted & wanted), **cluster_sums(*clusters)}
    for row, unit in enumerate(units):
        if options.level != "document":
            rows[row]["unit"] = "/".join(map(str, unit))
        if details:
            rows[row]["outcomes"] = [*_outcomes(predictions[row], references[row])]
    return rows


def unit_of(reference: RelationDocument, row: int, level: str) -> Unit:
    """Return the unit of a document: topic and subtopic of the references, or the row alone."""
    return (row,) if level == "document" else tuple(getattr(reference, name) for name in LEVELS[level])


def without_singletons(mentions: Mapping[Place, Label]) -> dict[Place, Label]:
    """Return the mentions that share their label with another mention of the corpus."""
    sizes = Counter(mentions.values())
    return {place: label for place, label in mentions.items() if sizes[label] > 1}


def in_units(
    sides: tuple[Mapping[Place, Label], Mapping[Place, Label]], units: Sequence[Unit]
) -> dict[Unit, tuple[list[list[Place]], ...]]:
    """Return the clusters of both sides in each unit; a label in two units is two clusters."""
    found: dict[Unit, tuple[list[list[Place]], ...]] = {unit: ([], []) for unit in units}
    for number, mentions in enumerate(sides):
        clusters: dict[Unit, dict[Label, list[Place]]] = defaultdict(lambda: defaultdict(list))
        for place, label in mentions.items():
            clusters[units[place[0]]][label].append(place)
        for unit, of_unit in clusters.items():
            found[unit][number].extend(of_unit.values())
    return found


def _outcomes(prediction: RelationDocument, reference: RelationDocument) -> Iterator[Row]:
    """Yield the outcomes of mentions, which are right if both sides have them."""
    by_span = has_spans(prediction, reference)
    predictions, references = (
        {mention_key(event, by_span): place for place, event in enumerate(side.events or ())}
        for side in (prediction, reference)
    )
    shared = (Match(place, references[key]) for key, place in predictions.items() if key in references)
    return outcomes_of_items(predictions.values(), references.values(), shared, in_order=True)


def _mention_problems(side: str, document: RelationDocument, by_span: bool) -> Iterator[InputError]:
    key = "span" if by_span else "id"
    held: dict[Hashable, tuple[str, str, int]] = {}
    for place, event in enumerate(document.events or ()):
        mention = mention_key(event, by_span)
        if mention is None:
            wanted = "a span, because others have one" if by_span else 'an "id" or a "span", by which events are equal'
            yield InputError((side, "events", place, key), wanted=wanted, got=Description("none"))
            continue
        other = held.setdefault(mention, (side, "events", place))
        if other[2] != place:
            hint = "two mentions with one span cannot be distinguished"
            got = Description(str(list(event.span)) if by_span and event.span else event.id)
            yield InputError(
                (side, "events", place, key), wanted=f"another {key} than before", got=got, see=other, hint=hint
            )


def _unknown_members(document: RelationDocument) -> Iterator[InputError]:
    known = {*event_ids(document)}
    for number, cluster in enumerate(document.clusters or ()):
        for place, name in enumerate(cluster):
            if name not in known:
                path = ("predictions", "clusters", number, place)
                yield InputError(path, wanted="the id of an event of this document", got=name)


PUBLISHED = (
    Published(
        name="Coreference across documents",
        year="2014–",
        users="work on ECB+, FCC, GVC",
        choose_for="clusters over the documents of a topic or a corpus",
        counts="MUC, B³, CEAF, LEA and BLANC, summed over units; the CoNLL mean",
        faults="All of them depend on level, singletons, mentions and topics; compare only results with the same four",
        original="ns-moosavi/coval 87071a6; conll/reference-coreference-scorers 8.01 f49f3f8",
        checked_by="`golden/relations.json`, `oracles/coreference_oracle.py`",
        options={"protocol": "coreference"},
        rule=cluster_rows,
        steps=(in_units, cluster_sums, coreference_scores),
    ),
)


class Clusters(RelationMeasure):
    """Clusters of events, within documents and over them."""

    published = PUBLISHED

    def count_documents(
        self,
        predictions: Sequence[RelationDocument],
        references: Sequence[RelationDocument],
        options: RelationOptions,
        details: bool,
    ) -> list[Row]:
        return cluster_rows(predictions, references, options, details)

    def problems(self, prediction: RelationDocument, reference: RelationDocument, options: RelationOptions) -> Problems:
        """Yield a missing topic, mentions without the spans that others have, and equal mentions."""
        for name in LEVELS.get(options.level, ())[-1:]:
            if getattr(reference, name) is None:
                wanted = f'a {name}, because clusters run over the documents of one at level="{options.level}"'
                hint = 'level="document" and level="corpus" need none'
                yield InputError(("references", name), wanted=wanted, got=None, hint=hint)
        by_span = has_spans(prediction, reference)
        for side, document in (("predictions", prediction), ("references", reference)):
            yield from _mention_problems(side, document, by_span)
        yield from _unknown_members(prediction)

    def result(self, sums: Sums, options: RelationOptions) -> Scores:
        """Return the scores of mentions and of clusters, and the number of units."""
        scores = MENTIONS.scores(sums, float(options.zero_division))
        found = coreference_scores(sums, float(options.zero_division))
        for name in SCORES:
            scores |= {f"{name}_{key}": found[f"{name}_{key}"] for key in ("precision", "recall", "f1")}
        numbers = {
            "units": sums["units"],
            "predictions": sums["coreference_system_mentions"],
            "references": sums["coreference_reference_mentions"],
        }
        return {
            **scores,
            "conll_f1": found["conll_f1"],
            **numbers,
            **super().result(sums, options),
        }

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return the scores of each unit."""
        options, rows = counts.options, counts.numbers
        scores = {
            key: np.asarray(value).tolist()
            for key, value in self.result({**rows, "documents": rows["units"]}, options).items()
        }
        names = [row.get("unit", row["doc_id"]) for row in counts.rows]
        per_unit = []
        for row, is_unit in enumerate(rows["units"].tolist()):
            if is_unit:
                of_unit = {key: values[row] for key, values in scores.items() if key not in WHOLE}
                per_unit.append({"unit": names[row], **of_unit})
        return {"per_unit": per_unit}

    def warnings(self, sums: Sums, options: RelationOptions) -> list[str]:
        """Return sentences about singletons that decide the numbers."""
        sentences = []
        links = sums["coreference_reference_links"] + sums["coreference_system_links"]
        if not links and sums["coreference_reference_mentions"] + sums["coreference_system_mentions"]:
            sentences.append(
                "All clusters are singletons: MUC, which counts links only, is undefined; B³ and CEAF-e only measure "
                'which mentions were found; singletons="drop" leaves such clusters out.'
            )
        elif not sums["coreference_reference_links"] and sums["coreference_reference_mentions"]:
            sentences.append("All clusters of the references are singletons, so MUC is 0 whatever is predicted.")
        if not sums["coreference_reference_mentions"] and not sums["coreference_system_mentions"] and sums["documents"]:
            sentences.append(
                "There is no mention on either side"
                + (" once singletons are dropped." if options.singletons != "keep" else ".")
            )
        return [*sentences, *super().warnings(sums, options)]

    def check_joined(self, parts: Sequence[Sequence[Row]], options: RelationOptions) -> None:
        if options.singletons == "drop-corpus":
            check_one_part(parts, 'singletons="drop-corpus" drops labels that only one mention of the corpus has')
        super().check_joined(parts, options)

    def counts_alone(self, options: RelationOptions) -> bool:
        return False

    def check_summable(self, options: RelationOptions) -> None:
        """Raise a ValueError for clusters over documents, which need all documents of a unit at once."""
        if options.level != "document" or options.singletons == "drop-corpus":
            raise ValueError(
                "level: clusters over documents are scored in one call, because the documents of a unit may be in "
                'several parts of the data; expected level="document" with singletons="keep" or "drop" where only '
                "sums are kept"
            )
