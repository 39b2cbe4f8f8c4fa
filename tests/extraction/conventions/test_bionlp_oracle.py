"""The rules of the BioNLP tasks against slow scorers that read the lines themselves."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_extraction
from tests.generated import examples
from tests.oracles.bionlp_oracle import Pair, normalized
from tests.oracles.pathway_oracle import Document, LostError

TEXT = "IL-2 binding, was strongly up-regulated\nby NF-kB binding.'s loss of STAT5"
WORDS = [(0, 4), (5, 12), (14, 17), (18, 26), (27, 39), (40, 42), (43, 48), (49, 56), (60, 64), (65, 67), (68, 73)]
PROTEINS = "T1\tProtein 0 4\tIL-2\nT2\tProtein 43 48\tNF-kB\nT3\tProtein 68 73\tSTAT5\n"

GENIA = {
    "ge-2011": ("Binding", "Gene_expression", "Transcription", "Phosphorylation", "Localization", "Regulation"),
    "ge-2013": ("Binding", "Gene_expression", "Transcription", "Acetylation", "Localization", "Positive_regulation"),
}
SHAPES = [
    ["Theme"], ["Theme", "Cause"], ["Theme", "Theme2"], ["Theme", "Theme"], ["Theme", "Site"], ["Theme", "AtLoc"],
    ["Theme", "Theme2", "Site2"], ["Theme", "Cause", "CSite"], ["Theme", "ToLoc"], ["Theme", "Cause", "Site"],
]  # fmt: skip


def spans(draw: st.DrawFn) -> tuple[int, int]:
    """A word, or a little more than it."""
    start, end = draw(st.sampled_from(WORDS))
    return start - draw(st.integers(0, min(start, 2))), min(end + draw(st.integers(0, 2)), len(TEXT))


@st.composite
def genia(draw: st.DrawFn, variant: str, sites: bool, equal: bool = True) -> str:
    """Triggers and entities near words, events whose arguments are proteins, entities or earlier events."""
    lines, events = [], []
    if equal and draw(st.booleans()):
        lines.append("*\tEquiv T1 T3")
    for number in (40, 41) if sites else ():
        lines.append(f"T{number}\tEntity {' '.join(map(str, spans(draw)))}\tx")
    for number in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(GENIA[variant]))
        if number and draw(st.booleans()):
            kind, trigger = events[-1][0], events[-1][1]
        else:
            trigger = f"T{10 + number}"
            lines.append(f"{trigger}\t{kind} {' '.join(map(str, spans(draw)))}\tx")
        roles = draw(st.sampled_from(SHAPES if sites else SHAPES[:4]))
        targets = ["T1", "T2", "T3"]
        if kind != "Binding":
            targets += [f"E{other}" for other in range(1, number + 1)]
        places = ["T1", "T40", "T41"]
        arguments = [
            (role, draw(st.sampled_from(places if "Site" in role or "Loc" in role else targets))) for role in roles
        ]
        events.append((kind, trigger, draw(st.permutations(arguments))))
    for number, (kind, trigger, arguments) in enumerate(events, 1):
        lines.append(f"E{number}\t{kind}:{trigger} {' '.join(f'{role}:{to}' for role, to in arguments)}")
    for number in range(draw(st.integers(0, 2)) if events else 0):
        kind = draw(st.sampled_from(["Negation", "Speculation"]))
        lines.append(f"M{number}\t{kind} E{draw(st.integers(1, len(events)))}")
    return "".join(f"{line}\n" for line in lines)


def scored(a1: str, gold: str, answer: str, **options: Any) -> list[dict[str, Any]]:
    """The rows of the classes, without totals."""
    with TemporaryDirectory() as place:
        sides = [Path(place) / side for side in ("system", "references")]
        for folder, text in zip(sides, (answer, gold), strict=True):
            folder.mkdir()
            (folder / "1.a2").write_text(text, encoding="utf-8")
        (sides[1] / "1.a1").write_text(a1, encoding="utf-8")
        (sides[1] / "1.txt").write_text(TEXT, encoding="utf-8")
        result = score_extraction(*sides, convention="bionlp", details=True, **options)
    return [row for row in result["per_class"] if not row["name"].endswith("TOTAL")]


def counted(a1: str, gold: str, answer: str, **options: Any) -> dict[str, list[int]]:
    shares = ("name", "recall", "precision", "f1")
    rows = scored(a1, gold, answer, **options)
    return {row["name"]: [value for key, value in row.items() if key not in shares] for row in rows}


def printed_pieces(variant: str, task: int) -> set[str]:
    """The names of the rows of decomposed scores."""
    regulations = {"Regulation", "Positive_regulation", "Negative_regulation"}
    changes = {"Phosphorylation"}
    if variant == "ge-2013":
        changes |= {"Protein_modification", "Ubiquitination", "Acetylation", "Deacetylation"}
    if task == 2:
        places = ["AtLoc", "ToLoc", *(["FromLoc"] if variant == "ge-2013" else [])]
        rows = {f"Site-{kind}" for kind in regulations | changes | {"Binding"}}
        return rows | {f"CSite-{kind}" for kind in regulations} | {f"{place}-Localization" for place in places}
    simple = {"Gene_expression", "Transcription", "Protein_catabolism", "Binding", "Localization"}
    causes = regulations | (changes if variant == "ge-2013" else set())
    return {f"Theme-{kind}" for kind in simple | changes | regulations} | {f"Cause-{kind}" for kind in causes}


SPANS = st.sampled_from(["strict", "approximate", "ignore-trigger"])
RECURSIVE = st.sampled_from(["strict", "approximate"])


@examples(500)
@given(
    data=st.data(), variant=st.sampled_from([*GENIA]), span=SPANS, recursive=RECURSIVE, normalize=st.booleans(),
    asked=st.sampled_from([(1, False), (2, False), (3, False), (1, True), (2, True)]),
)  # fmt: skip
def test_ge_equals_the_oracle(
    data: st.DataObject, variant: str, span: str, recursive: str, normalize: bool, asked: tuple[int, bool]
) -> None:
    task, decompose = asked
    gold = normalized(data.draw(genia(variant, sites=task != 1)))
    answer = data.draw(st.one_of(genia(variant, sites=task != 1, equal=False), answers(gold), answers(gold)))
    read = normalized(answer) if normalize else answer
    later = variant == "ge-2013"
    options: dict[str, Any] = {"soft_types": data.draw(st.booleans())} if later else {}
    pair = Pair(
        TEXT, PROTEINS, gold, read, task=task, later=later, decompose=decompose, soft_span=span == "approximate",
        any_trigger=span == "ignore-trigger", soft_nested=recursive == "approximate", **options,
    )  # fmt: skip
    wanted = {name: row for name, row in pair.counts().items() if any(row)}
    if decompose:
        wanted = {name: row for name, row in wanted.items() if name in printed_pieces(variant, task)}
        if task == 2 and not any(row[2] for row in wanted.values()):
            wanted = {}
    elif (task == 2 and not any(role in read for role in ("Site", "Loc:"))) or (task == 3 and "\nM" not in answer):
        wanted = {}
    options |= {"span": span, "recursive": recursive, "normalize": normalize, "task": task, "decompose": decompose}
    assert counted(PROTEINS, gold, answer, variant=variant, **options) == wanted


PATHWAYS = {
    "pc-2013": (
        "T1\tGene_or_gene_product 0 4\tIL-2\nT2\tSimple_chemical 43 48\tNF-kB\nT3\tGene_or_gene_product 68 73\tS\n"
        "T4\tCellular_component 60 64\tloss\n",
        ("Conversion", "Phosphorylation", "Pathway", "Binding", "Regulation"),
        ["Theme AtLoc", "Theme Product Product2", "Participant Participant2", "Participant Participant", "Theme Cause2"],
        {"Site": ["T2"], "CSite": ["T2"], "AtLoc": ["T4"], "Participant": ["T1", "T2", "T3"]},
    ),
    "cg-2013": (
        "T1\tGene_or_gene_product 0 4\tIL-2\nT2\tAmino_acid 43 48\tNF-kB\nT3\tCell 68 73\tSTAT5\n",
        ("Mutation", "Growth", "Planned_process", "Binding", "Regulation"),
        ["Theme ToLoc", "Theme Instrument Instrument2", "Site", "Theme Participant", "Theme Cause Site"],
        {"Site": ["T2"], "CSite": ["T2"], **{role: ["T1", "T2", "T3"] for role in ("ToLoc", "Instrument", "Participant")}},
    ),
}  # fmt: skip
PATHWAYS["pc-2013-original"] = PATHWAYS["pc-2013"]


ANY_PATHWAY = ["Theme", "", "Theme Cause", "Theme Theme2", "Theme Site", "Theme Theme2 Site2", "Theme Cause CSite"]
FAULTY = ["Site2", "Theme Cause Cause", "Theme Site Site", "Theme CSite"]


@st.composite
def pathways(draw: st.DrawFn, variant: str) -> str:
    """Triggers near words, and events with roles that may go together, or seldom may not."""
    a1, kinds, own, fillers = PATHWAYS[variant]
    given_ids = [f"T{number}" for number in range(1, a1.count("\n") + 1)]
    shapes = [*ANY_PATHWAY, *own] * 2
    lines: list[str] = []
    names = count(1)
    for number in range(draw(st.integers(0, 4))):
        kind, (start, end) = draw(st.sampled_from(kinds)), spans(draw)
        lines.append(f"T{number + 10}\t{kind} {start} {end}\t{TEXT[start:end]}")
        for _ in range(draw(st.integers(1, 2))):
            name = next(names)
            earlier = [f"E{other}" for other in range(1, name)]
            roles = draw(st.sampled_from(FAULTY if draw(st.integers(0, 30)) == 0 else shapes)).split()
            words = [
                f"{role}:{draw(st.sampled_from(fillers.get(role.rstrip('2'), given_ids + earlier)))}" for role in roles
            ]
            lines.append(" ".join([f"E{name}\t{kind}:T{number + 10}", *words]))
    events = [line.partition("\t")[0] for line in lines if line[0] == "E"]
    for number in range(draw(st.integers(0, 2)) if events else 0):
        kind = draw(st.sampled_from(["Negation", "Speculation"]))
        lines.append(f"M{number + 1}\t{kind} {draw(st.sampled_from(events))}")
    if draw(st.booleans()):
        lines.append("*\tEquiv T1 T3")
    if draw(st.integers(0, 19)) == 0:
        lines.append(draw(st.sampled_from(["", "?1\tx", "E90\tBinding:T99", "R1\tKnown T1 T2"])))
    return "".join(f"{line}\n" for line in lines)


@st.composite
def answers(draw: st.DrawFn, gold: str) -> str:
    """The events of the references with a few changes: triggers moved, arguments lost or changed, events repeated."""
    lines = [line for line in gold.splitlines() if not line.startswith("*")]
    for _ in range(draw(st.integers(0, 4)) if lines else 0):
        place = draw(st.integers(0, len(lines) - 1))
        name, _, rest = lines[place].partition("\t")
        words = rest.split(" ")
        if name[:1] == "T" and len(words) > 2:
            start, end = int(words[1]), int(words[2].partition("\t")[0])
            start, end = max(0, start + draw(st.integers(-2, 1))), end + draw(st.integers(-1, 2))
            lines[place] = f"{name}\t{words[0]} {start} {max(start + 1, end)}\tx"
        elif name[:1] == "E" and len(words) > 1:
            number = draw(st.integers(1, len(words) - 1))
            change = draw(st.sampled_from(["lose", "fill", "repeat", "turn"]))
            if change == "lose" and not words[number].startswith("Theme"):  # what has a Site needs its Theme
                del words[number]
            elif change == "fill":
                words[number] = f"{words[number].partition(':')[0]}:{draw(st.sampled_from(['T1', 'T2', 'T3']))}"
            elif change == "turn":
                words[1:] = words[:0:-1]
            if change == "repeat":
                lines.append(f"E{60 + len(lines)}\t{rest}")
            else:
                lines[place] = f"{name}\t{' '.join(words)}"
        elif name[:1] == "M":
            del lines[place]
        if not lines:
            break
    return "".join(f"{line}\n" for line in lines)


@examples(300)
@given(
    data=st.data(),
    variant=st.sampled_from([*PATHWAYS]),
    span=SPANS.filter(lambda word: word != "ignore-trigger"),
    recursive=RECURSIVE,
    single=st.booleans(),
)
def test_pc_and_cg_equal_the_oracle(data: st.DataObject, variant: str, span: str, recursive: str, single: bool) -> None:
    a1 = PATHWAYS[variant][0]
    gold = data.draw(pathways(variant))
    answer = data.draw(answers(gold))
    try:
        wanted = Document(
            TEXT, a1, gold, answer, second="Instrument" if variant == "cg-2013" else "Product",
            original=variant == "pc-2013-original", soft_span=span == "approximate",
            soft_nested=recursive == "approximate", single_penalty=single,
        ).counts()  # fmt: skip
    except LostError:
        wanted = {}
    if not any(wanted.get(kind, [0])[0] for kind in ("Negation", "Speculation")):
        wanted = {kind: row for kind, row in wanted.items() if kind not in ("Negation", "Speculation")}
    found = counted(
        a1, gold, answer, variant=variant, span=span, recursive=recursive, single_penalty=single, unreadable="skip"
    )
    assert {kind: row for kind, row in found.items() if any(row)} == {k: row for k, row in wanted.items() if any(row)}
