"""The line that travels with a number: each choice that changes it, and the data that it was computed on.

`options_of` reads the choices back, so that the line scores again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from event_scoring.documents.errors import InputError, shown, suggestion
from event_scoring.version import __version__

if TYPE_CHECKING:  # options import this module
    from event_scoring.scoring.options import Declared, TaskOptions

NO_LIST = frozenset({"all", "none", "references"})
"""Words that stand for no list."""
ONE_WORD = frozenset({"", "empty", *NO_LIST})
"""Words that stand for no list or an empty one; a list of one such word is written with a comma behind it."""
MAX_SIGNATURE_LETTERS = 200
"""Of one signature. Names of files and captions hold a line of this length."""
MAX_LIST_LETTERS = 40
"""Of a list of types or roles that a signature writes out; a fingerprint stands for a longer one."""
_FINGERPRINT = re.compile("[0-9a-f]{12}")
INFORMS = ("n", "runs", "tuned_on", "docs")
"""Facts that change no score; a line that is too long leaves them out first."""
NO_LISTS = "gold+tokens"
"""Candidates of documents that list none: the places of the references, and every other token."""
USUAL_FACTS = {"candidates": NO_LISTS, "interval": "bootstrap-percentile"}
"""What is so where a line does not say it: documents list no candidates, and samples are drawn from a list of them."""
LEFT_OUT = (*INFORMS, *USUAL_FACTS)
"""What a line that is too long leaves out, in this order; the last ones only where they are as usual."""
STAY_READABLE = ("trigger_source", "tokenizer")
"""Facts that documents or options say where nobody declares them; the first decides whether triggers are compared."""


def signature(
    task: str,
    choices: Mapping[str, object],
    assumed: Mapping[str, object],
    facts: Mapping[str, object],
    declared: Mapping[str, str] | None = None,
) -> str:
    """One line that names every choice behind a number, and the data it was computed on.

    The first choice is the preset, where the task has one. What is ``assumed`` where only the preset is named is not
    written, and neither is a fact that nobody declared. Twelve digits of SHA-256 stand for a long list. A line of more
    than `MAX_SIGNATURE_LETTERS` is without what only informs; if that is not enough it has one fingerprint for the
    ``declared`` facts, and then one for the choices.

    Examples:
        >>> line = signature("nuggets", {"protocol": "paper", "mapping": "exact", "types": ("A", "B|")},
        ...                  {"protocol": "paper", "mapping": "many-to-one", "types": ("A", "B|")}, {"docs": 2})
        >>> line.rpartition("|version")[0]
        'nuggets|protocol:paper|mapping:exact|docs:2'
        >>> types = tuple(f"Type.{number}" for number in range(33))
        >>> signature("nuggets", {"types": types}, {"types": None}, {}).rpartition("|version")[0]
        'nuggets|types:80b7880a1f1a'
    """
    said = {}
    for name, value in choices.items():
        if name in PRESETS or name not in assumed or value != assumed[name]:
            said[name] = value
    for name, value in assumed.items():
        if name not in choices and value not in (None, "none"):
            said[name] = None
    stated, known = written(said), {name: text for name, text in written(facts).items() if text != "?"}
    told = written(declared or {})
    computed = {name: known.pop(name) for name in STAY_READABLE if name in known and name not in told}
    known = {name: text for name, text in known.items() if name not in told}

    def line() -> str:
        pairs = {**stated, **dict(sorted({**computed, **told}.items())), **known}
        return "|".join([task, *map(":".join, pairs.items()), f"version:{__version__}"])

    whole = line()
    if len(whole) <= MAX_SIGNATURE_LETTERS:
        return whole
    for name in LEFT_OUT:
        if len(line()) > MAX_SIGNATURE_LETTERS and known.get(name) == USUAL_FACTS.get(name, known.get(name)):
            known.pop(name, None)
            told.pop(name, None)
    if len(line()) > MAX_SIGNATURE_LETTERS:
        stated.pop("counting", None)  # decided by the convention, and by whether outputs are standardized
    if len(line()) > MAX_SIGNATURE_LETTERS:
        told = folded_facts(told)
    if len(line()) > MAX_SIGNATURE_LETTERS:
        presets = {name: text for name, text in stated.items() if name in (*PRESETS, "span_match")}
        stated = presets | {"choices": fingerprint_of_fields(stated)}
    return line()


def folded_facts(declared: Mapping[str, str]) -> dict[str, str]:
    """Declared facts with one fingerprint for those that may change a score, but for those that stay readable."""
    stay = {name: text for name, text in declared.items() if name in STAY_READABLE}
    kept = {name: text for name, text in declared.items() if name not in {*STAY_READABLE, *INFORMS}}
    return stay | ({"facts": fingerprint_of_fields(kept)} if kept else {})


def fingerprint_of_fields(fields: Mapping[str, str]) -> str:
    """Twelve digits that stand for some fields, whatever their order."""
    return fingerprint_of_text("|".join(sorted(map(":".join, fields.items()))))


def fingerprint_of_text(text: str) -> str:
    """Twelve digits of SHA-256.

    Examples:
        >>> fingerprint_of_text("Attack,Die")
        'e7b0658fdc50'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:12]


PRESETS = ("protocol", "convention")
"""The options that name a set of values for others: a signature begins with them."""


def presets_of(fields: Mapping[str, str]) -> dict[str, object]:
    """The options of a signature that decide what it need not write."""
    named: dict[str, object] = {name: fields[name] for name in PRESETS if name in fields}
    return named | ({"standardize": False} if fields.get("standardize") == "none" else {})


def options_of(line: str, kind: type[TaskOptions], data: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a signature names, as keywords.

    Args:
        line: The signature; the name of a task with a preset is one too.
        kind: The options of its task.
        data: Options by name for which the line has no more than a fingerprint or a name; they must fit it.

    Raises:
        ValueError: for a field that is no option of the task, for data that is missing, and for data that does not fit.

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
    choices, assumed = written(options.choices), written(options.assumed())
    said = {name: text for name, text in choices.items() if name in PRESETS or text != assumed.get(name)}
    said.pop("counting", None)
    rebuilt = {"facts": "none", **choices, **written(options.declared_facts()), "choices": fingerprint_of_fields(said)}
    rebuilt |= folded_facts(written(options.declared_facts()))
    names = {*rebuilt, *_OF_DATA, *(one.details.get("stated_as", one.name) for one in known)}
    for name, text in fields.items():
        if name not in names:
            raise ValueError(f"signature: {name!r} is no option of {fields['task']}{suggestion(name, names)}")
        if name in rebuilt and rebuilt[name] != text:
            hint = f"; give the data that it stands for, {name}=" if _FINGERPRINT.fullmatch(text) else ""
            raise ValueError(f"signature: {name} is {text} there, and {rebuilt[name]} by what was given{hint}")
    return given


_OF_DATA = frozenset(
    {
        *("task", "docs", "refs", "n", "version", "interval", "trigger_candidates", "argument_candidates"),
        *("candidates", "triggers", "trigger_source", "tokenizer", "scorer", "gold", "alignment"),
        *("test", "correction", "alpha", "method"),
    }
)
"""Fields that say what the numbers were computed on, by what, and how they were compared; no option decides them."""


def comparison_of(line: str) -> dict[str, Any]:
    """The keywords of `compare` that a signature of a comparison names, beside the options of its intervals.

    Examples:
        >>> comparison_of("nuggets|protocol:paper|test:bootstrap|correction:holm|alpha:0.01")
        {'correction': True, 'test': 'bootstrap', 'alpha': 0.01}
    """
    fields = signature_fields(line)
    found: dict[str, Any] = {"correction": fields.get("correction") != "none"}
    if fields.get("test", "runs") not in ("runs", "paired-runs"):  # what runs are tested by follows from the runs
        found["test"] = fields["test"]
    try:
        return found | ({"alpha": float(fields["alpha"])} if "alpha" in fields else {})
    except ValueError:
        raise ValueError(f"signature: alpha: expected a number, got {shown(fields['alpha'])}") from None


def _value_of(one: Declared, fields: Mapping[str, str], known: Collection[Declared]) -> Any:
    """The value of an option that a signature names; None where it names none."""
    if "among" in one.details:  # declared facts have fields of their own
        names = {other.name for other in known}
        found = {fact: fields.get(f"fact_{fact}" if fact in names else fact, "?") for fact in one.details["among"]}
        return {fact: _unquoted(text) for fact, text in found.items() if text != "?"} or None
    text = fields.get(one.details.get("stated_as", one.name))
    if text is None:
        return None
    if "read" in one.details:
        return one.details["read"](text)
    if one.optional and text in NO_LIST and text not in one.choices:
        return None
    if one.kind == "flag":
        return text == "yes"
    if one.kind == "choice" or text == "nan":
        return text
    if one.kind in ("number", "count"):
        try:
            return int(text) if one.kind == "count" else float(text)
        except ValueError:
            raise ValueError(f"expected a number, got {text[:80]!r}") from None
    if one.details.get("python_only"):
        raise ValueError(f"the signature only says {text}; give what that stands for by its name")
    return names_of(text)


def names_of(text: str) -> list[str]:
    """The names of a list that a signature writes out.

    Examples:
        >>> names_of("Attack,Die"), names_of("all,"), names_of("empty")
        (['Attack', 'Die'], ['all'], [])
    """
    if _FINGERPRINT.fullmatch(text):
        raise ValueError(f"the signature only says {text}; give the list that it stands for by its name")
    return [] if text == "empty" else [_unquoted(name) for name in text.removesuffix(",").split(",")]


def roles_of(text: str) -> list[str] | dict[str, list[str]] | None:
    """Roles that a signature writes out, by type where it names types; None for no list.

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
    """How many arguments of each role a signature allows.

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


def with_choices(line: str, choices: Mapping[str, object]) -> str:
    """A signature with further choices, before its version.

    One of more than `MAX_SIGNATURE_LETTERS` is without further choices that are the usual ones and without what only
    informs; if that is not enough, one fingerprint stands for all further choices but the test, and one for the others.

    Examples:
        >>> with_choices("nuggets|docs:2|version:1", {"test": "bootstrap"})
        'nuggets|docs:2|test:bootstrap|version:1'
    """
    said, further = signature_fields(line), written(choices)
    task, version = said.pop("task"), said.pop("version", __version__)

    def joined() -> str:
        return "|".join([task, *map(":".join, {**said, **further, "version": version}.items())])

    if len(joined()) > MAX_SIGNATURE_LETTERS:
        further = {name: text for name, text in further.items() if USUAL.get(name) != text}
    if len(joined()) > MAX_SIGNATURE_LETTERS:
        said = {name: text for name, text in said.items() if name not in INFORMS}
    if len(joined()) > MAX_SIGNATURE_LETTERS:
        test = {name: further[name] for name in ("test",) if name in further}
        further = test | {"method": fingerprint_of_fields(further)}
    if len(joined()) > MAX_SIGNATURE_LETTERS:
        kept = {name: text for name, text in said.items() if name in (*PRESETS, "refs")}
        rest = {name: text for name, text in said.items() if name not in kept}
        said = kept | {"choices": fingerprint_of_fields(rest)}
    return joined()


USUAL = {
    "confidence": "0.95",
    "correction": "holm",
    "resamples": "1000",
    "seed": "0",
    "sampler": "numpy",
    "alpha": "0.05",
}
"""How comparisons are made where nothing else is asked for."""


def signature_fields(line: object) -> dict[str, str]:
    """What a signature says, by name; its first word is the "task"."""
    if not isinstance(line, str):
        raise InputError(("signatures",), wanted='strings, the "signature" of two results', got=line)
    task, *pairs = line.split("|")
    return {"task": task, **dict(pair.partition(":")[::2] for pair in pairs)}


def written(values: Mapping[str, object]) -> dict[str, str]:
    """Values as a signature writes them."""
    return {name: _written(value) for name, value in values.items()}


def _written(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        text = ",".join(_written(item) for item in value)
        if len(text) > MAX_LIST_LETTERS:
            return fingerprint_of_text(text)
        is_word = len(value) == 1 and (text in ONE_WORD or _FINGERPRINT.fullmatch(text))
        return f"{text}," if is_word else text or "empty"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, str) and value.isidentifier():
        return value
    text = str(value)
    for reserved in "%|,:\n\r\t":
        text = text.replace(reserved, f"%{ord(reserved):02X}")
    return text


def facts_among(known: Collection[str]) -> Callable[[str, object], dict[str, str]]:
    """A check of declared facts: they have known names, and are kept as strings in the order of these.

    Examples:
        >>> facts_among(["split", "folds"])("facts", {"folds": 5, "split": "test"})
        {'split': 'test', 'folds': '5'}
    """

    def facts(name: str, value: object) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise ValueError(f"{name}: expected a dict of declared facts, got {shown(value)}")
        for key in value:
            if key not in known:
                close = suggestion(str(key), known)
                raise ValueError(f"{name}: expected names of {', '.join(known)}, got {shown(key)}{close}")
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
        raise ValueError(f'{name}: "?" stands for a fact that is not declared; leave it out')
    return str.__str__(value)
