"""Keys under which models write events, words for missing values, and a JSON schema of answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from event_scoring.documents.errors import InputError, Path


@dataclass
class ParsedAnswer:
    """The result of reading one answer of a model."""

    left_out: list[str] = field(default_factory=list)
    """For each item that was left out, the reason."""
    unread: int = 0
    """The number of keys and items that have words and were not read."""
    repairs: list[str] = field(default_factory=list)
    is_answer: bool = False
    """Whether the text answers the question. "No events" is an answer too."""


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Keys as `plain_key` writes them.
WRAPPERS = _split("events eventlist eventmentions extractedevents predictedevents")
TYPES = _split("type eventtype event eventclass class category label frame")
TRIGGERS = _split(
    "trigger triggerword triggertext triggerspan triggerphrase eventtrigger triggermention mention anchor"
)
NO_TYPES = frozenset(_split("result results data output outputs answer answers response items list frames annotations "
                            "extractions predictions mentions sentences documents")) | frozenset(WRAPPERS)  # fmt: skip
"""Keys around events that are not their type, as they may be in an object by type."""
ARGUMENTS = _split("arguments args argument arg participants participant roles eventarguments argumentroles")
ROLES = _split("role argumentrole rolename rolelabel roletype argrole argumenttype type label name")
TEXTS = _split(
    "text mention filler value word words span phrase content argumenttext argumentmention argumentspan argumentvalue "
    "argument entity name"
)
TOKENS = (("tokenstart", "tokenend"), ("starttoken", "endtoken"))
LETTERS = (
    *(("start", "end"), ("startoffset", "endoffset"), ("offsetstart", "offsetend"), ("charstart", "charend")),
    *(("startchar", "endchar"), ("startcharacter", "endcharacter"), ("startindex", "endindex")),
    *(("startpos", "endpos"), ("begin", "end")),
)
OFFSETS = _split("offset offsets charspan characteroffsets charoffsets position positions")
SCORES = _split("score confidence probability")
NOTES = frozenset(("",)).union(
    *(SCORES, OFFSETS, *TOKENS, *LETTERS),
    _split(
        "id eventid docid documentid sentenceid why reasoning explanation rationale justification comment note notes"
    ),
    _split("realis modality polarity tense genericity subtype"),
)
"""Keys of remarks about events and roles. Under keys for places, texts are roles."""
AROUND = NOTES | frozenset(_split("language status message model title source date version task document"))
"""Keys of remarks in the same object as a list of events."""
AMBIGUOUS = frozenset(TYPES[2:] + TRIGGERS[-2:]) | frozenset(
    _split("sentence context text span reason evidence description definition summary")
)
"""Keys of an event that are a role for some models and a remark for others."""
REMARKS = NOTES | AMBIGUOUS | {*TYPES, *TRIGGERS}
PLACES = frozenset((*OFFSETS, "tokens")).union(*TOKENS, *LETTERS)
_REFUSED = re.compile(
    r"(gold|target|reference|expected|groundtruth|rejected|excluded|discarded|ignored|removed|invalid|falsepositive|"
    r"non|not)(s|events?|candidates?)?"
)
"""Keys whose events are not the answer: references, and events that the model rejected."""
NULL_VALUES = frozenset((
    "", "n/a", "n / a", "na", "n.a", "none", "null", "nil", "nan", "unknown", "unspecified", "undefined", "tbd",
    "no information", "no mention", "no data", "keine", "keine angabe", "keine angaben", "k.a", "unbekannt",
    "aucun", "aucune", "inconnu", "inconnue", "néant", "sin especificar", "desconocido", "desconocida",
    "ninguno", "ninguna", "sin información", "desconhecido", "desconhecida", "nenhum", "nenhuma", "sem informação",
    "nessuno", "nessuna", "sconosciuto", "sconosciuta", "onbekend", "geen", "brak", "brak danych", "nieznany",
    "nieznana", "nieznane", "okänd", "okänt", "ukjent", "ukendt", "ingen", "inget", "bilinmiyor", "yok",
    "belirtilmemiş", "неизвестно", "неизвестен", "нет", "нет данных", "невідомо", "немає", "غير محدد",
    "غير مذكور", "غير معروف", "لا يوجد", "不明", "なし", "該当なし", "記載なし", "未記載", "特になし",
    "指定なし", "없음", "해당 없음", "알 수 없음", "미상", "언급 없음", "언급되지 않음", "명시되지 않음",
    "无", "没有", "未知", "不详", "未提及", "未提到", "未提供", "未说明", "未指定", "未明确", "不适用", "暂无",
    "無", "沒有", "不詳", "未說明", "अज्ञात", "उल्लेख नहीं", "không rõ", "không có", "tidak ada",
    "tidak diketahui", "tidak disebutkan",
))  # fmt: skip
"""Words for a missing value, without brackets, quotes and dashes."""
_IN_THE_TEXT = r"( (in|dans|en|no|na|nel|nella|im|w|i|в) [^\W\d_][\w' ]{1,30})?"
_NO_FILLER = re.compile(
    r"(not|none|nothing|no one|nobody) (\w+ly )?(mentioned|specified|applicable|provided|given|stated|available|found|"
    r"known|identified|indicated|disclosed|reported|clear)( in (the |this )?(\w+ )?(text|sentence|document|passage|"
    r"context|article))?|not in the (text|sentence|document|passage|context|article)|nicht im text|"
    r"(non|pas) (précisé|mentionné|indiqué|spécifié|renseigné|disponible|applicable|fourni|identifié|connu|déterminé|"
    r"communiqué|specificat|menzionat|indicat|disponibil|applicabil|fornit|identificat|not|precisat)[eoasi]{0,2}"
    rf"{_IN_THE_TEXT}|"
    r"(no|não) ((se )?(menciona|especifica|indica|aplica|consta|informa)(do|da|dos|das|ble)?|(se )?(disponible|"
    r"disponível|aplicable|aplicável|identificad[oa]s?|proporcionad[oa]|fornecid[oa]|conocid[oa]|definid[oa]|"
    rf"determinad[oa])){_IN_THE_TEXT}|"
    r"(nicht|niet|nie|ikke|ej|inte) (angegeben|erwähnt|genannt|bekannt|verfügbar|spezifiziert|zutreffend|vorhanden|"
    r"anwendbar|identifiziert|ersichtlich|bestimmt|vermeld|genoemd|gespecificeerd|bekend|opgegeven|beschikbaar|"
    r"van toepassing|podano|określono|wspomniano|dotyczy|wymieniono|angivet|angitt|nevnt|nævnt|oppgitt|spesifisert|"
    rf"specificeret|specificerat|angiven|nämnt|nämnd|känt|kjent|kendt){_IN_THE_TEXT}|"
    r"не (указан|упомянут|определен|определён|известн|назван|сообщает|упоминает|указывает|"
    r"вказан|визначен|згадан)\w{0,3}"
    rf"{_IN_THE_TEXT}"
)
_NEGATIONS = frozenset(
    ("not", "none", "nothing", "no", "nobody", "non", "pas", "não", "nicht", "niet", "nie", "ikke", "ej", "inte", "не")
)
"""First words of `_NO_FILLER`."""
_AROUND = " \t\r\n?<>()[]{}\"'`“”‘’.…*-–—"
NO_EVENTS = frozenset(("-", "n/a", "na", "none", "null", "nil", "not mentioned", "not specified", "无", "no event",
                       "no events", "no events found", "none found"))  # fmt: skip
"""Words that models write in place of an empty list of events."""
Tree = Mapping[str, Any]
_VERBS = ("extract", "record", "add", "report", "submit", "save", "annotate", "function", "return", "output", "answer")


_BESIDE = frozenset(
    _split(
        "entities entity entitymentions namedentities mentions eventtypes types schema labels ontology analysis "
        "thought thoughts thinking steps reasoningsteps observations remarks summary text input inputtext sentence "
        "sentences tokens words context relations eventrelations relationships times timexes metadata meta usage count "
        "total numevents eventcount hasevents hasevent found success error errors warnings warning"
    )
)


def plain_keys(tree: dict[str, Any]) -> dict[str, Any]:
    """Return the values under plain keys. Of keys that become equal, the first wins."""
    keys: dict[str, Any] = {}
    for key, value in tree.items():
        keys.setdefault(plain_key(key), value)
    return keys


@lru_cache(maxsize=10_000)
def plain_key(key: Any) -> str:
    """Return a key in small letters, without spaces and punctuation."""
    return "".join(filter(str.isalnum, key)).lower() if isinstance(key, str) and len(key) < 100 else "?"


def is_beside(name: str, value: Any) -> bool:
    """Whether a key next to a list of events is common in prompts, and its value holds no event.

    Examples:
        >>> is_beside("entities", [{"text": "he"}]), is_beside("entities", [{"trigger": "died"}]), is_beside("Die", [])
        (True, False, False)
    """
    return name in _BESIDE and not _holds_events(value, 4)


def _holds_events(value: Any, depth: int) -> bool:
    if isinstance(value, list):
        return any(_holds_events(item, depth - 1) for item in value) if depth else bool(value)
    if not isinstance(value, dict):
        return False
    keys = plain_keys(value)
    has_event = any(name in keys for name in (*TRIGGERS[:6], *ARGUMENTS))
    return has_event or (any(_holds_events(item, depth - 1) for item in value.values()) if depth else bool(value))


@lru_cache(maxsize=10_000)
def is_refused(name: str) -> bool:
    """Whether events under this plain key are references, or events that the model rejected."""
    return _REFUSED.fullmatch(name) is not None


def value_of_first(keys: Tree, names: tuple[str, ...]) -> Any:
    """Return the value under the first of these names that is among the keys; None if none is."""
    return next((keys[name] for name in names if name in keys), None)


def no_events(text: str, *, items: str = "events") -> bool:
    """Whether a text says no more than that there are no events, or no other items.

    Examples:
        >>> no_events("N/A"), no_events("**No events.**"), no_events("No idea."), no_events("No roles.", items="roles")
        (True, True, False, True)
    """
    words = text.strip(" \t\r\n.!*`\"'").lower() if len(text) < 50 else ""
    return words in NO_EVENTS or words in (f"no {items}", f"no {items} found")


def text_of_first(keys: Tree, names: tuple[str, ...]) -> str | None:
    """Return the first text under these names, in their order, or None."""
    return next((value for name in names if isinstance(value := keys.get(name), str)), None)


def is_blank(value: Any) -> bool:
    """Whether a value is what models write where there is nothing.

    Examples:
        >>> is_blank("<none>"), is_blank("Not mentioned in the text."), is_blank("[]"), is_blank("no man")
        (True, True, True, False)
    """
    if isinstance(value, str):
        if not value:
            return True
        words = value.strip(_AROUND).lower() if len(value) < 80 else value
        if words in NULL_VALUES:
            return True
        if " " in words and words.partition(" ")[0] in _NEGATIONS and _NO_FILLER.fullmatch(words):
            return True
        mark = "|" if "|" in words else "/"  # "None/Unknown"
        return mark in words and bool(words.strip("/| ")) and all(map(is_blank, words.split(mark)))
    return value is None or (isinstance(value, list | dict) and not value)


def has_words(value: Any, depth: int = 4) -> bool:
    """Whether a value holds a meaningful text, at most ``depth`` levels deep."""
    if isinstance(value, dict | list) and depth:
        return any(has_words(item, depth - 1) for item in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, str | dict | list) and not is_blank(value)


def kind_in_words(value: Any) -> str:
    """Return the name of a JSON value's type for messages: "a text", "a list", "an object"."""
    names: dict[type, str] = {
        str: "a text",
        bool: "a truth value",
        list: "a list",
        int: "a number",
        float: "a number",
        type(None): "null",
    }
    return names.get(type(value), "an object")


def may_be_type(name: str) -> bool:
    """Whether the name of a tool may be an event type, instead of a description of the tool.

    Examples:
        >>> may_be_type("Conflict.Attack"), may_be_type("add_event"), may_be_type("extract")
        (True, False, False)
    """
    return "event" not in name.lower() and not name.lower().startswith(_VERBS)


def json_schema(types: Iterable[str], roles: Iterable[str] | Mapping[str, Iterable[str]] = ()) -> dict[str, Any]:
    """Return a JSON schema for answers: an answer that follows it is a document and can be scored unchanged.

    Every object is closed and every key required, as the structured outputs of the common clients demand.

    Args:
        types: The event types.
        roles: The roles of arguments, or the roles of each type.

    Examples:
        >>> schema = json_schema(["Attack", "Die"], {"Attack": ["Agent"], "Die": ["Victim"]})
        >>> [branch["properties"]["type"]["enum"] for branch in schema["properties"]["events"]["items"]["anyOf"]]
        [['Attack'], ['Die']]
        >>> json_schema(["Die"])["properties"]["events"]["items"]["required"]
        ['type', 'trigger', 'arguments']
    """
    if isinstance(types, Mapping):
        hint = "give roles beside the types: json_schema(list(roles), roles)"
        raise InputError(("types",), wanted="a list of strings", got=types, hint=hint)
    kinds = _names(("types",), types)
    if not kinds:
        raise InputError(("types",), wanted="at least one event type", got=types)
    if not isinstance(roles, Mapping):
        event = _event(kinds, _names(("roles",), roles))
    else:
        for kind in roles:
            if kind not in kinds:
                raise InputError(("roles",), wanted="roles of the types", got=kind)
        branches = [_event([kind], _names(("roles", kind), roles.get(kind, ()))) for kind in kinds]
        event = branches[0] if len(branches) == 1 else {"anyOf": branches}
    return _closed_object({"events": {"type": "array", "items": event}})


def _event(kinds: list[str], roles: list[str]) -> dict[str, Any]:
    place = _closed_object({"text": {"type": "string", "description": "words exactly as in the text"}})
    role = {"type": "string", "enum": roles} if roles else {"type": "string"}
    argument = _closed_object({"role": role, "text": place["properties"]["text"]})
    kind, arguments = {"type": "string", "enum": kinds}, {"type": "array", "items": argument}
    return _closed_object({"type": kind, "trigger": place, "arguments": arguments})


def _closed_object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _names(path: Path, given: object) -> list[str]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(path, wanted="a list of strings", got=given)
    names = list(given)
    for item in names:
        if not isinstance(item, str):
            raise InputError(path, wanted="a list of strings", got=item)
    return list(dict.fromkeys(names))
