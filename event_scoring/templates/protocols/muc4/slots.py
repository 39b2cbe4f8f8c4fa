"""The slots of a template: of what kind each is, which values it has, and which slots its cross-references name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Tree = str | tuple["Tree", ...]
"""A member of a set, or a parent and then its members."""
KINDS = ("date", "location", "number", "string", "element")


@dataclass(frozen=True)
class Slot:
    """One slot of the templates of a task."""

    name: str
    kind: str
    """One of `KINDS`; an "element" is a member of a set."""
    line: str = ""
    """The beginning of the slot's line in files."""
    tags: tuple[str, ...] = ()
    """The slots whose fills its cross-references name."""
    trees: tuple[Tree, ...] = ()
    """The members of its set, the more general ones above others."""
    below: Mapping[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    """The descendants of each member."""
    members: int = field(init=False, repr=False, compare=False)
    """The number of members of the set, including parents."""

    def __post_init__(self) -> None:
        known: dict[str, frozenset[str]] = {}
        for tree in self.trees:
            _add(tree, known)
        object.__setattr__(self, "below", known)
        object.__setattr__(self, "members", sum(1 for tree in self.trees for _ in _members(tree)))

    @property
    def is_set(self) -> bool:
        """Whether its fills are members of a set."""
        return self.kind == "element"

    @property
    def has_levels(self) -> bool:
        """Whether some members are above others."""
        return any(self.below.values())

    def is_above(self, general: object, particular: object) -> bool:
        """Whether a plain text is a more general member than another.

        Examples:
            >>> SLOTS["inc-type"].is_above("ATTACK", "BOMBING"), SLOTS["inc-type"].is_above("BOMBING", "ATTACK")
            (True, False)
        """
        return isinstance(general, str) and isinstance(particular, str) and particular in self.below.get(general, ())


def _members(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    else:
        for part in tree:
            yield from _members(part)


def _add(tree: Tree, known: dict[str, frozenset[str]]) -> None:
    """Add the descendants of each member of a tree; if a member occurs twice, the first occurrence counts."""
    if isinstance(tree, str):
        known.setdefault(tree, frozenset())
        return
    parent, *children = tree
    for member in _members(parent):
        known.setdefault(member, frozenset(one for child in children for one in _members(child)))
    for child in children:
        _add(child, known)


_NATIONS = (
    *("AFGHANISTAN", "ALBANIA", "ANGOLA", "ARGENTINA", "AUSTRALIA", "AUSTRIA", "BAHAMAS", "BANGLADESH", "BARBADOS"),
    *("BELGIUM", "BELIZE", "BOLIVIA", "BRAZIL", "BULGARIA", "CAICOS ISLANDS", "CANADA", "CHILE", "COLOMBIA"),
    *("COSTA RICA", "CUBA", "CZECHOSLOVAKIA", "DEMOCRATIC PEOPLES REP OF KOREA", "DENMARK", "DOMINICAN REPUBLIC"),
    *("EAST GERMANY", "ECUADOR", "EGYPT", "EL SALVADOR", "FINLAND", "FRANCE", "GRENADA", "GUATEMALA", "HAITI"),
    *("HONDURAS", "HUNGARY", "IRAN", "IRAQ", "ISRAEL", "ITALY", "JAMAICA", "JAPAN", "LEBANON", "LIBYA", "LUXEMBOURG"),
    *("MALTA", "MEXICO", "MOROCCO", "NETHERLANDS", "NICARAGUA", "NIGERIA", "NORWAY", "PAKISTAN", "PANAMA", "PARAGUAY"),
    *("PEOPLES REP OF CHINA", "PERU", "PHILIPPINES", "POLAND", "REPUBLIC OF CHINA", "REPUBLIC OF KOREA"),
    *("REPUBLIC OF SOUTH AFRICA", "ROMANIA", "SPAIN", "SWEDEN", "SWITZERLAND", "TRINIDAD AND TOBAGO", "TURKS ISLANDS"),
    *("UNITED KINGDOM", "UNITED STATES", "URUGUAY", "USSR", "VATICAN CITY", "VENEZUELA", "VIETNAM", "WEST GERMANY"),
    "YUGOSLAVIA",
)
_SLOTS = (
    Slot("inc-date", "date", "2.  INCIDENT: DATE"),
    Slot("inc-loc", "location", "3.  INCIDENT: LOCATION"),
    Slot(
        "inc-type",
        "element",
        "4.  INCIDENT: TYPE",
        (),
        (("ATTACK", "ARSON", "BOMBING", "KIDNAPPING", "HIJACKING", "ROBBERY", "FORCED WORK STOPPAGE"),),
    ),
    Slot("inc-stage", "element", "5.  INCIDENT: STAGE OF EXECUTION", (), ("ACCOMPLISHED", "ATTEMPTED", "THREATENED")),
    Slot("inc-instr-id", "string", "6.  INCIDENT: INSTRUMENT ID"),
    Slot(
        "inc-instr-type",
        "element",
        "7.  INCIDENT: INSTRUMENT TYPE",
        ("inc-instr-id",),
        (
            ("GUN", "MACHINE GUN", "MORTAR", "HANDGUN", "RIFLE"),
            ("EXPLOSIVE", ("BOMB", "VEHICLE BOMB", "DYNAMITE", "MINE", "AERIAL BOMB"), "GRENADE", "MOLOTOV COCKTAIL"),
            ("PROJECTILE", "MISSILE", "ROCKET"),
            "CUTTING DEVICE",
            "FIRE",
            "STONE",
            "TORTURE",
        ),
    ),
    Slot("perp-inc-cat", "element", "8.  PERP: INCIDENT CATEGORY", (), ("TERRORIST ACT", "STATE-SPONSORED VIOLENCE")),
    Slot("perp-ind-id", "string", "9.  PERP: INDIVIDUAL ID"),
    Slot("perp-org-id", "string", "10. PERP: ORGANIZATION ID", ("perp-ind-id",)),
    Slot(
        "perp-org-conf",
        "element",
        "11. PERP: ORGANIZATION CONFIDENCE",
        ("perp-org-id",),
        (
            "REPORTED AS FACT",
            "ACQUITTED",
            "CLAIMED OR ADMITTED",
            ("SUSPECTED OR ACCUSED", "SUSPECTED OR ACCUSED BY AUTHORITIES"),
            "POSSIBLE",
        ),
    ),
    Slot("phys-tgt-id", "string", "12. PHYS TGT: ID"),
    Slot(
        "phys-tgt-type",
        "element",
        "13. PHYS TGT: TYPE",
        ("phys-tgt-id",),
        (
            "CIVILIAN RESIDENCE",
            "COMMERCIAL",
            "COMMUNICATIONS",
            "DIPLOMAT OFFICE OR RESIDENCE",
            "ENERGY",
            "FINANCIAL",
            "LAW ENFORCEMENT FACILITY",
            ("POLITICAL FIGURE OFFICE OR RESIDENCE", "GOVERNMENT OFFICE OR RESIDENCE"),
            "ORGANIZATION OFFICE",
            "TRANSPORT VEHICLE",
            "TRANSPORTATION FACILITY",
            "TRANSPORTATION ROUTE",
            "WATER",
            "OTHER",
        ),
    ),
    Slot("phys-tgt-num", "number", "14. PHYS TGT: NUMBER", ("phys-tgt-id",)),
    Slot("phys-tgt-nation", "element", "15. PHYS TGT: FOREIGN NATION", ("phys-tgt-id",), _NATIONS),
    Slot(
        "phys-tgt-effect",
        "element",
        "16. PHYS TGT: EFFECT OF INCIDENT",
        ("phys-tgt-id",),
        (
            ("DESTROYED", "SOME DAMAGE"),
            "NO DAMAGE",
            "MONEY TAKEN FROM TARGET",
            "PROPERTY TAKEN FROM TARGET",
            "TARGET TAKEN",
        ),
    ),
    Slot("phys-tgt-total-num", "number", "17. PHYS TGT: TOTAL NUMBER"),
    Slot("hum-tgt-name", "string", "18. HUM TGT: NAME"),
    Slot("hum-tgt-desc", "string", "19. HUM TGT: DESCRIPTION", ("hum-tgt-name",)),
    Slot(
        "hum-tgt-type",
        "element",
        "20. HUM TGT: TYPE",
        ("hum-tgt-name", "hum-tgt-desc"),
        (
            "CIVILIAN",
            "DIPLOMAT",
            ("POLITICAL FIGURE", ("GOVERNMENT OFFICIAL", "FORMER GOVERNMENT OFFICIAL")),
            "LEGAL OR JUDICIAL",
            ("ACTIVE MILITARY", "FORMER ACTIVE MILITARY"),
            "LAW ENFORCEMENT",
            "SECURITY GUARD",
        ),
    ),
    Slot("hum-tgt-num", "number", "21. HUM TGT: NUMBER", ("hum-tgt-name", "hum-tgt-desc")),
    Slot("hum-tgt-nation", "element", "22. HUM TGT: FOREIGN NATION", ("hum-tgt-name", "hum-tgt-desc"), _NATIONS),
    Slot(
        "hum-tgt-effect",
        "element",
        "23. HUM TGT: EFFECT OF INCIDENT",
        ("hum-tgt-name", "hum-tgt-desc"),
        (
            "INJURY",
            "DEATH",
            ("NO INJURY", ("NO DEATH", "NO INJURY OR DEATH")),
            "REGAINED FREEDOM",
            "ESCAPED",
            "RESIGNATION",
            "NO RESIGNATION",
        ),
    ),
    Slot("hum-tgt-total-num", "number", "24. HUM TGT: TOTAL NUMBER"),
)
SLOTS: Mapping[str, Slot] = {slot.name: slot for slot in _SLOTS}
"""The slots of MUC-4, in the order of its report."""
SUBTOTALS: Mapping[str, tuple[str, ...]] = {
    f"{start}-total": tuple(name for name in SLOTS if name.startswith(f"{start}-"))
    for start in ("inc", "perp", "phys-tgt", "hum-tgt")
}
"""The groups of slots that its report adds up."""
MESSAGE_LINE, TEMPLATE_LINE = "0.  MESSAGE: ID", "1.  MESSAGE: TEMPLATE"
TYPE_SLOT = "inc-type"
"""The slot with the type of a template; templates that do not agree in it are not mapped."""
MAPPING_SLOTS = (
    *("phys-tgt-id", "phys-tgt-type", "hum-tgt-name", "hum-tgt-desc", "hum-tgt-type", "perp-ind-id", "perp-org-id"),
)
"""The slots of which one must agree before two templates are mapped."""


@dataclass(frozen=True)
class Form:
    """The slots of a task, and which of them are added up."""

    slots: Mapping[str, Slot] = field(default_factory=lambda: SLOTS)
    subtotals: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: SUBTOTALS)


MUC_4_FORM = Form()


def form_of_mapping(name: str, given: Mapping[str, Any]) -> Form:
    """Return the slots of another task from ``{id: {"kind", "set", "tags"}}`` with ``subtotals`` {name: [id]}.

    Examples:
        >>> form_of_mapping("slots", {"place": {"kind": "location"}, "kind": {"kind": "element", "set": [["A", "B"]]}})
        Form(slots={'place': Slot(name='place', kind='location', ...), 'kind': ...}, subtotals={})
    """
    slots, subtotals = {}, given.get("subtotals") or {}
    for slot, says in given.items():
        if slot == "subtotals":
            continue
        place = f"{name}[{slot!r}]"
        if not isinstance(says, Mapping) or says.get("kind") not in KINDS:
            raise ValueError(f'{place}: expected {{"kind": one of {", ".join(KINDS)}}}, got {says!r:.80}')
        unknown = set(says) - {"kind", "set", "tags", "line", "card", "id"}
        if unknown:
            raise ValueError(f'{place}: expected the keys "kind", "set" and "tags", got {min(unknown)!r}')
        if not is_tree_list(says.get("set") or []):
            raise ValueError(f"{place}: expected a set of texts, or lists of a parent and its members")
        tags = tuple(says.get("tags") or ())
        if missing := [tag for tag in tags if tag not in given]:
            raise ValueError(f"{place}: expected tags that are slots, got {missing[0]!r}")
        slots[slot] = Slot(
            slot, says["kind"], says.get("line") or "", tags, tuple(map(_as_tree, says.get("set") or ()))
        )
    for group, members in subtotals.items():
        if not set(members) <= slots.keys():
            raise ValueError(f"{name}['subtotals'][{group!r}]: expected ids of slots, got {list(members)!r:.80}")
    return Form(slots, {group: tuple(members) for group, members in subtotals.items()})


def is_tree_list(value: object) -> bool:
    """Whether a value is a list of texts and of such lists that are not empty, nested a few levels deep at most."""
    return isinstance(value, list | tuple) and all(_is_tree(item, 8) for item in value)


def _is_tree(value: object, levels: int) -> bool:
    if isinstance(value, str):
        return True
    is_list = isinstance(value, list | tuple) and len(value) > 0 and levels > 0
    return is_list and all(_is_tree(item, levels - 1) for item in value)  # type: ignore[attr-defined]


def _as_tree(value: Tree) -> Tree:
    return value if isinstance(value, str) else tuple(map(_as_tree, value))
