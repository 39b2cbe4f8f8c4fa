"""Files of relations and of clusters of events are read as their corpora write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, compare, read, score_nuggets, score_relations
from event_scoring.commands.main import main
from tests.relations.cases import MAVEN_CASES, golden_maven

TIMEML = """<?xml version="1.0" ?>
<TimeML><DCT><TIMEX3 tid="t9" type="DATE" value="2020-01-01" functionInDocument="CREATION_TIME">today</TIMEX3></DCT>
<TEXT>He <EVENT eid="e1" class="OCCURRENCE">fell</EVENT> on <TIMEX3 tid="t1" type="DATE" value="2020-W10">Monday</TIMEX3>
and <EVENT eid="e2" class="STATE">rose <b>up</b></EVENT> again.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" polarity="POS"/>
<MAKEINSTANCE eiid="ei2" eventID="e2" tense="PAST" polarity="POS"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
<TLINK lid="l2" relType="IS_INCLUDED" eventInstanceID="ei1" relatedToTime="t1"/>
<CLINK lid="l3" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
</TimeML>"""
ECB = """<?xml version="1.0" ?>
<Document doc_id="DOC1"><token t_id="1" sentence="0" number="0">Tara</token>
<token t_id="2" sentence="0" number="1">checked</token><token t_id="3" sentence="0" number="2">in</token>
<token t_id="4" sentence="1" number="0">stay</token><token t_id="5" sentence="1" number="1">again</token>
<Markables><ACTION_OCCURRENCE m_id="26"><token_anchor t_id="2"/><token_anchor t_id="3"/></ACTION_OCCURRENCE>
<ACTION_STATE m_id="27"><token_anchor t_id="4"/></ACTION_STATE>
<ACTION_STATE m_id="29"><token_anchor t_id="5"/></ACTION_STATE>
<HUMAN_PART_PER m_id="28"><token_anchor t_id="1"/></HUMAN_PART_PER>
<ACTION_OCCURRENCE m_id="30" TAG_DESCRIPTOR="stay" instance_id="ACT1234"/><UNKNOWN m_id="31"/></Markables>
<Relations><CROSS_DOC_COREF r_id="1" note="ACT9"><source m_id="26"/><target m_id="30"/></CROSS_DOC_COREF>
<INTRA_DOC_COREF r_id="7"><source m_id="27"/><source m_id="29"/><target m_id="31"/></INTRA_DOC_COREF>
<PLOT_LINK r_id="2" relType="PRECONDITION"><source m_id="26"/><target m_id="27"/></PLOT_LINK>
<PLOT_LINK r_id="3" relType=""><source m_id="27"/><target m_id="29"/></PLOT_LINK></Relations></Document>"""
CATTAN = """#begin document topic_1
1\t1ecb\td1\t0\t0\tHe\t-
1\t1ecb\td1\t0\t1\tfell\t(A1)
1\t1ecb\td1\t0\t2\tdown\t(B1
1\t1ecb\td1\t0\t3\there\tB1)
1\t1ecb\td2\t0\t0\trose\t(A1)

#end document
"""


def link(source: str, label: str, target: str, **more: str) -> dict[str, str]:
    return {"type": label, "source": source, "target": target, **more}


def written(path: Path, text: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_matres(tmp_path: Path) -> None:
    gold = written(
        tmp_path / "platinum.txt", "d1\tsaid\tfell\t1\t2\tBEFORE\nd2\ta\tb\t3\t4\tAFTER\nd1\tx\ty\t2\t5\tVAGUE\n"
    )
    first = [link("ei1", "BEFORE", "ei2", kind="temporal"), link("ei2", "VAGUE", "ei5", kind="temporal")]
    second = [link("ei3", "AFTER", "ei4", kind="temporal")]
    assert read(gold) == [{"doc_id": "d1", "relations": first}, {"doc_id": "d2", "relations": second}]
    system = written(
        tmp_path / "run.tsv", "d1\tsaid\tfell\t1\t2\tBEFORE\nd1\tx\ty\t2\t5\tAFTER\nd2\ta\tb\t3\t4\tBEFORE\n"
    )
    result = score_relations(system, gold, protocol="matres")
    assert (result["true_positives"], result["predictions"], result["references"]) == (1, 3, 2)
    wrong = written(tmp_path / "wrong.txt", "d1\tsaid\tfell\t1\t2\tBEFORE\n" * 3 + "d1\tsaid\n")
    with pytest.raises(InputError, match=r"wrong\.txt:4: expected 4 or 6 columns"):
        read(wrong, "relations")


@pytest.mark.parametrize(
    "text",
    [
        "docid\tverb1\tverb2\teiid1\teiid2\trelation\nd1\tsaid\tfell\t1\t2\tBEFORE\n",
        "d1\t1\t2\tBEFORE\n",
        "d1\tei1\tei2\tBEFORE\n",
    ],
)
def test_predictions_for_matres_as_people_write_them(text: str, tmp_path: Path) -> None:
    (document,) = read(written(tmp_path / "run.tsv", text))
    assert document == {"doc_id": "d1", "relations": [link("ei1", "BEFORE", "ei2", kind="temporal")]}


def test_tddiscourse(tmp_path: Path) -> None:
    path = written(tmp_path / "TDDManTest.tsv", "d1\te1\te2\tb\nd1\te2\te3\tii\nd1\te2\te4\ts\tworld\n")
    assert [one["type"] for one in read(path)[0]["relations"]] == ["BEFORE", "IS_INCLUDED", "SIMULTANEOUS"]
    path = written(tmp_path / "wrong.tsv", "d1\te1\te2\tb\n" * 2 + "d1\te2\te3\tx\n")
    with pytest.raises(InputError, match="expected"):
        read(path, "relations")


def test_hieve(tmp_path: Path) -> None:
    text = "Text\tIt fell.\nEvent\t1\tfell\tOCC\t3\nEvent\t2\trose\tOCC\t9\nRelation\t1\t2\tSuperSub\ttrue\n"
    path = written(tmp_path / "hieve" / "article-1.tsvx", text)
    wanted = [{"doc_id": "article-1", "events": [{"id": "1", "text": "fell"}, {"id": "2", "text": "rose"}]}]
    wanted[0]["relations"] = [link("1", "PARENT-CHILD", "2")]  # type: ignore[assignment]
    assert read(path) == read(tmp_path / "hieve") == wanted


def test_eventstoryline(tmp_path: Path) -> None:
    written(tmp_path / "gold" / "1_1ecbplus.xml", "12\t20\tPRECONDITION\n15_16\t20\tFALLING_ACTION\n")
    written(tmp_path / "run" / "1_1ecbplus.xml.base3.out", "12\t20\tFALLING_ACTION\n")
    result = score_relations(tmp_path / "run", tmp_path / "gold", protocol="eventstoryline")
    assert (result["pairs_precision"], result["pairs_recall"], result["typed_recall"]) == (1.0, 0.5, 0.0)


def test_timeml(tmp_path: Path) -> None:
    (document,) = read(written(tmp_path / "wsj_1.tml", TIMEML))
    assert document["doc_id"] == "wsj_1"
    first, second = document["events"]
    assert (first["id"], first["event"], first["text"], first["class"], first["token"]) == (
        "ei1",
        "e1",
        "fell",
        "OCCURRENCE",
        1,
    )
    assert "text" not in second  # tags inside: it counts and matches nothing
    assert [(time["id"], time.get("dct")) for time in document["times"]] == [("t9", True), ("t1", None)]
    assert document["relations"] == [
        link("ei1", "BEFORE", "ei2", kind="temporal"),
        link("ei1", "IS_INCLUDED", "t1", kind="temporal"),
        link("ei1", "CLINK", "ei2", kind="causal"),
    ]
    result = score_relations(tmp_path, tmp_path, protocol="tempeval-3", kinds=["temporal"])
    assert (result["awareness_f1"], result["event_relaxed_recall"]) == (1.0, 0.5)


def test_ecb_plus(tmp_path: Path) -> None:
    (document,) = read(written(tmp_path / "ecb" / "1_10ecbplus.xml", ECB))
    assert (document["doc_id"], document["topic"], document["subtopic"]) == ("1_10ecbplus", "1", "1ecbplus")
    assert [(one["id"], one["span"], one["cluster"]) for one in document["events"]] == [
        ("26", [1, 3], "ACT1234"),
        ("27", [3, 4], "1_10ecbplus 7"),
        ("29", [4, 5], "1_10ecbplus 7"),
    ]
    assert document["relations"] == [
        link("26", "PRECONDITION", "27", kind="causal"),
        link("27", "null", "29", kind="causal"),
    ]


def test_conll_columns(tmp_path: Path) -> None:
    path = written(tmp_path / "gold.conll", CATTAN)
    assert read(path) == [
        {
            "doc_id": "d1",
            "topic": "topic_1",
            "subtopic": "1ecb",
            "events": [{"span": [1, 2], "cluster": "A1"}, {"span": [2, 4], "cluster": "B1"}],
        },
        {"doc_id": "d2", "topic": "topic_1", "subtopic": "1ecb", "events": [{"span": [0, 1], "cluster": "A1"}]},
    ]
    kept = score_relations(path, path, protocol="coreference")
    dropped = score_relations(path, path, protocol="coreference", singletons="drop")
    assert (kept["conll_f1"], kept["references"], dropped["references"]) == (1.0, 3, 2)
    open_bracket = written(tmp_path / "open.conll", CATTAN.replace("B1)", "-"))
    with pytest.raises(InputError, match=r'open\.conll:4: expected a bracket "B1\)"'):
        read(open_bracket)
    with pytest.raises(InputError, match=r'closed\.conll:5: expected a bracket "\(B1"'):
        read(written(tmp_path / "closed.conll", CATTAN.replace("(B1", "-")))


@pytest.mark.parametrize("name", [name for name in MAVEN_CASES if name.startswith("random")])
def test_maven_ere(name: str, tmp_path: Path) -> None:
    case: dict[str, Any] = MAVEN_CASES[name]
    sides = golden_maven(case)
    gold = [json.dumps({"id": one["doc_id"], **one["gold"]}) for one in case["documents"]]
    system = [json.dumps({"id": one["doc_id"], "coreference": [], **(one["pred"] or {})}) for one in case["documents"]]
    paths = [written(tmp_path / f"{side}.jsonl", "\n".join(lines)) for side, lines in (("gold", gold), ("run", system))]
    found = score_relations(paths[1], paths[0], protocol="maven-ere")
    wanted = score_relations(*sides, protocol="maven-ere")
    assert {key: found[key] for key in wanted if key.endswith("f1")} == {
        key: value for key, value in wanted.items() if key.endswith("f1")
    }


def test_timeml_aligned_as_by_the_normaliser_of_tempeval_3(tmp_path: Path) -> None:
    """A system with ids of its own and links against the text is scored after its ids and links are brought in line."""
    written(tmp_path / "gold" / "d.tml", TIMEML)
    system = TIMEML
    for number in (1, 2):
        system = system.replace(f'ei{number}"', f'ei9{number}"').replace(f'"e{number}"', f'"e9{number}"')
    system = system.replace(
        'relType="BEFORE" eventInstanceID="ei91" relatedToEventInstance="ei92"',
        'relType="AFTER" eventInstanceID="ei92" relatedToEventInstance="ei91"',
    )
    assert system.count("ei92") == TIMEML.count("ei2")
    written(tmp_path / "run" / "d.tml", system)
    gold = read(tmp_path / "gold", align=True)
    found = read(tmp_path / "run", references=tmp_path / "gold", align=True)
    assert found[0]["relations"] == gold[0]["relations"]
    assert [one["id"] for one in found[0]["events"]] == [one["id"] for one in gold[0]["events"]]
    result = score_relations(found, gold, protocol="tempeval-3", kinds=["temporal"])
    assert (result["awareness_f1"], result["event_relaxed_recall"]) == (1.0, 0.5)
    plain = score_relations(tmp_path / "run", tmp_path / "gold", protocol="tempeval-3", kinds=["temporal"])
    assert plain["awareness_recall"] == 0.0
    with pytest.raises(ValueError, match="align: MATRES has nothing of the kind"):
        read(written(tmp_path / "m.txt", "d\ta\tb\t1\t2\tBEFORE\n"), align=True)


def test_nuggets_and_sequencing_from_timeml(tmp_path: Path) -> None:
    mentions = [
        {"id": f"E{place}", "token_ids": [place], "type": kind} for place, kind in enumerate(("Attack", "Die", "Meet"))
    ]
    links = [{"type": "After", "source": "E0", "target": "E1"}, {"type": "Subevent", "source": "E1", "target": "E2"}]
    gold = [{"doc_id": "d1", "mentions": mentions, "links": links}]
    events = " ".join(f'<EVENT eid="e{number}" class="OCCURRENCE">E{number}</EVENT>' for number in (1, 2, 3))
    instances = "".join(
        f'<MAKEINSTANCE eventID="e{number}" eiid="ei{number}" comment="{one["type"]}"/>'
        for number, one in enumerate(mentions, 1)
    )
    order = "".join(
        f'<TLINK lid="l{first}" relType="{kind}" eventInstanceID="ei{first}" relatedToEventInstance="ei{first + 1}"/>'
        for first, kind in ((1, "BEFORE"), (2, "INCLUDES"))
    )
    text = f"<TimeML><DOCID>d1</DOCID><TEXT>{events}</TEXT>{instances}{order}</TimeML>"
    (document,) = read(written(tmp_path / "d1.tml", text), "nuggets")
    assert [(one["token_ids"], one["type"]) for one in document["mentions"]] == [
        (one["token_ids"], one["type"]) for one in mentions
    ]
    result = score_nuggets([document], gold)
    assert (result["type_f1"], result["after_f1"], result["subevent_f1"]) == (1.0, 1.0, 1.0)


def test_only_the_checked_sentences_of_ecb_plus(tmp_path: Path) -> None:
    written(tmp_path / "ecb" / "1_10ecbplus.xml", ECB)
    written(tmp_path / "ecb" / "1_11ecbplus.xml", ECB)
    table = written(tmp_path / "sentences.csv", "Topic,File,Sentence Number\n1,10ecbplus,0\n")
    whole = read(tmp_path / "ecb")
    (document,) = read(tmp_path / "ecb", sentences=table)
    kept = [one for one in whole[0]["events"] if one["sentence"] == 0]
    assert document["events"] == kept
    assert all(link["source"] in {one["id"] for one in kept} for link in document["relations"])
    for row in ("1,10ecbplus", "one,10ecbplus,0"):
        table = written(tmp_path / "sentences.csv", f"Topic,File,Sentence\n{row}\n")
        with pytest.raises(InputError, match=r"sentences\.csv:2: expected a row of topic, file and number"):
            read(tmp_path / "ecb", sentences=table)


def test_the_first_row_of_matres_is_a_header_only_where_it_has_no_instances(tmp_path: Path) -> None:
    path = written(tmp_path / "run.tsv", "d1\t1\t2\tBefore\nd1\t2\t3\tAFTER\n")
    (document,) = read(path)
    assert [one["type"] for one in document["relations"]] == ["Before", "AFTER"]


def test_a_time_with_tags_inside_may_be_linked_and_is_not_scored(tmp_path: Path) -> None:
    text = TIMEML.replace(">Monday<", "><NUMEX>Mon</NUMEX>day<")
    (document,) = read(written(tmp_path / "d.tml", text))
    assert "text" not in next(time for time in document["times"] if time["id"] == "t1")
    found = score_relations([document], [document], protocol="tempeval-3")
    assert (found["awareness_f1"], found["time_relaxed_precision"]) == (1.0, 1.0)


def test_links_of_cat_to_the_date_of_the_document_and_to_what_is_no_event(tmp_path: Path) -> None:
    date = '<TIMEX3 id="90" functionInDocument="CREATION_TIME"/></Markables>'
    links = """<TLINK r_id="8" relType="BEFORE"><source m_id="26"/><target m_id="90"/></TLINK>
<TLINK r_id="9" relType="BEFORE"><source m_id="26"/><target m_id="99"/></TLINK></Relations>"""
    path = written(tmp_path / "d.xml", ECB.replace("</Markables>", date).replace("</Relations>", links))
    with pytest.warns(UserWarning, match="1 link left out because an end is neither an event"):
        (document,) = read(path)
    assert {"id": "90", "dct": True} in document["times"]
    assert {"type": "BEFORE", "source": "26", "target": "90", "kind": "temporal"} in document["relations"]


def test_names_of_documents_keep_their_points(tmp_path: Path) -> None:
    """AQUAINT and TimeBank name documents by date and number: APW19980213.1310 and APW19980213.1320."""
    for name in ("APW19980213.1310.tml", "APW19980213.1320.tml"):
        written(tmp_path / "gold" / name, TIMEML)
    assert [one["doc_id"] for one in read(tmp_path / "gold")] == ["APW19980213.1310", "APW19980213.1320"]
    assert (
        read(written(tmp_path / "ABC19980108.1830.0711.tml.info.xml", TIMEML))[0]["doc_id"] == "ABC19980108.1830.0711"
    )


@pytest.mark.parametrize(
    ("name", "text"), [("a.tml", TIMEML), ("a.xml", ECB), ("a.tsvx", "Text\tx\nEvent\t1\tfell\n"), ("a.conll", CATTAN)]
)
def test_hidden_files_of_a_folder_are_not_read(name: str, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    written(folder / name, text)
    wanted = read(folder)
    for other in range(20):  # the order in which a folder lists its files is not known
        written(folder / f"._{other}{name}", "\0\5\26\7")
    written(folder / ".DS_Store", "\0\0\0\1Bud1")
    written(folder / ".cache" / name, text)
    assert read(folder) == wanted


@pytest.mark.parametrize("task", ["nuggets", "extraction"])
def test_hidden_files_beside_brat_annotations_are_not_read(task: str, tmp_path: Path) -> None:
    written(tmp_path / "d1.ann", "T1\tDie 0 4\tdied\nE1\tDie:T1\n")
    written(tmp_path / "d1.txt", "died")
    written(tmp_path / "._d1.ann", "\5\26\7")
    assert [one["doc_id"] for one in read(tmp_path, task)] == ["d1"]


def test_a_file_of_clusters_alone_is_scored_as_coreference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CoNLL columns hold no relations, so that the pairs of two equal files scored 0."""
    gold, run = written(tmp_path / "gold.conll", CATTAN), written(tmp_path / "run.conll", CATTAN)
    assert score_relations(run, gold)["conll_f1"] == 1
    assert compare({"a": run, "b": run}, gold, task="relations", level="document").data["systems"]
    assert main(["relations", gold, run]) == 0
    assert "protocol:coreference" in capsys.readouterr().out
    assert score_relations(run, gold, protocol="pairs")["f1"] == 0


def test_answers_of_maven_ere_may_begin_with_an_id_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl", '{"id": "d1"}\n{"id": "d2", "causal_relations": {"CAUSE": [["a", "b"]]}}\n')
    assert [len(one["relations"]) for one in read(path)] == [0, 1]


def test_references_are_read_without_links_that_lack_a_source(tmp_path: Path) -> None:
    flawed = TIMEML.replace('eventInstanceID="ei1" relatedToTime="t1"', 'relatedToTime="t1"')
    gold = written(tmp_path / "wsj_1.tml", flawed)
    with pytest.warns(UserWarning, match=r"wsj_1\.tml:8: .*; 1 link without source or target left out"):
        (document,) = read(gold)
    assert [one["type"] for one in document["relations"]] == ["BEFORE", "CLINK"]
    for options in ({"strict": True}, {"predicted": True}):
        with pytest.raises(InputError, match=r"wsj_1\.tml:8: expected one of the attributes"):
            read(gold, **options)


def test_cat_references_are_read_without_links_that_lack_a_source(tmp_path: Path) -> None:
    """EventStoryLine v0.9 has such a TLINK."""
    lacking = '<TLINK r_id="9" relType="BEFORE"><target m_id="27"/></TLINK></Relations>'
    gold = written(tmp_path / "1_1ecb.xml", ECB.replace("</Relations>", lacking))
    with pytest.warns(UserWarning, match="1 link without source or target left out; strict refuses them"):
        (document,) = read(gold)
    assert len(document["relations"]) == 2
    with pytest.raises(InputError, match="expected one <source> and one <target> in <TLINK>, got 0, 1"):
        read(gold, strict=True)


def test_words_of_timeml_are_those_of_the_text_without_tags(tmp_path: Path) -> None:
    """A system that misses an event has one tag less, and the words behind it keep their places."""
    said, left = '<EVENT eid="e1" class="SAID">said</EVENT>', '<EVENT eid="e2" class="LEFT">re-left</EVENT>'
    texts = {
        "gold": f"They {said}, he {left}.",
        "run": f"They said, he {left}.",
        "cut": f"The<b>y</b> said, he {left}.",
    }
    for name, text in texts.items():
        written(tmp_path / name / "d.tml", f"<TimeML><TEXT>{text}</TEXT></TimeML>")
    assert [one["token_ids"] for one in read(tmp_path / "gold", task="nuggets")[0]["mentions"]] == [[1], [4, 5, 6]]
    for name in ("run", "cut"):
        assert read(tmp_path / name)[0]["events"][0]["token"] == 4
        result = score_nuggets(tmp_path / name, tmp_path / "gold")
        assert (result["span_precision"], result["span_recall"]) == (1.0, 0.5)


def test_timeml_without_an_element_of_text_is_a_text(tmp_path: Path) -> None:
    (document,) = read(written(tmp_path / "d.tml", '<TimeML>He <s><EVENT eid="e1">fell</EVENT></s></TimeML>'))
    assert document["events"] == [{"id": "e1", "text": "fell", "sentence": 0, "token": 1}]


def test_xml_is_utf_8_and_loses_no_entity(tmp_path: Path) -> None:
    """An external DTD might declare the entity, so expat skips it and goes on."""
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE TimeML SYSTEM "TimeML.dtd">\n<TimeML><TEXT>{}</TEXT></TimeML>'
    (document,) = read(written(tmp_path / "d.tml", text.format('à <EVENT eid="e1">né</EVENT>')))
    assert (document["events"][0]["text"], document["events"][0]["token"]) == ("né", 1)
    with pytest.raises(InputError, match="d.tml:3: expected characters, or numbers such as &#233;, got &eacute;"):
        read(written(tmp_path / "d.tml", text.format('<EVENT eid="e1">n&eacute;</EVENT>')))


def test_documents_of_conll_columns_may_have_numbers_as_names(tmp_path: Path) -> None:
    path = written(tmp_path / "gold.conll", CATTAN.replace("d1", "17").replace("d2", "18").replace("fell", "10\u00a0m"))
    assert [(document["doc_id"], len(document["events"])) for document in read(path)] == [("17", 2), ("18", 1)]
    in_blanks = written(tmp_path / "blanks.conll", CATTAN.replace("fell", "10\u00a0m").replace("\t", " "))
    assert [document["doc_id"] for document in read(in_blanks)] == ["d1", "d2"]


def test_a_document_of_conll_columns_begins_once(tmp_path: Path) -> None:
    """Its words would be counted on, so that all spans of the second part were shifted."""
    path = written(tmp_path / "gold.conll", CATTAN + CATTAN)
    with pytest.raises(InputError, match=r"gold\.conll:10: document 'd1' is given again"):
        read(path)


def test_anchors_of_cat_that_name_no_token_bring_a_warning(tmp_path: Path) -> None:
    path = written(tmp_path / "1_10ecbplus.xml", ECB.replace('<token_anchor t_id="3"/>', '<token_anchor t_id="6"/>'))
    with pytest.warns(UserWarning, match="10ecbplus.xml:5: .* got '6'; 1 anchor of other tokens left out"):
        (document,) = read(path)
    assert document["events"][0]["span"] == [1, 2]


def test_the_format_of_a_folder_does_not_depend_on_the_order_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "run" / "1_1.xml.out", "12\t20\tPRECONDITION\n")
    written(tmp_path / "run" / "readme.txt", "About these files.\n")
    listed = Path.rglob
    for is_turned in (False, True):
        monkeypatch.setattr(Path, "rglob", lambda *given, _=is_turned: iter(sorted(listed(*given), reverse=_)))
        with pytest.raises(InputError, match="readme.txt:1: expected 3 columns between tabs"):
            read(tmp_path / "run")


def test_relations_of_maven_ere_under_another_key_are_told_of(tmp_path: Path) -> None:
    record: dict[str, Any] = {"id": "d", "temporal_relations": {"BEFORE": [["m1", "m2"]]}}
    causes = {"causal_relation": {"CAUSE": [["m1", "m2"]]}}
    with pytest.warns(UserWarning, match="'causal_relation' .1 record.; did you mean \"causal_relations\""):
        (document,) = read(written(tmp_path / "run.jsonl", json.dumps({**record, **causes})))
    assert document["relations"] == [link("m1", "BEFORE", "m2", kind="temporal")]
    record["temporal_relations"]["BEFORE"][0].append("m3")
    with pytest.raises(InputError, match=r'run.jsonl:1: .*"BEFORE"..0.: expected two ids, got 3'):
        read(written(tmp_path / "run.jsonl", json.dumps(record)))
