"""Objects and files made by the libraries themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError
from event_scoring.adapters import (
    events_from_cas,
    nuggets_from_cas,
    nuggets_from_conllu,
)

TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"


@pytest.mark.slow
def test_spacy_as_the_documentation_has_it() -> None:
    spacy = pytest.importorskip("spacy")
    text = (Path(__file__).parents[3] / "docs" / "transformers.md").read_text(encoding="utf-8")
    (recipe,) = (block for block in re.findall(r"```python\n(.*?)```", text, flags=re.S) if "spaCy documents" in block)
    names: dict[str, Any] = {}
    exec(recipe, names)  # the project's own document
    nlp = spacy.blank("en")
    doc = nlp("Troops opened fire. Nobody died.")
    doc.ents = [doc.char_span(7, 18, label="Attack")]
    attack = {"token_ids": [1, 2], "type": "Attack"}
    assert names["nuggets_of"]([doc, nlp("")]) == [{"mentions": [attack]}, {"mentions": []}]


def cas(tokens: bool = True):
    cassis = pytest.importorskip("cassis")
    system = cassis.TypeSystem()
    event = system.create_type("custom.Event", "uima.tcas.Annotation")
    system.create_feature(event, "value", "uima.cas.String")
    link = system.create_type("custom.Role", "uima.tcas.Annotation")
    system.create_feature(link, "value", "uima.cas.String")
    system.create_feature(link, "Governor", event)
    system.create_feature(link, "Dependent", event)
    token = system.create_type(TOKEN, "uima.tcas.Annotation")
    made = cassis.Cas(system)
    made.sofa_string = "😀 He died."
    made.sofa_mime = "text/plain"
    he, died = event(begin=2, end=4, value="Person"), event(begin=5, end=9, value="Die")
    made.add_all([he, died, link(begin=2, end=4, Governor=died, Dependent=he, value="Victim")])
    if tokens:
        made.add_all([token(begin=start, end=end) for start, end in ((0, 1), (2, 4), (5, 9), (9, 10))])
    return made


def kinds(documents: list[dict]) -> list[tuple[list[int], str]]:
    return [(mention["token_ids"], mention["type"]) for mention in documents[0]["mentions"]]


def test_cas(tmp_path: Path) -> None:
    made = cas()
    expected = [([1], "Person"), ([2], "Die")]
    assert kinds(nuggets_from_cas(made, "custom.Event")) == expected
    made.to_json(tmp_path / "a.json")
    made.to_xmi(tmp_path / "a.xmi")
    (tmp_path / "types.xml").write_text(made.typesystem.to_xml(), encoding="utf-8")
    files = [tmp_path / "a.json", (tmp_path / "a.xmi", tmp_path / "types.xml")]
    for file in files:
        assert kinds(nuggets_from_cas([file], "Event", doc_ids=["a"])) == expected
        (document,) = events_from_cas([file], "Event", "Role")
        argument = {"span": [1, 2], "role": "Victim"}
        assert document["events"] == [{"trigger": {"span": [2, 3]}, "type": "Die", "arguments": [argument]}]
    without = cas(tokens=False)
    assert kinds(nuggets_from_cas([without], "Event"))[0] == ([2, 3], "Person")
    assert events_from_cas([without], "Event", "Role")[0]["events"][0]["trigger"] == {"text": "died"}
    with pytest.raises(InputError, match=r'sources\[0\]: expected a type "Trigger", got .*custom.Event'):
        nuggets_from_cas([made], "Trigger")
    with pytest.raises(InputError, match=r'sources\[0\]: expected a value of the feature "kind"'):
        nuggets_from_cas([made], "Event", feature="kind")
    with pytest.raises(InputError, match=r"sources\[0\]: expected .json, or a pair of an XMI"):
        nuggets_from_cas(["a.xmi"], "Event")
    (tmp_path / "b.json").write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.json: expected a CAS, as UIMA writes it, got what raises AttributeError"):
        nuggets_from_cas(tmp_path / "b.json", "Event")
    with pytest.raises(InputError, match=r"none\.json: expected a file that can be read: No such file"):
        nuggets_from_cas(tmp_path / "none.json", "Event")


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
    assert nuggets_from_conllu(path, tokens=True) == [
        {"doc_id": "a", "tokens": ["I", "l", "meurt"], "mentions": [{"token_ids": [1, 2], "type": "Die"}]},
        {"tokens": ["Fin"], "mentions": []},
    ]
    with pytest.raises(InputError, match=r"<input>:1: expected the 10 columns of CoNLL-U, got 2"):
        nuggets_from_conllu(b"1\tx\n")
