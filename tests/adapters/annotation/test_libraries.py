"""Objects and files made by the libraries themselves, and the recipes of the documentation for them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from event_scoring import InputError
from event_scoring.adapters import nuggets_from_conllu


def recipe(words: str) -> dict[str, Any]:
    """The names that the block of docs/transformers.md with these words defines."""
    text = (Path(__file__).parents[3] / "docs" / "transformers.md").read_text(encoding="utf-8")
    (block,) = (block for block in re.findall(r"```python\n(.*?)```", text, flags=re.S) if words in block)
    names: dict[str, Any] = {}
    exec(block, names)  # the project's own document
    return names


def test_spacy_as_the_documentation_has_it() -> None:
    """Documents with what spaCy 3.8.18 gives for an entity "opened fire" in "Troops opened fire.", and for no text."""
    span = SimpleNamespace(start=1, end=3, label_="Attack")
    docs = [SimpleNamespace(ents=(span,)), SimpleNamespace(ents=())]
    attack = {"token_ids": [1, 2], "type": "Attack"}
    assert recipe("spaCy documents")["nuggets_of"](docs) == [{"mentions": [attack]}, {"mentions": []}]


def test_cas_as_the_documentation_has_it(tmp_path: Path) -> None:
    """Offsets of a CAS count UTF-16, which cassis turns into characters."""
    cassis = pytest.importorskip("cassis")
    names = recipe("def documents_of(cas")
    system = cassis.TypeSystem()
    event = system.create_type("custom.Event", "uima.tcas.Annotation")
    system.create_feature(event, "value", "uima.cas.String")
    link = system.create_type("custom.Role", "uima.tcas.Annotation")
    system.create_feature(link, "value", "uima.cas.String")
    system.create_feature(link, "Governor", event)
    system.create_feature(link, "Dependent", event)
    token = system.create_type(names["TOKEN"], "uima.tcas.Annotation")
    made = cassis.Cas(system)
    made.sofa_string = "😀 He died."
    made.sofa_mime = "text/plain"
    he, died = event(begin=2, end=4, value="Person"), event(begin=5, end=9, value="Die")
    made.add_all([he, died, link(begin=2, end=4, Governor=died, Dependent=he, value="Victim")])
    made.add_all([token(begin=start, end=end) for start, end in ((0, 1), (2, 4), (5, 9), (9, 10))])
    made.to_json(tmp_path / "a.json")
    made.to_xmi(tmp_path / "a.xmi")
    with (tmp_path / "a.json").open("rb") as json_file, (tmp_path / "a.xmi").open("rb") as xmi:
        for read in (cassis.load_cas_from_json(json_file), cassis.load_cas_from_xmi(xmi, made.typesystem)):
            (nuggets,) = names["documents_of"](read, "custom.Event")
            assert [(one["token_ids"], one["type"]) for one in nuggets["mentions"]] == [([1], "Person"), ([2], "Die")]
            argument = {"span": [1, 2], "role": "Victim"}
            assert names["documents_of"](read, "custom.Event", "custom.Role") == [
                {"events": [{"trigger": {"span": [2, 3]}, "type": "Die", "arguments": [argument]}]}
            ]


def test_conllu(tmp_path: Path) -> None:
    """A file that the package conllu writes."""
    conllu = pytest.importorskip("conllu")
    text = (
        "# newdoc id = a\n1-2\tIl\t_\t_\t_\t_\t_\t_\t_\t_\n1\tI\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tl\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|Event=B-Die\n2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
        "1\tmeurt\t_\t_\t_\t_\t_\t_\t_\tEvent=I-Die\n\n# newdoc\n1\tFin\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )
    path = tmp_path / "a.conllu"
    path.write_text("".join(sentence.serialize() for sentence in conllu.parse(text)), encoding="utf-8")
    mentions = [{"token_ids": [1], "type": "Die"}, {"token_ids": [2], "type": "Die"}]  # one in each sentence
    assert nuggets_from_conllu(path, tokens=True) == [
        {"doc_id": "a", "tokens": ["I", "l", "meurt"], "mentions": mentions},
        {"tokens": ["Fin"], "mentions": []},
    ]
    with pytest.raises(InputError, match=r"<input>:1: expected the 10 columns of CoNLL-U, got 2"):
        nuggets_from_conllu(b"1\tx\n")
