"""Signatures: one line with each choice that changes a number and the data that it was computed on.

`options_of` reads the choices back, so that the line scores again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from event_scoring.documents.errors import InputError, not_among, shown, suggestion
from event_scoring.version import __version__

if TYPE_CHECKING:  # options import this module
    from event_scoring.scoring.options import Declared, TaskOptions

NO_LIST = frozenset({"all", "none", "references"})
"""Words for a missing list."""
ONE_WORD = frozenset({"", "empty", *NO_LIST})
"""Words for a missing or an empty list; a list of one such word is written with a comma after it."""
MAX_SIGNATURE_LETTERS = 200
"""Names of files and captions hold a line of this length."""
MAX_LIST_LETTERS = 40
"""A longer list of types or roles is written as its hash."""
HASH_LETTERS = 12
_HASH = re.compile(f"[0-9a-f]{{{HASH_LETTERS}}}")
PRESETS = ("protocol", "convention")
"""Options that name a set of values for others: a signature begins with them."""
INFORMS = frozenset({"n", "runs", "tuned_on", "docs", "trigger_candidates", "argument_candidates"})
"""Fields that decide no comparison. The hash of the candidates tells whether two results differ in them."""
READINGS = ("dropped", "merged")
"""Fields with the numbers of dropped and of merged mentions. A line without such a field means 0."""
READABLE = ("tokenizer", "trigger_source")
"""Facts that documents or options give too. Short ones are written, because they decide comparisons; a long source of
triggers has a hash of its own."""
OF_INTERVALS = frozenset({"interval", "confidence", "resamples", "seed", "sampler"})
"""Fields of intervals."""
OF_TESTS = frozenset({"test", "correction", "alpha"})
"""Fields of the tests between systems. The name of the test tells the line of a comparison, and stays."""
NO_LISTS = "gold+tokens"
"""Candidates of documents that list none: the places of the references, and every other token."""
OWN = "own"
"""The source of triggers that each system found itself. They decide no comparison then, or where no source is known."""
USUAL = {
    "candidates": NO_LISTS,
    "interval": "bootstrap-percentile",
    **{"correction": "holm", "alpha": "0.05", "resamples": "1000", "seed": "0", "sampler": "numpy"},
}
"""Values that readers assume for fields missing from a signature."""


def signature(
    task: str, stated: Mapping[str, str], data: Mapping[str, object], declared: Mapping[str, str] | None = None
) -> str:
    """Return one line with every choice behind a number and the data it was computed on.

    Args:
        task: Its first word.
        stated: The choices that it writes, as `stated_choices` returns them.
        data: Fields that are computed from documents.
        declared: Facts that the user declared.

    Examples:
        >>> assumed = {"protocol": "paper", "mapping": "many-to-one", "types": ("A", "B|")}
        >>> stated = stated_choices({**assumed, "mapping": "exact"}, assumed)
        >>> signature("nuggets", stated, {"docs": 2}).rpartition("|version")[0]
        'nuggets|protocol:paper|mapping:exact|docs:2'
        >>> stated = stated_choices({"types": tuple(f"Type.{number}" for number in range(33))}, {"types": None})
        >>> signature("nuggets", stated, {}).rpartition("|version")[0]
        'nuggets|types:80b7880a1f1a'
    """
    computed, facts = written(data), written(declared) if declared else {}
    first = {name: computed[name] for name in READABLE if name in computed} | facts
    fields = {"task": task, **stated, **dict(sorted(first.items()))}
    fields |= {name: text for name, text in computed.items() if name not in fields}
    return signature_line({**fields, "version": __version__}, facts)


def signature_line(fields: Mapping[str, str], facts: Collection[str]) -> str:
    """Return the line of some fields; where it is too long, its short form.

    The short form has the `essential_fields`. As long as it is too long, a hash stands for one group of them after the
    other (`hashed_groups`).

    Args:
        fields: Their texts by name, in order.
        facts: The names of declared facts.

    Examples:
        >>> fields = {"task": "nuggets", "protocol": "paper", "split": "s" * 200, "docs": "3"}
        >>> signature_line(fields, ["split"])
        'nuggets|protocol:paper|facts:bc52b2acbfc0'
    """
    if len(line := _line(fields)) <= MAX_SIGNATURE_LETTERS:
        return line
    short = essential_fields(fields)
    for name, members in hashed_groups(short, facts).items():
        if len(_line(short)) > MAX_SIGNATURE_LETTERS:
            short = folded(short, name, members)
    if len(_line(short)) > MAX_SIGNATURE_LETTERS:  # they tell conventions apart, as the hash of the choices does
        short = {name: text for name, text in short.items() if name not in READINGS}
    return _line(short)


def essential_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """Return fields without those that decide no comparison or have their usual value."""
    left_out = {*INFORMS, *(["triggers"] if fields.get("trigger_source", OWN) == OWN else [])}
    return {name: text for name, text in fields.items() if name not in left_out and USUAL.get(name) != text}


def hashed_groups(fields: Mapping[str, str], facts: Collection[str]) -> dict[str, set[str]]:
    """Return the names of the fields for which a hash can stand, by the name of the hash, in the order of folding.

    Examples:
        >>> fields = {"task": "nuggets", "protocol": "pilot", "dataset": "ace", "seed": "3"}
        >>> {name: members for name, members in hashed_groups(fields, ["dataset"]).items() if members}
        {'facts': {'dataset'}, 'choices': {'protocol'}, 'interval': {'seed'}}
    """
    names = fields.keys()
    source = names & {"trigger_source"}
    readable = {name for name in names if name in READABLE and len(fields[name]) <= HASH_LETTERS}
    declared = names & {*facts} - source - readable
    return {
        "facts": declared,
        "trigger_source": source - readable,
        "method": (names & (OF_INTERVALS | OF_TESTS)) - {"test"} if "test" in fields else set(),
        "choices": names - OF_DATA - declared,
        "interval": names & OF_INTERVALS,
        "data": names & {"triggers", "candidates"} | readable - source,
    }


def folded(fields: Mapping[str, str], name: str, members: Collection[str]) -> dict[str, str]:
    """Write one hash for several fields, where the first of them stood. Presets enter the hash and stay readable.

    Examples:
        >>> folded({"task": "nuggets", "protocol": "pilot", "mapping": "exact"}, "choices", ["protocol", "mapping"])
        {'task': 'nuggets', 'protocol': 'pilot', 'choices': '583fee2a8034'}
    """
    covered = {one: text for one, text in fields.items() if one in members}
    if covered.keys() <= {*PRESETS}:
        return {**fields}
    hashed = {name: hash_of_fields(covered)}
    short: dict[str, str] = {}
    for one, text in fields.items():
        short |= hashed if one in covered and one not in PRESETS else {one: text}
    return short


def folded_like(line: Mapping[str, str], fields: Mapping[str, str], facts: Collection[str]) -> dict[str, str]:
    """Return fields in the form of a line: each hash of the line covers the fields that it does not write."""
    short = essential_fields(fields)
    hashed = {name: members for name, members in hashed_groups(short, facts).items() if is_hash(line.get(name, ""))}
    for name, members in hashed.items():
        short = folded(short, name, members - (line.keys() - {*PRESETS, name}))
    return short if hashed else {**fields}


def is_hash(text: str) -> bool:
    """Whether a text is as long as a hash and has its digits."""
    return _HASH.fullmatch(text) is not None


def _line(fields: Mapping[str, str]) -> str:
    return "|".join([text if name == "task" else f"{name}:{text}" for name, text in fields.items()])


def stated_choices(choices: Mapping[str, object], assumed: Mapping[str, object]) -> dict[str, str]:
    """Return the choices that a signature writes: presets, and options that differ from them."""
    differing = {
        name: value
        for name, value in choices.items()
        if name in PRESETS or name not in assumed or value != assumed[name]
    }
    unread = {name: None for name, value in assumed.items() if name not in choices and value not in (None, "none")}
    return written({**differing, **unread})


def hash_of_fields(fields: Mapping[str, str]) -> str:
    """Return a hash of twelve digits for some fields, independent of their order."""
    return fingerprint_of_text("|".join(sorted(map(":".join, fields.items()))))


def fingerprint_of_text(text: str) -> str:
    """Return twelve digits of SHA-256.

    Examples:
        >>> fingerprint_of_text("Attack,Die")
        'e7b0658fdc50'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LETTERS]


def presets_of(fields: Mapping[str, str]) -> dict[str, object]:
    """Return the options of a signature that decide its omissions."""
    named: dict[str, object] = {name: fields[name] for name in PRESETS if name in fields}
    return named | ({"standardize": False} if fields.get("standardize") == "none" else {})


def options_of(line: str, kind: type[TaskOptions], data: Mapping[str, object]) -> dict[str, object]:
    """Return the options that a signature names, as keywords.

    Args:
        line: The signature; the name of a task with a preset is one too.
        kind: The options of its task.
        data: Options by name for which the line has no more than a hash or a name; they must fit it.

    Raises:
        ValueError: for a field that is not an option of the task, and for data that are missing or do not match.

    Examples:
        >>> from event_scoring.nuggets.options import NuggetOptions
        >>> options_of("nuggets|protocol:pilot|types:Die,Meet|docs:3", NuggetOptions, {})
        {'protocol': 'pilot', 'types': ['Die', 'Meet']}
    """
    from event_scoring.scoring.options import declarations

    fields, known = signature_fields(line), declarations(kind)
    if fields.get("interval", "").startswith("poisson"):
        raise ValueError("signature: its intervals were drawn without a list of documents, as score_dataset does")
    given = {}
    for one in known:
        try:
            value = data[one.name] if one.name in data else _value_of(one, fields, known)
        except ValueError as error:
            raise ValueError(f"{one.name}: {error}") from None
        if value is not None:
            given[one.name] = value
    options = kind.of({**data, **given})
    facts = written(options.declared_facts())
    drawn = {} if options.confidence is None else written(options.sampling("bootstrap"))
    # In a line that is too long, groups of fields are hashes; those of the options must be equal.
    hashes = folded_like(fields, {**options.stated, **facts, **drawn}, facts)
    hashed = [name for name in ("facts", "trigger_source", "choices", "interval") if is_hash(fields.get(name, ""))]
    rebuilt = {**written(options.choices), **facts, **{name: hashes.get(name, "none") for name in hashed}}
    names = {*rebuilt, *OF_DATA, *(one.details.get("stated_as", one.name) for one in known)}
    for name, text in fields.items():
        if name not in names:
            raise ValueError(f"signature: {name!r} is not an option of {fields['task']}{suggestion(name, names)}")
        if name in rebuilt and text != rebuilt[name]:
            hint = ""
            if is_hash(text):  # no keyword is called "choices" or "interval": their hashes stand for several options
                is_group = name in ("choices", "interval")
                wanted = "options of that result, each by its name" if is_group else f"original data as {name}="
                hint = f"; give the {wanted}"
            raise ValueError(f"signature: {name} is {text} there, but {rebuilt[name]} from the given values{hint}")
    return given


OF_DATA = INFORMS.union(
    *(OF_INTERVALS, OF_TESTS, READINGS),
    ("task", "version", "refs", "candidates", "triggers", "trigger_source", "tokenizer", "scorer", "gold", "alignment"),
    ("facts", "method", "choices", "data"),
)
"""Fields about the data, the program and the comparison, which are not options."""


def _value_of(one: Declared, fields: Mapping[str, str], known: Collection[Declared]) -> object:
    """Return the value of an option in a signature, or None if it is not there."""
    if "among" in one.details:
        declared = {fact: fields.get(field, "?") for fact, field in fact_fields(known).items()}
        return {fact: _unquoted(text) for fact, text in declared.items() if text != "?"} or None
    text = fields.get(one.details.get("stated_as", one.name))
    if text is None:
        return None
    if "read" in one.details:
        return one.details["read"](text)
    if one.optional and text in NO_LIST and text not in one.choices:
        return None
    if one.kind == "flag":
        return text == "yes"
    if one.kind == "choice" or text == "nan" or text in one.choices:
        return text
    if one.kind in ("number", "count"):
        try:
            return int(text) if one.kind == "count" else float(text)
        except ValueError:
            raise ValueError(f"expected a number, got {text[:80]!r}") from None
    if one.details.get("python_only"):
        raise ValueError(f"the signature only says {text}; give the original as a keyword argument")
    return names_of(text)


def fact_fields(known: Collection[Declared]) -> dict[str, str]:
    """Return the field of each fact that users may declare; the prefix "fact_" tells it from an option of its name."""
    names = {one.name for one in known}
    return {fact: f"fact_{fact}" if fact in names else fact for one in known for fact in one.details.get("among", ())}


def names_of(text: str) -> list[str]:
    """Return the names in a list of a signature.

    Examples:
        >>> names_of("Attack,Die"), names_of("all,"), names_of("empty")
        (['Attack', 'Die'], ['all'], [])
    """
    if _HASH.fullmatch(text):
        raise ValueError(f"the signature only says {text}; give the original list as a keyword argument")
    return [] if text == "empty" else [_unquoted(name) for name in text.removesuffix(",").split(",")]


def roles_of(text: str) -> list[str] | dict[str, list[str]] | None:
    """Return the roles in a signature, by type if it has types; None if it has no list.

    Examples:
        >>> roles_of("Agent,Place"), roles_of("Attack/Place,Die/Agent,Die/Place")
        (['Agent', 'Place'], {'Attack': ['Place'], 'Die': ['Agent', 'Place']})
    """
    if text in NO_LIST:
        return None
    names = names_of(text)
    if not names or not all("/" in name for name in names):
        return names
    found: dict[str, list[str]] = {}
    for name in names:
        kind, _, role = name.partition("/")
        found.setdefault(kind, []).append(role)
    return found


def limits_of(text: str) -> dict[str, dict[str, int]]:
    """Return the number of arguments of each role that a signature allows.

    Examples:
        >>> limits_of("Die/Agent/1,Die/Victim/2")
        {'Die': {'Agent': 1, 'Victim': 2}}
    """
    found: dict[str, dict[str, int]] = {}
    for name in names_of(text):
        kind, role, number = name.rsplit("/", 2)
        found.setdefault(kind, {})[role] = int(number)
    return found


def _unquoted(text: str) -> str:
    return re.sub("%([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)


def signature_fields(line: object) -> dict[str, str]:
    """Return the fields of a signature by name; its first word is the "task"."""
    if not isinstance(line, str):
        raise InputError(("signatures",), wanted='strings, the "signature" of two results', got=line)
    task, *pairs = line.strip().split("|")  # a line of a file ends in a line break
    return {"task": task, **dict(pair.partition(":")[::2] for pair in pairs)}


def written(values: Mapping[str, object]) -> dict[str, str]:
    """Return values in the form of a signature."""
    return {name: _text_of_value(value) for name, value in values.items()}


def _text_of_value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        text = ",".join(_text_of_value(item) for item in value)
        if len(text) > MAX_LIST_LETTERS:
            return fingerprint_of_text(text)
        is_word = len(value) == 1 and (text in ONE_WORD or _HASH.fullmatch(text))
        return f"{text}," if is_word else text or "empty"
    if isinstance(value, float):
        return repr(value + 0.0).removesuffix(".0")  # -0.0 is 0
    if isinstance(value, str) and value.isidentifier():
        return value
    return str(value).translate(_ESCAPES)


_ESCAPES = {sign: f"%{sign:02X}" for sign in (*b"%|,:", *range(32), *range(127, 160))}
"""Escapes of control characters and of signs that separate fields; with them a signature stays one line."""


def facts_among(known: Collection[str]) -> Callable[[str, object], dict[str, str]]:
    """Return a check of declared facts: their names must be known; they become strings in the order of the known names.

    Examples:
        >>> facts_among(["split", "folds"])("facts", {"folds": 5, "split": "test"})
        {'split': 'test', 'folds': '5'}
    """

    def facts(name: str, value: object) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise ValueError(f"{name}: expected a dict of declared facts, got {shown(value)}")
        for key in value:
            if key not in known:
                raise ValueError(f"{name}: {not_among(key, known, f'the documentation of {name}')}")
        return {key: _declared_fact(f'{name}["{key}"]', value[key]) for key in known if value.get(key) is not None}

    return facts


def _declared_fact(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected a string, got {shown(value)}")
    if value == "?":
        raise ValueError(f'{name}: "?" means that a fact is not declared; leave it out')
    return str.__str__(value)
