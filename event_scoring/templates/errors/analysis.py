"""The errors of a corpus of filled templates: `template_errors`, and what ``details`` of template scores tell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

from event_scoring.documents.fingerprint import corpus_fingerprint
from event_scoring.documents.sides import check_parallel, check_same_ids, documents_of
from event_scoring.scoring.counts import Row, Scores
from event_scoring.scoring.measure import each_document
from event_scoring.scoring.notes import note
from event_scoring.scoring.options import check_choice, check_flag, check_labels
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.result import Result
from event_scoring.scoring.signature import signature, stated_choices
from event_scoring.templates.documents import (
    SIDES,
    TEMPLATE_DOCUMENT,
    TemplateDocument,
    template_fingerprints,
    unlike_entities,
)
from event_scoring.templates.errors.kinds import (
    KINDS,
    TRANSFORMATIONS,
    TYPE_ROLE,
    DocumentErrors,
    Settings,
    errors_of_document,
)

_TOTAL = Ratio("", "right", "predicted", "wanted")
_ASSUMED = {"typed": True, "equal_templates": "published", "not_found": "equal"}


def template_errors(
    predictions: object,
    references: object,
    *,
    roles: Iterable[str] | None = None,
    typed: bool = True,
    equal_templates: Literal["published", "once"] = "published",
    not_found: Literal["equal", "never"] = "equal",
    details: bool = True,
) -> Result:
    """Find the errors of filled templates: the kind of each, and its repair.

    Templates and fillers are matched for the best F1, then for the least cost. Unmatched ones are errors of the kinds
    of Das et al. (2022). Mentions are compared by their places in the text.

    Args:
        predictions: One document a row: ``{"text": …, "templates": [{"type": "attack", "slots": [{"name": "Victim",
            "entities": [["the mayor", "he"]]}]}]}``; the text may be on either side, and must be equal if both sides
            have it.
        references: The same documents, in the same order.
        roles: The scored roles; their order decides between equally near ones. The default is the roles of the
            references in order of first appearance.
        typed: Templates are matched only within one type, which counts as a role of its own.
        equal_templates: A filler of one of several equal predictions counts for each ("published"), or once.
        not_found: Mentions that are not in the text are all at one place ("equal", as published), or at none.
        details: Add the alignment, counts by role, and every error.

    Returns:
        The number of errors of each kind, ``error_score`` (their cost), ``precision recall f1`` of fillers, and
        ``missing_roles incorrect_roles`` by role.

    Raises:
        InputError: for an invalid document.

    Examples:
        >>> def document(**roles):
        ...     slots = [{"name": role, "entities": [[text]]} for role, text in roles.items()]
        ...     return {"text": "A car bomb killed the mayor.", "templates": [{"type": "attack", "slots": slots}]}
        >>> result = template_errors([document(Weapon="bomb")], [document(Weapon="car bomb", Victim="mayor")])
        >>> result["span_error"], result["missing_role_filler"], result["error_score"]
        (1, 1, 1.5)
    """
    check_flag("typed", typed)
    check_flag("details", details)
    check_choice("equal_templates", equal_templates, ("published", "once"))
    check_choice("not_found", not_found, ("equal", "never"))
    system = documents_of(TEMPLATE_DOCUMENT, predictions, "predictions")
    gold = documents_of(TEMPLATE_DOCUMENT, references, "references")
    check_parallel(system, gold)
    check_same_ids(system, gold)
    named = roles_of(gold) if roles is None else check_labels("roles", roles)
    settings = Settings(
        tuple(dict.fromkeys(role for role in named if not typed or role != TYPE_ROLE)),
        typed,
        equal_templates == "once",
        not_found == "equal",
    )

    def checked_errors(prediction: TemplateDocument, reference: TemplateDocument) -> DocumentErrors:
        for problem in unlike_entities(prediction, reference, typed=SIDES if typed else ()):
            raise problem
        return errors_of_document(prediction, reference, settings)

    found = each_document(checked_errors, system, gold)
    choices = {"typed": typed, "equal_templates": equal_templates, "not_found": not_found}
    refs = corpus_fingerprint(template_fingerprints(gold))
    facts = {"roles": _short(settings.roles), "docs": len(gold), "refs": refs}
    summary = summarized(found, details=details)
    return Result({**summary, "signature": signature("template_errors", stated_choices(choices, _ASSUMED), facts)})


def roles_of(documents: Iterable[TemplateDocument]) -> tuple[str, ...]:
    """Return the roles of some documents in order of first appearance."""
    slots = (slot for document in documents for template in document.templates for slot in template.slots)
    return tuple(dict.fromkeys(slot.name for slot in slots))


def errors_of_rows(rows: Iterable[Row]) -> Scores:
    """Return the errors of a corpus from the errors of each document, as rows of counts hold them."""
    found = []
    for row in rows:
        counts = {name: Counter[str](row[name]) for name in ("errors", "missing_roles", "incorrect_roles")}
        found.append(DocumentErrors(**{**row, **counts}))
    return summarized(found, details=True)


def summarized(found: Sequence[DocumentErrors], *, details: bool) -> Scores:
    """Return the counts of errors of a corpus."""
    errors = sum((one.errors for one in found), Counter[str]())
    roles: dict[str, list[int]] = {}
    for one in found:
        for role, numbers in one.roles.items():
            roles[role] = [sum(pair) for pair in zip(roles.get(role, [0, 0, 0]), numbers, strict=True)]
    total = _scores([sum(column) for column in zip(*roles.values(), strict=True)] or [0, 0, 0])
    result: Scores = {kind: errors[kind] for kind in KINDS}
    result |= {"error_score": float(sum(one.cost for one in found)), **total}
    for name in ("missing_roles", "incorrect_roles"):
        counts = sum((getattr(one, name) for one in found), Counter[str]())
        result[name] = {role: counts[role] for role in roles}
    sentences = _warnings(errors, sum(one.several_mentions for one in found))
    if not total["predicted"] + total["wanted"]:
        sentences.append("Neither side has anything to score, so these scores are 0.")
    result |= {"documents": len(found), "warnings": sentences}
    if details:
        result["per_role"] = {role: _scores(numbers) for role, numbers in roles.items()}
        result["alignment"] = [[list(pair) for pair in one.alignment] for one in found]
        result["items"] = [{"document": place, **item} for place, one in enumerate(found) for item in one.items]
        result["per_error"] = {kind: {"errors": errors[kind], "repair": TRANSFORMATIONS[kind]} for kind in KINDS}
    return result


def _scores(numbers: Sequence[int]) -> Scores:
    sums = dict(zip(("right", "predicted", "wanted"), numbers, strict=True))
    return {**_TOTAL.scores(sums, 0.0), **sums}


def _warnings(errors: Mapping[str, int], several_mentions: int) -> list[str]:
    sentences = []
    if several_mentions:
        sentences.append(
            note(
                "{number:predicted entity} of several mentions: each mention counts separately, as published, so "
                "all except one are spurious even if the references have them too.",
                several_mentions,
            )
        )
    divided = sum(errors[kind] for kind in KINDS[2:11])
    general = errors["general_spurious_role_filler"]
    if divided > general:
        sentences.append(
            note(
                "{number:spurious filler} of matched templates {number:is|are} divided into {errors} errors, "
                "because fillers count once for each prediction that is equal to theirs, as published; "
                'equal_templates="once" counts each once.',
                general,
                errors=str(divided),
            )
        )
    return sentences


def _short(roles: Sequence[str]) -> str:
    return f"sha-{sha256(json.dumps(roles).encode()).hexdigest()[:12]}"
