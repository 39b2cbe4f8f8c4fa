"""MUC-4 from its description, on nested lists.

A fill is None, a text, or a list that begins with what it is: ["or", a, b], ["tag", value, tag], ["opt", a],
["range", a, b], ["loc", country, place, ...], ["kind", name, kind], ["between", a, b]. One that cannot be read is
the text "<ERROR>".
A template is {"id", "optional", slot: [fill]}; a message is (name, key templates, response templates).
"""

from __future__ import annotations

from typing import Any

NAMES = ["POS", "ACT", "COR", "PAR", "INC", "ICR", "IPA", "SPU", "MIS", "NON", "U"]
WORDS = [
    *("A", "THE", "AN", "THIS", "THAT", "THESE", "THOSE", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"),
    *("EIGHT", "NINE", "TEN", *map(str, range(1, 11)), "MORE", "MOST", "MANY", "SEVERAL", "SOME", "ALL", "FEW", "ANY"),
    *("ANOTHER", "OTHER", "CERTAIN", "OF"),
]
GATES = ["phys-tgt-id", "phys-tgt-type", "hum-tgt-name", "hum-tgt-desc", "hum-tgt-type", "perp-ind-id", "perp-org-id"]


def is_a(fill: Any, what: str) -> bool:
    return isinstance(fill, list) and fill[0] == what


def inside(fill: Any) -> Any:
    return fill[1] if is_a(fill, "opt") else fill


def is_plain(fill: Any) -> bool:
    return not isinstance(fill, list)


def shaved(text: str) -> str:
    for word in WORDS:
        while f"{word} " in text:
            before, _, behind = text.partition(f"{word} ")
            text = before + behind.lstrip(" ")
    return text


def same(key: Any, answer: Any) -> bool:
    if is_plain(key) and (is_a(answer, "opt") or is_a(answer, "or")):
        return same(answer, key)
    if is_plain(key) and is_plain(answer):
        if key is None or answer is None:
            return not key and not answer
        return bool(key == answer or shaved(key) == shaved(answer))
    if is_a(key, "or") and is_a(answer, "or"):
        return same_sets(key[1:], answer[1:])
    if is_a(key, "or"):
        return any(same(answer, choice) for choice in key[1:])
    if is_a(key, "opt"):
        return answer is None or same(key[1], answer[1] if is_a(answer, "opt") else answer)
    if is_plain(key) or is_plain(answer) or key[0] != answer[0] or len(key) != len(answer):
        return False
    return all(same(one, other) for one, other in zip(key[1:], answer[1:], strict=True))


def same_sets(ours: list[Any], theirs: list[Any]) -> bool:
    rest = list(theirs)
    kept = list(ours)
    all_gone = True
    for one in ours:
        hits = [other for other in range(len(rest)) if same(one, rest[other])]
        if not hits:
            return False
        if hits[0] == 0:
            rest = rest[1:]
            if all_gone:
                kept = kept[1:]
        else:
            all_gone = False
    return not [other for other in rest if not [one for one in kept if same(other, one)]]


def under(tree: Any, name: str) -> list[str] | None:
    """The members below a name in a tree, or None where it is not there."""
    if isinstance(tree, str):
        return [] if tree == name else None
    if tree[0] == name:
        return [one for child in tree[1:] for one in members(child)]
    for child in tree[1:]:
        below = under(child, name)
        if below is not None:
            return below
    return None


def members(tree: Any) -> list[str]:
    return [tree] if isinstance(tree, str) else [one for child in tree for one in members(child)]


def tokens(fill: Any) -> set[str]:
    if fill is None:
        return set()
    if isinstance(fill, str):
        return set(shaved(fill.replace('"', "")).split()) - {"<ERROR>"}
    found: set[str] = set()
    for part in fill[1:]:
        found |= tokens(part)
    return found


class Archive:
    """Judgements as nested lists [name, [...]], with a bookmark a level."""

    def __init__(self, entries: list[Any], forgetful: bool = False) -> None:
        self.entries, self.forgetful = entries, forgetful
        self.marks: list[int | None] = [None] * 4

    def step(self, level: int, pages: list[Any], fits: Any) -> Any:
        tries = list(range(len(pages)))
        mark = None if self.forgetful else self.marks[level]
        if mark is not None:
            tries = [place for place in (mark, mark + 1) if place < len(pages)] + tries
        hit = next((place for place in tries if fits(pages[place])), None)
        if hit is None or hit != mark:
            self.marks[level:] = [hit] + [None] * (3 - level)
        return None if hit is None else pages[hit]

    def ask(self, message: str, template: str, slot: str, answer: Any) -> Any:
        pages = self.entries
        for level, wanted in enumerate((message, template, slot)):
            page = self.step(level, pages, lambda one, wanted=wanted: one[0] == wanted)
            if page is None:
                return None
            pages = page[1]
        return self.step(3, pages, lambda one: same(answer, one[0]))


class Slotwise:
    """Scores one slot after the other for one key template."""

    def __init__(self, config: dict[str, Any], archive: Archive, message: str, template: str) -> None:
        self.config, self.archive, self.message, self.template = config, archive, message, template
        self.attended = self.easy = False

    def above(self, slot: str, general: Any, special: Any) -> bool:
        if not isinstance(general, str) or not isinstance(special, str):
            return False
        for tree in self.config[slot].get("set", []):
            below = under(tree, general)
            if below is not None:
                return special in below
        return False

    def levelled(self, slot: str) -> bool:
        return any(isinstance(tree, list) for tree in self.config[slot].get("set", []))

    def card(self, slot: str) -> int:
        return sum(len(members(tree)) for tree in self.config[slot]["set"])

    def score(self, slot: str, keys: list[Any], answers: list[Any]) -> dict[str, int]:
        tally = dict.fromkeys(NAMES, 0)
        if len(keys) < 2 and len(answers) < 2:
            self.single(slot, keys[0] if keys else None, answers[0] if answers else None, tally)
        else:
            self.plural(slot, list(keys), list(answers), tally)
        return tally

    def is_set(self, slot: str) -> bool:
        return bool(self.config[slot]["kind"] == "element")

    def single(self, slot: str, key: Any, answer: Any, tally: dict[str, int]) -> None:
        lax_key, lax_answer = is_a(key, "opt"), is_a(answer, "opt")
        allowed = self.permitted(key)
        key, answer = inside(key), inside(answer)
        word: Any = "=" if same(key, answer) else None
        if word and (key is None or answer is None):
            # The alternatives from the one that agrees on are the answer, and it is the first of these that counts.
            alternatives = [one for fill in (key, answer) if is_a(fill, "or") for one in fill[1:]]
            word = "nothing" if None in alternatives else "="
        elif word is None and key is not None and answer is not None:
            word = self.match(slot, [key], answer)
            if word is None and self.is_set(slot):
                word = self.half_by_tag(key, answer, slot)
            if word is None and self.easy and self.config[slot]["kind"] == "string" and tokens(key) & tokens(answer):
                word = "="
            if isinstance(word, list):
                word = word[0] if word[0] is not None else "nothing"
        act = 0 if answer is None or (lax_answer and key is None) else 1
        pos = 0 if key is None or (lax_key and not act) else 1
        tally["ACT"], tally["POS"] = act, pos
        if (key is None and answer is None) or (lax_key and answer is None) or (lax_answer and key is None):
            tally["NON"] = 1
        elif word == "fail":
            tally["INC"] = 1
        elif word is not None and word != "nothing":
            self.book(word, tally, 1, "=" if word not in ("auto-match", "auto-partial", "partial", "match") else "")
        elif key is None:
            tally["SPU"] = 1
        elif answer is None:
            tally["MIS"] = 1
        else:
            tally["INC"] = 1
        if self.is_set(slot):
            tally["U"] = self.card(slot) - (0 if lax_key and not act else allowed)

    @staticmethod
    def permitted(key: Any) -> int:
        """The members of the set that a key fill allows; alternatives that are optional as a whole are one."""
        if key is None:
            return 0
        if is_a(inside(key), "tag"):
            key = inside(key)[1]
        return len(key) - 1 if is_a(key, "or") else 0 if key is None else 1

    @staticmethod
    def book(word: Any, tally: dict[str, int], times: int, instead: str = "") -> None:
        if word == "auto-match" or instead == "=":
            tally["COR"] += times
        elif word == "auto-partial":
            tally["PAR"] += times
        elif word == "partial":
            tally["PAR"] += times
            tally["IPA"] += times
        else:
            tally["COR"] += times
            tally["ICR"] += times

    def plural(self, slot: str, keys: list[Any], answers: list[Any], tally: dict[str, int]) -> None:
        spent: list[Any] = []
        waiting = list(answers)
        open_keys: list[Any] = []
        for key in keys:
            for place, answer in enumerate(waiting):
                if same(key, answer):
                    waiting = waiting[:place] + waiting[place + 1 :]
                    spent.append(key)
                    for name in ("POS", "ACT", "COR"):
                        tally[name] += 1
                    break
            else:
                open_keys.append(key)
        lost: list[Any] = []
        undecided: list[Any] = []
        asked = len(open_keys) > 0
        for answer in waiting:
            word = self.match(slot, open_keys, answer) if asked else None
            if word is None:
                undecided.append(answer)
            elif word == "fail" or (isinstance(word, list) and word[0] is None):
                lost.append(answer)
            else:
                status, chosen = (word[0], word[1:]) if isinstance(word, list) else (word, list(range(len(open_keys))))
                tally["POS"] += len(chosen)
                tally["ACT"] += len(chosen)
                self.book(status if isinstance(status, str) else "?", tally, len(chosen))
                spent += [open_keys[place] for place in chosen]
                open_keys = [key for place, key in enumerate(open_keys) if place not in chosen]
        if self.easy and open_keys and undecided:
            ours: set[str] = set()
            theirs: set[str] = set()
            for key in open_keys:
                ours |= tokens(key)
            for answer in undecided:
                theirs |= tokens(answer)
            tally["PAR"] += 1 if ours & theirs else 0
        if self.attended and self.is_set(slot):
            later, undecided = undecided, []
            for answer in later:
                if not open_keys:
                    undecided.append(answer)
                    continue
                bare = [key[1] if is_a(key, "tag") else key for key in open_keys]
                alike = [place for place, value in enumerate(bare) if same(value, answer)]
                lower = [place for place, value in enumerate(bare) if self.above(slot, answer, value)]
                pick = alike[0] if alike else lower[0] if lower else 0
                if self.half_by_tag(open_keys[pick], answer, slot):
                    for name in ("POS", "ACT", "PAR"):
                        tally[name] += 1
                    spent.append(open_keys.pop(pick))
                else:
                    lost.append(answer)
                    if pick > 0:
                        open_keys.pop(pick)
        self.remainder(slot, open_keys, lost + undecided, spent, tally)

    def remainder(
        self, slot: str, keys: list[Any], answers: list[Any], spent: list[Any], tally: dict[str, int]
    ) -> None:
        free = [key for key in keys if is_a(key, "opt")]
        must = [key for key in keys if not is_a(key, "opt")]
        loose = sum(is_a(answer, "opt") for answer in answers)
        gone = min(len(free), loose)
        free, loose = free[: len(free) - gone], loose - gone
        counted = spent + must
        big_k, k = len(must) + len(free), len(must)
        big_s = len(answers) - gone
        s = big_s - loose
        if loose == 0:
            tally["ACT"] += big_s
            if big_k < big_s:
                tally["POS"] += big_k
                tally["INC"] += big_k
                tally["SPU"] += big_s - big_k
            elif big_s <= k:
                tally["POS"] += k
                tally["INC"] += big_s
                tally["MIS"] += k - big_s
            else:
                tally["POS"] += big_s
                tally["INC"] += big_s
                counted += [free[0] for _ in range(big_s - k)]
        else:
            tally["POS"] += big_k
            if big_s < big_k:
                tally["ACT"] += big_s
                tally["INC"] += big_s
                tally["MIS"] += big_k - big_s
            elif big_k <= s:
                tally["ACT"] += s
                tally["INC"] += big_k
                tally["SPU"] += s - big_k
            else:
                tally["ACT"] += big_k
                tally["INC"] += big_k
        if self.is_set(slot):
            tally["U"] = sum(self.card(slot) - self.permitted(key) for key in counted) if counted else self.card(slot)

    # A match is None, a word, or a list of a word (or None, or a list) and the places of keys.

    def match(self, slot: str, keys: list[Any], answer: Any) -> Any:
        if is_a(inside(answer), "tag"):
            word = self.match_tagged(slot, keys, inside(answer))
            if word is not None:
                return word
        word = self.match_judged(slot, keys, answer)
        if word is not None:
            return word
        places: list[int] = []
        if self.config[slot]["kind"] == "location":
            country = answer[1] if is_a(answer, "loc") else answer
            for place, key in enumerate(keys):
                for one in key[1:] if is_a(key, "or") else [key]:
                    if isinstance(country, str) and is_a(one, "loc") and same(one[1], country):
                        places.append(place)
        elif self.levelled(slot):
            places = [place for place, key in enumerate(keys) if self.above(slot, answer, key)]
        if not places:
            return None
        return "auto-partial" if len(keys) == 1 else ["auto-partial", places[0]]

    def match_tagged(self, slot: str, keys: list[Any], answer: Any) -> Any:
        chosen: list[tuple[int, Any]] = []
        for place, key in enumerate(keys):
            key = key[1] if is_a(key, "opt") else key
            if not is_a(key, "tag"):
                continue
            how = self.tags(slot, key[2], answer[2])
            if how == "fail":
                return None
            if how:
                chosen.append((place, how))
        if not chosen:
            return None

        def value(place: int) -> Any:
            key = keys[place]
            return key[1][1] if is_a(key, "opt") else key[1]

        backwards = [place for place, _ in reversed(chosen)]
        equals = [place for place in backwards if same(value(place), answer[1])]
        lower = [place for place in backwards if self.above(slot, answer[1], value(place))]
        by_value = "auto-match" if equals else "auto-partial" if lower else None
        last, how = chosen[-1]
        if by_value is None:
            # The history is asked next, unless other keys are left whose tags do not agree: then it fails.
            return None if len(chosen) == len(keys) else [None, *backwards]
        if len(chosen) > 1:
            pair = [by_value, (equals or lower)[0]]
            return pair if how == "yes" else [pair, last]
        # One tag agrees: with an equal value the word of the tag counts, as the program's "yes" is no known word.
        word = how if by_value == "auto-match" else by_value
        if how != "yes":
            return [word, last]
        return word if len(keys) == 1 else [word, last]

    def tags(self, slot: str, key: Any, answer: Any) -> Any:
        if same(key, answer):
            return "yes" if is_a(key, "or") == is_a(answer, "or") else "some of them"
        for name in self.config[slot]["tags"]:
            entry = self.archive.ask(self.message, self.template, name, answer)
            if entry is None:
                continue
            _, verdict, stands_for = entry
            if verdict == "fail":
                return "fail"
            if [one for one in (stands_for[1:] if is_a(stands_for, "all") else [stands_for]) if same(one, key)]:
                return {"match": "auto-match", "partial": "auto-partial"}.get(verdict, verdict)
        return None

    def match_judged(self, slot: str, keys: list[Any], answer: Any) -> Any:
        entry = self.archive.ask(self.message, self.template, slot, answer)
        if entry is None:
            return None
        _, verdict, stands_for = entry
        if verdict == "fail":
            return "fail"
        if not keys and not is_a(stands_for, "all"):
            return verdict if same(None, stands_for) else None  # it takes none of the keys
        if is_a(stands_for, "all"):
            places = [[place for place, key in enumerate(keys) if same(key, one)] for one in stands_for[1:]]
            return [verdict, *(found[0] for found in places)] if all(places) else None
        fitting = [place for place, key in enumerate(keys) if same(key, stands_for)]
        if not fitting:
            return None
        return verdict if len(keys) == 1 else [verdict, fitting[0]]

    def half_by_tag(self, key: Any, answer: Any, slot: str) -> Any:
        if not is_a(key, "tag"):
            return None
        value = answer[1] if is_a(answer, "tag") else answer
        if same(key[1], value):
            return None if is_a(answer, "tag") else "auto-partial"
        return "auto-partial" if self.above(slot, value, key[1]) else None


def rounded(x: int, y: int, z: int) -> int | None:
    """(x + y/2) / z in per cent, digit by digit."""
    if z == 0:
        return None
    tenths = (2000 * x + 1000 * y) // (2 * z)
    whole, digit = tenths // 10, tenths % 10
    up = digit > 5 or (digit == 5 and whole % 2 == 1)
    return whole + 1 if up else whole


class Corpus:
    """All messages; the totals are in `rows`, by part and slot."""

    def __init__(
        self,
        config: dict[str, Any],
        messages: list[Any],
        archive: Archive,
        maps: dict[str, Any],
        attended: bool,
        without_nulls: bool = False,
    ) -> None:
        self.config, self.archive, self.attended, self.without_nulls = config, archive, attended, without_nulls
        self.filtering = dict.fromkeys(("a", "b", "c", "d"), 0)
        self.rows = {part: {slot: dict.fromkeys(NAMES, 0) for slot in config} for part in ("m", "f", "s")}
        self.ids = dict.fromkeys(NAMES, 0)
        self.pairs: list[tuple[str, str, str | None, str | None]] = []
        messages = sorted(messages, key=lambda one: one[0])
        ordered = []
        for name, keys, answers in messages:
            keys = sorted(keys, key=lambda one: one["id"])
            answers = sorted(reversed(answers), key=lambda one: one["id"])
            ordered.append((name, keys, answers, self.map(name, keys, answers, maps.get(name))))
        for name, keys, answers, pairs in ordered:
            if not keys and not answers:
                pairs = [(None, None)]
            for key, answer in pairs:
                self.add(name, key, answer, keys, answers)
            if pairs:
                self.filter(pairs)

    def map(self, name: str, keys: list[Any], answers: list[Any], given: Any) -> list[Any]:
        if not keys or not answers:
            return [(key, None) for key in keys] + [(None, answer) for answer in answers]
        given = [] if given is None and self.without_nulls else given
        if given is not None:
            left, right = {pair[0] for pair in given}, {pair[1] for pair in given}
            rest = [(key, None) for key in keys if key["id"] not in left]
            rest += [(None, answer) for answer in answers if answer["id"] not in right]
            if self.without_nulls or not rest:
                found = []
                for one, other in given:
                    key = next((key for key in keys if key["id"] == one), None)
                    answer = next((answer for answer in answers if answer["id"] == other), None)
                    if key and answer and not self.allowed(name, key, answer):
                        continue
                    if key or answer:
                        found.append((key, answer))
                return sorted(found + rest, key=lambda pair: keys.index(pair[0]) if pair[0] else len(keys))
        table = []
        for row, key in enumerate(keys):
            for column, answer in enumerate(answers):
                if self.allowed(name, key, answer):
                    slots = Slotwise(self.config, self.archive, name, key["id"])
                    tallies = [slots.score(slot, key.get(slot, []), answer.get(slot, [])) for slot in self.config]
                    sums = [sum(tally[what] for tally in tallies) for what in ("COR", "PAR", "POS")]
                    percent = rounded(*sums)
                    table.append((-(100 if percent is None else percent), row, column))
        partner: dict[int, int] = {}
        for _, row, column in sorted(table):
            if row not in partner and column not in partner.values():
                partner[row] = column
        pairs = [(key, answers[partner[row]] if row in partner else None) for row, key in enumerate(keys)]
        return pairs + [(None, answer) for column, answer in enumerate(answers) if column not in partner.values()]

    def allowed(self, name: str, key: Any, answer: Any) -> bool:
        if "*" in (key["id"], answer["id"]):
            return True
        slots = Slotwise(self.config, self.archive, name, key["id"])
        slots.easy = True
        tallies = {slot: slots.score(slot, key.get(slot, []), answer.get(slot, [])) for slot in ["inc-type", *GATES]}
        hit = {slot: tally["COR"] + tally["PAR"] > 0 for slot, tally in tallies.items()}
        blank = all(tallies[slot]["NON"] for slot in GATES)
        return hit["inc-type"] and (blank or any(hit[slot] for slot in GATES))

    def add(self, name: str, key: Any, answer: Any, keys: list[Any], answers: list[Any]) -> None:
        no_key, no_answer = (one is None or one["id"] == "*" for one in (key, answer))
        said = [one for one in keys + answers if one["id"] != "*"]
        ends = (key["id"] if key else None, answer["id"] if answer else None)
        if no_key and no_answer:
            self.ids["NON"] += 1
            self.pairs.append((name, "irrelevant", *ends))
            return
        if (no_answer and key and key["optional"]) or (no_key and answer and answer["optional"]):
            first = not keys or key is keys[0]
            alone = bool(said) and all(one["optional"] for one in said) and first
            self.ids["NON"] += alone
            self.pairs.append((name, "irrelevant" if alone else "optional", *ends))
            return
        part = "s" if no_key else "f" if no_answer else "m"
        for what in {"s": ("ACT", "SPU"), "f": ("POS", "MIS"), "m": ("POS", "ACT", "COR")}[part]:
            self.ids[what] += 1
        self.pairs.append((name, {"s": "spurious", "f": "missing", "m": "matched"}[part], *ends))
        slots = Slotwise(self.config, self.archive, name, "" if key is None else key["id"])
        slots.attended = self.attended
        for slot, row in self.rows[part].items():
            wanted = key.get(slot, []) if key else []  # an irrelevant template may have fills of its own
            tally = slots.score(slot, wanted, answer.get(slot, []) if answer else [])
            for what in NAMES:
                row[what] += tally[what]

    def filter(self, pairs: list[Any]) -> None:
        """Count one message for TEXT FILTERING by the templates of its pairs."""
        keys = [key for key, _ in pairs if key and key["id"] != "*"]
        answered = any(answer and answer["id"] != "*" for _, answer in pairs)
        relevant = answered if keys and all(key["optional"] for key in keys) else bool(keys)
        self.filtering[{(1, 1): "a", (0, 1): "b", (1, 0): "c", (0, 0): "d"}[int(relevant), int(answered)]] += 1

    def total(self, parts: str, kinds: tuple[str, ...] = ()) -> dict[str, int]:
        found = dict.fromkeys(NAMES, 0)
        for part in parts:
            for slot, row in self.rows[part].items():
                if not kinds or self.config[slot]["kind"] in kinds:
                    for what in NAMES:
                        found[what] += row[what]
        return found
