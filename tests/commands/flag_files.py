"""The files that rows of `test_flags` name: of every task, and with every oddity that a flag is about."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from event_scoring.commands.main import main
from event_scoring.formats.kbp.store_writing import write_system_store
from tests.arguments.test_rich_ere import CASES as RICH_ERE
from tests.arguments.test_rich_ere import sides
from tests.formats.corpora.test_gen_arg import CASES, written
from tests.formats.test_rich_ere import as_xml
from tests.golden_cases import GOLDEN, golden
from tests.values.test_values import gold

TEXT = "Rebels attacked the town ; three soldiers died"
WORDS = TEXT.split()


def lines(path: Path, *records: Any) -> None:
    """One JSON record a line."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def write_flag_files(folder: Path) -> None:
    """Write all of them; paths in rows are relative to the folder."""
    main(["demo", "--write", str(folder)])
    for name in ("answerKey", "referenceLinking"):
        shutil.copytree(GOLDEN / "kbp_store" / name, folder / name)
    for name in ("sysA", "sysB"):
        shutil.copytree(GOLDEN / "kbp_store" / "systems" / name, folder / name)
    _nuggets(folder)
    _judged(folder)
    _lists(folder)
    _templates(folder)
    _labels(folder)
    wrong = gold()
    wrong["events"][0]["modality"] = "Asserted"
    for name, paired, other in (
        ("nuggets", "mistakes/news", {"mentions": []}),
        ("events", "news", {"events": []}),
        ("templates", "news", {"templates": []}),
        ("values", "d", {"events": [], "entities": []}),
        ("relations", "d1", {"relations": []}),
    ):
        lines(folder / f"other-{name}.jsonl", *({"doc_id": one, **other} for one in (paired, "other")))
    lines(folder / "values-gold.jsonl", gold())
    lines(folder / "values-run1.jsonl", wrong)
    (folder / "gen").mkdir()
    written(next(case for case in CASES if case["neutral"]), folder / "gen")
    predictions, references = sides(RICH_ERE[7])
    (folder / "ere").mkdir()
    for reference in references:
        (folder / "ere" / f"{reference['doc_id']}.rich_ere.xml").write_text(as_xml(reference["ere"]))
    write_system_store(folder / "ere-system", predictions)
    lines(folder / "ere-quoted.jsonl", *({"doc_id": one["doc_id"], "quoted": [[0, 10000]]} for one in references))
    _relations(folder)
    _events(folder)
    _datasets(folder)


def _relations(folder: Path) -> None:
    """Temporal and causal relations of two documents in two topics, with clusters."""
    links = {
        "gold": ("BEFORE a b", "AFTER b c", "VAGUE c d", "BEGINS a d", "BEFORE a c"),
        "run1": ("BEFORE a b", "BEFORE c b", "BEFORE c d", "BEGINS a c", "AFTER d a", "BEFORE a c"),
    }
    for name, written_links in links.items():
        relations = []
        for link in written_links:
            label, source, target = link.split()
            kind = "causal" if (source, target) == ("a", "c") else "temporal"
            relations.append({"type": label, "source": source, "target": target, "kind": kind})
        documents = []
        for topic in "12":
            labels = "xxyz" if name == "gold" else "xyyz"
            events = [
                {"id": one, "sentence": place // 2, "token": place % 2, "cluster": label}
                for place, (one, label) in enumerate(zip("abcd", labels, strict=True))
            ]
            shared = {"doc_id": f"d{topic}", "topic": topic, "subtopic": f"{topic}a"}
            documents.append({**shared, "events": events, "relations": relations})
        lines(folder / f"relations-{name}.jsonl", *documents)


def _events(folder: Path) -> None:
    """An answer with a comma at the end, which is repaired, but not by a reader that does what a scorer does."""
    (document,) = map(json.loads, (folder / "extraction-gold.jsonl").read_text(encoding="utf-8").splitlines())
    event = document["events"][0]
    trigger = document["tokens"][event["trigger"]["span"][0]]
    answer = json.dumps({"type": event["type"], "trigger": trigger, "arguments": []})
    lines(folder / "answers.jsonl", {"doc_id": document["doc_id"], "answer": f"[{answer},]"})


def _nuggets(folder: Path) -> None:
    """Files of token ids with their tables, in two endings and with columns that changed places, and brat folders."""
    places = [len(" ".join(WORDS[:place])) + (place > 0) for place in range(len(WORDS))]
    rows = [(f"t{place}", word, places[place], places[place] + len(word)) for place, word in enumerate(WORDS)]
    for name, ending, turned in (("tables", "tab", 1), ("tables-tok", "tok", 1), ("tables-turned", "tab", -1)):
        (folder / name).mkdir()
        table = "\n".join(
            "\t".join(map(str, (token, word, *(begin, end)[::turned]))) for token, word, begin, end in rows
        )
        (folder / name / f"d1.{ending}").write_text(table)
    for name, spans in (("told", ("t1", "t7")), ("told-run", ("t1", "t6,t7"))):
        mentions = [f"run\td1\tE{number}\t{span}\t_\tDie\tActual" for number, span in enumerate(spans)]
        (folder / f"{name}.tbf").write_text("\n".join(["#BeginOfDocument d1", *mentions, "#EndOfDocument", ""]))
    for name in ("brat-gold", "brat-run"):
        (folder / name).mkdir()
        (folder / name / "d1.txt").write_text(TEXT)
        for ending, word in (("ann", "died" if name == "brat-gold" else "town"), ("ent", "attacked")):
            begin = places[WORDS.index(word)]
            event = f"T1\tLife_Die {begin} {begin + len(word)}\t{word}\nE1\tLife_Die:T1\n"
            (folder / name / f"d1.{ending}").write_text(event)
    (folder / "chars.tbf").write_text(
        f"#BeginOfDocument d1\nrun\td1\tE1\t{places[7]},{len(TEXT)}\tdied\tDie\tActual\n#EndOfDocument\n"
    )
    lines(folder / "words.jsonl", {"doc_id": "d1", "tokens": WORDS})
    (folder / "texts").mkdir()
    (folder / "texts" / "d1.txt").write_text("a<quote>b</quote>c")


def _templates(folder: Path) -> None:
    """Templates of MUC-4 that every option scores otherwise, and what people judged of them."""
    documents_of: dict[str, list[Any]] = {"references": [], "predictions": []}
    named = ("attended", "premodifiers", "mapping-barred", "missing-and-spurious", "judgements")
    for case in golden("templates_muc4.json"):
        if case["name"] in named:
            for side, documents in documents_of.items():
                renamed = ({**one, "doc_id": f"{case['name']}/{one['doc_id']}"} for one in case["neutral"][side])
                documents.extend(renamed)
    targets = {"references": ["DAM", "POND"], "predictions": ["SHED", "MILL"]}
    for side, fills in targets.items():
        slots = [{"name": "inc-type", "fills": ["BOMBING"]}, {"name": "phys-tgt-id", "fills": fills}]
        documents_of[side].append({"doc_id": "look-up", "templates": [{"id": "1", "slots": slots}]})
    asked = {"doc_id": "look-up", "template": "1", "slot": "phys-tgt-id"}
    judgements = [
        {**asked, "response": "MILL", "verdict": "fail"},
        {**asked, "response": "SHED", "verdict": "partial", "key": "POND"},
        {**asked, "response": "THE MILL", "verdict": "match", "key": "DAM"},
    ]
    (folder / "muc4-judged.json").write_text(json.dumps({"judgements": judgements, "mappings": []}))
    slots_of_case = json.loads((GOLDEN / "templates_muc4.json").read_text(encoding="utf-8"))["configuration"]["slots"]
    kinds = {one["id"]: {"kind": "string" if one["kind"] == "string" else "number"} for one in slots_of_case}
    (folder / "muc4-slots.json").write_text(json.dumps(kinds))
    lines(folder / "muc4-gold.jsonl", *documents_of["references"])
    lines(folder / "muc4-run.jsonl", *documents_of["predictions"])
    for name in ("gold", "run"):
        slots = [{"name": "Victim", "entities": [["the mayor"]]}] if name == "gold" else []
        document = {"doc_id": "a", "text": "They killed the mayor.", "templates": [{"type": "attack", "slots": slots}]}
        lines(folder / f"texts-{name}.jsonl", document)
    roles = {"Agent": [["The army", 0, 8, 0, 1, ""]]}
    texts = {f"{side}_dict": {"role_annotations": found} for side, found in (("report", roles), ("source", {}))}
    lines(folder / "famus-gold.jsonl", {"instance_id": "1-frame-Using", "frame": "Using", **texts})
    lines(folder / "famus-run.jsonl", {"instance_id": "1-frame-Using", "response": '{"Agent": ["The army"]}'})
    (folder / "famus-coreference.json").write_text('{"1-frame-Using": {"report": [["The army", "army"]]}}')


def _labels(folder: Path) -> None:
    """Labels in columns, also with the prefix behind the type."""
    for name, labels in (("gold", ["O", "I-Die", "O"]), ("run", ["O", "I-Die", "B-Die"])):
        (folder / f"{name}.conll").write_text("".join(f"word {label}\n" for label in labels))
        turned = ("-".join(label.split("-")[::-1]) for label in labels)
        (folder / f"{name}.suffix").write_text("".join(f"word {label}\n" for label in turned))


def _judged(folder: Path) -> None:
    """Events in other words, a judge that accepts them, its verdicts, and those of people."""

    def document(trigger: str, victim: str) -> dict[str, Any]:
        event = {"type": "Die", "trigger": trigger, "arguments": [{"role": "Victim", "text": victim}]}
        return {"doc_id": "d1", "text": TEXT, "events": [event]}

    lines(folder / "told.jsonl", document("died", "three soldiers"))
    lines(folder / "told-run.jsonl", document("were killed", "troops"))
    judge = folder / "yes.sh"
    judge.write_text("#!/bin/sh\nread line\necho true\n")
    judge.chmod(0o755)
    main(
        [
            "judge",
            *(str(folder / f"{name}.jsonl") for name in ("told", "told-run")),
            "-o",
            str(folder / "verdicts.jsonl"),
            "--with",
            str(judge),
        ]
    )
    verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    lines(folder / "people.jsonl", *({**verdict, "verdict": True} for verdict in verdicts))


def _lists(folder: Path) -> None:
    """Lists of documents, groups, types and roles."""
    names = [path.name for path in sorted((folder / "answerKey").iterdir())]
    (folder / "documents.txt").write_text("\n".join(names[:3]) + "\n")
    (folder / "groups.txt").write_text("".join(f"{name}\t{'nw' if name[0] == 'A' else 'df'}\n" for name in names))
    lines(folder / "quoted.jsonl", *({"doc_id": name, "quoted": [[0, 40]]} for name in names))
    (folder / "types.txt").write_text("Life.Die\n")
    (folder / "roles.txt").write_text("Life.Die Victim\n")
    (folder / "word-counts.txt").write_text("".join(f"{name}\t9\n" for name in (*names, "d1")))
    (folder / "more-documents.txt").write_text("\n".join([*names, "missing"]) + "\n")


def _datasets(folder: Path) -> None:
    """Shards of nuggets, with both sides and with one, and a folder with something else in it."""

    def read(name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]

    predictions, references = read("run1.jsonl"), {document["doc_id"]: document for document in read("gold.jsonl")}
    pairs = [{"predictions": one, "references": references[one["doc_id"]]} for one in predictions]
    for name in ("shards", "again", "mixed"):
        lines(folder / f"nuggets-{name}" / "part.jsonl", *pairs)
    (folder / "nuggets-mixed" / "notes.txt").write_text("not a shard")
    lines(folder / "nuggets-predictions" / "part.jsonl", *predictions)
    lines(folder / "nuggets-references" / "part.jsonl", *references.values())
    lines(folder / "nuggets-renamed" / "part.jsonl", {**predictions[0], "doc_id": "another"}, *predictions[1:])
