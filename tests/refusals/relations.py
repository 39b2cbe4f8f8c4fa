"""Relations and clusters of events that no rule can score, and files of them that cannot be read."""

from __future__ import annotations

from typing import Any

from event_scoring import compare_protocols, score_relations
from tests.refusals.foreign import read_as
from tests.refusals.table import Refusals

EVENTS = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("abc")]
PLACED = [{"span": [place, place + 1], "cluster": "x"} for place in range(2)]


def linked(*links: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """A document of three events and some links."""
    relations = [{"source": one, "type": label, "target": other} for one, label, other in links]
    return {"events": EVENTS, "relations": relations, **more}


GOLD = linked(("a", "BEFORE", "b"))
TML = '<TimeML><TEXT>He <EVENT eid="e1">fell</EVENT></TEXT>{}</TimeML>'
CAT = '<Document><token t_id="1">He</token><Markables>{}</Markables><Relations>{}</Relations></Document>'
ERE = '{{"id": "d", "events": [{{"id": "E1", "mention": [{{"id": "m1"}}]}}], {}}}\n'

RELATIONS = [
    Refusals(
        "score_relations",
        lambda options: score_relations([GOLD], [GOLD], **options),
        [
            {"protocol": "MATRES"},
            {"protocol": "matres", "vague": "exclude"},
            {"protocol": "pairs", "scorer": "caevo"},
            {"protocol": "tb-dense", "scorer": "caevo", "vague": "label"},
            {"protocol": "tempeval-3", "begins": "never"},
            {"protocol": "coreference"},
            {"protocol": "coreference", "level": "paragraph"},
            {"protocol": "causal", "scope": "intra", "candidates": "all"},
            {"none": "NONE"},
            {"kinds": ["coreference"]},
            {"kinds": []},
            {"inverse": {"X": "Y", "Y": "Z"}},
            {"inverse": ["X"]},
            {"symmetric": [1]},
            {"closure": "causal"},
            {"facts": {"corpus": "MATRES"}},
        ],
    ),
    Refusals(
        "score_relations, the prediction",
        lambda bad: score_relations([bad], [GOLD]),
        [
            None,
            [("a", "BEFORE", "b")],
            {"relations": [["a", "BEFORE", "b"]]},
            {"relation": []},
            {"relations": [{"source": "a", "target": "b"}]},
            {"relations": [{"source": "a", "type": "BEFORE", "target": 1}]},
            linked(("a", "BEFORE", "bb")),
            linked(("a", "BEFORE", "a")),
            {"events": [*EVENTS, EVENTS[0]]},
            {"events": EVENTS, "times": [{"id": "a"}]},
            {"events": [{"id": "a", "cluster": "x"}, {"id": "b"}], "clusters": [["a", "b"]]},
            {"events": EVENTS, "clusters": [["a"], ["a", "b"]]},
            *({"events": [{"id": "a", "span": span}]} for span in ([3, 1], [-1, 2], [1, 1])),
            {"times": [{"id": "t1", "span": [3, 1]}]},
        ],
    ),
    Refusals(
        "score_relations, the reference, and options",
        lambda given: score_relations([{}], [given[0]], **given[1]),
        [
            (linked(("a", "BEFORE", "d")), {}),
            (linked(clusters=[["a", "d"]]), {}),
            (linked(("a", "CAUSES", "b")), {"protocol": "maven-ere"}),
            (linked(("a", "CAUSE", "d")), {"protocol": "maven-ere"}),
            ({"events": [{"text": "fell"}]}, {"protocol": "maven-ere"}),
            ({"relations": GOLD["relations"]}, {"protocol": "causal", "candidates": "events"}),
            ({**GOLD, "events": [{"id": "a"}, {"id": "b"}]}, {"protocol": "causal", "scope": "inter"}),
            ({"events": PLACED}, {"protocol": "coreference"}),
            ({"events": PLACED, "topic": "1"}, {"protocol": "coreference", "level": "subtopic"}),
            ({"events": [PLACED[0], PLACED[0]]}, {"protocol": "coreference", "level": "corpus"}),
            ({"events": [PLACED[0], {"id": "a"}]}, {"protocol": "coreference", "level": "corpus"}),
            ({"events": [{"text": "fell"}]}, {"protocol": "coreference", "level": "corpus"}),
            ({"events": PLACED}, {"protocol": "coreference", "level": "corpus", "confidence": 0.9}),
        ],
    ),
    Refusals(
        "score_relations, turned",
        lambda bad: score_relations([bad], [GOLD], normalise=True),
        [linked(("b", "BEFORE", "c"), ("b", "CAUSES", "a"))],
    ),
    Refusals(
        "score_relations, as CAEVO counts",
        lambda bad: score_relations([bad], [GOLD], protocol="tb-dense", scorer="caevo"),
        [linked(("a", "before", "b")), linked(("a", "BEFORE", "d"), events=[*EVENTS, {"id": "d"}])],
    ),
    Refusals(
        "compare_protocols",
        lambda options: compare_protocols([GOLD], [GOLD], **options),
        [{"protocol": "matres"}, {"resample": 10}, {"confidence": 2}],
    ),
    Refusals(
        "read, files of relations",
        read_as,
        [
            ("matres.txt", b"d\tsaid\tfell\t1\t2\tBEFORE\nd\tsaid\tfell\t1\tBEFORE\n"),
            ("tdd.tsv", b"d\te1\te2\ta\nd\te1\te3\tx\n"),
            ("hieve.tsvx", b"Text\tHe fell\nEvents\t1\tfell\n"),
            ("hieve.tsvx", b"Text\tHe fell\nRelation\t1\t2\tSuper\n"),
            ("story.tab", b"1_2\t4\tPRECONDITION\n1_2\t5\n"),
            ("open.tml", TML.format("<TLINK>").encode()),
            ("link.tml", TML.format('<TLINK relType="BEFORE" eventInstanceID="ei1"/>').encode()),
            ("type.tml", TML.format('<TLINK eventInstanceID="ei1" relatedToEventInstance="ei2"/>').encode()),
            ("event.tml", b"<TimeML><TEXT><EVENT>fell</EVENT></TEXT></TimeML>"),
            ("id.xml", CAT.format("<ACTION_STATE/>", "").encode()),
            ("ends.xml", CAT.format("", '<PLOT_LINK r_id="1"><source m_id="1"/></PLOT_LINK>').encode()),
            ("open.conll", b"#begin document (d); part 000\nHe (1\nfell -\n#end document\n"),
            ("closed.conll", b"#begin document (d); part 000\nHe 1)\n"),
            ("bracket.conll", b"#begin document (d); part 000\nHe [1]\n"),
            ("none.conll", b"#begin document (d); part 000\n#end document\n"),
            ("pair.jsonl", ERE.format('"causal_relations": {"CAUSE": [["E1"]]}').encode()),
            ("kinds.jsonl", ERE.format('"temporal_relations": [["E1", "E1"]]').encode()),
            ("clusters.jsonl", b'{"id": "d", "coreference": [["m1", 2]]}\n'),
        ],
    ),
    Refusals(
        "read, files of the field that are broken",
        read_as,
        [
            ("1.a2", b"\xff\n"),
            ("chfinann.json", b'[["d", {"recguid_eventname_eventdict_list": [[0, "EquityFreeze", ["x"]]]}]]'),
            ("chfinann.json", b'[["d", {"recguid_eventname_eventdict_list": [], "ann_valid_mspans": {}}]]'),
            ("duee.json", b'{"id": "d", "event_list": [{"event_type": "X", "arguments": [{"role": "y"}]}]}'),
            ("famus.jsonl", b'{"instance_id": "d-frame-X", "report_dict": {}, "source_dict": {}, "frame": "X"}'),
            ("famus.jsonl", b'{"instance_id": "d-frame-X", "gold_roles": "{"}'),
            ("muc.txt", b"0.  MESSAGE: ID                     TST3-MUC4-0001\n1.  MESSAGE: TEMPLATE     1\n"),
        ],
    ),
]
