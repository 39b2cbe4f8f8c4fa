"""The kinds of errors of filled templates, as counted by `Error_Analysis.py` of auto-err-template-fill.

The kinds are from Das et al., "Automatic Error Analysis for Document-level Information Extraction" (ACL 2022),
section 4. The code is IceJinx33/auto-err-template-fill (1858b61).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from event_scoring.documents.errors import InputError
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.published import Published
from event_scoring.templates.documents import TemplateDocument
from event_scoring.templates.errors.filler_matching import (
    NOWHERE,
    UNEQUAL,
    Matched,
    Mention,
    Template,
    best_assignment,
    distance,
    letters_of_text,
    match_fillers,
    nearest,
    read_template,
)

TYPE_ROLE = "incident_type"
"""The role that is the type of a template: right where templates are matched, and no mention."""
TRANSFORMATIONS = {
    "span_error": "Alter_Span",
    "general_spurious_role_filler": "",
    "duplicate_role_filler": "Remove_Duplicate_Role_Filler",
    "duplicate_partially_matched_role_filler": "Alter_Span, Remove_Duplicate_Role_Filler",
    "within_template_incorrect_role": "Alter_Role",
    "within_template_incorrect_role_partial": "Alter_Span, Alter_Role",
    "wrong_template_for_role_filler": "Remove_Cross_Template_Spurious_Role_Filler",
    "wrong_template_for_partially_matched_role_filler": "Alter_Span, Remove_Cross_Template_Spurious_Role_Filler",
    "wrong_template_wrong_role": "Alter_Role, Remove_Cross_Template_Spurious_Role_Filler",
    "wrong_template_wrong_role_partial": "Alter_Span, Alter_Role, Remove_Cross_Template_Spurious_Role_Filler",
    "spurious_role_filler": "Remove_Unrelated_Spurious_Role_Filler",
    "missing_role_filler": "Introduce_Missing_Role_Filler",
    "spurious_template": "Remove_Spurious_Template",
    "spurious_template_role_filler": "",
    "missing_template": "Introduce_Missing_Template",
    "missing_template_role_filler": "",
}
"""Each kind of error, and what would repair it."""
KINDS = tuple(TRANSFORMATIONS)
Pair = tuple[int | None, int | None]
"""The places of a prediction and of a reference; None on one side for a template without a partner."""


@dataclass
class DocumentErrors:
    """The errors of one document."""

    alignment: list[Pair] = field(default_factory=list)
    cost: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    roles: dict[str, list[int]] = field(default_factory=dict)
    """The numbers of right, predicted and reference fillers of each role."""
    missing_roles: Counter[str] = field(default_factory=Counter)
    incorrect_roles: Counter[str] = field(default_factory=Counter)
    items: list[dict[str, str | int | None]] = field(default_factory=list)
    several_mentions: int = 0
    """Predicted entities of several mentions, each of which counts for itself."""

    def add(self, kind: str, pair: Pair, role: str = "", text: str = "") -> None:
        """Add an error."""
        self.errors[kind] += 1
        if TRANSFORMATIONS[kind]:
            fields = {"prediction": pair[0], "reference": pair[1], "role": role, "text": text, "kind": kind}
            self.items.append({**fields, "transformation": TRANSFORMATIONS[kind]})


@dataclass(frozen=True)
class Settings:
    """The settings of the analysis."""

    roles: tuple[str, ...]
    """In their order, which decides between equally near mentions."""
    typed: bool = True
    """Whether templates have types, and only those of one type may be matched."""
    once: bool = False
    """Whether a filler counts once, where the original counts it for each equal prediction."""
    nowhere_equal: bool = True
    """Whether mentions that are not in the text are all at one place, as in the original."""


def errors_of_document(prediction: TemplateDocument, reference: TemplateDocument, settings: Settings) -> DocumentErrors:
    """Return the errors of one document under the best matching of templates and fillers.

    Examples:
        >>> from event_scoring.templates import documents
        >>> def document(**roles):
        ...     slots = [documents.Slot(role, entities=[[text]]) for role, text in roles.items()]
        ...     templates = [documents.Template(type="attack", slots=slots)]
        ...     return TemplateDocument(text="The rebels killed a mayor.", templates=templates)
        >>> settings = Settings(("Agent", "Victim"))
        >>> found = errors_of_document(document(Agent="mayor"), document(Agent="rebels", Victim="mayor"), settings)
        >>> dict(found.errors)
        {'general_spurious_role_filler': 1, 'within_template_incorrect_role': 1, 'missing_role_filler': 1}
    """
    predictions, references = _read(prediction, reference, settings)
    pairs = len(predictions) * len(references) * len(settings.roles)
    pairs += _number_of_fillers(predictions) * _number_of_fillers(references)
    check_number_of_pairs(pairs, "fillers and templates", ("references", "templates"))
    # Fillers are matched for each pair of templates, then templates by what their fillers give.
    matched: dict[tuple[int, int], dict[str, Matched]] = {}
    choices = []
    for place, one in enumerate(predictions):
        row: list[tuple[int | None, int, float]] = [(None, 0, _size(one, settings))]
        for number, other in enumerate(references):
            if not settings.typed or one.type == other.type:
                fillers = {role: match_fillers(one.mentions(role), other.roles[role]) for role in one.roles}
                matched[place, number] = fillers
                right = sum(filler.right for filler in fillers.values()) + settings.typed
                row.append((number, right, sum(filler.cost for filler in fillers.values())))
        choices.append(row)
    wanted = [float(settings.typed + sum(map(len, other.roles.values()))) for other in references]
    partners, _, cost = best_assignment(choices, wanted, "templates")
    found = DocumentErrors([*enumerate(partners)], cost)
    found.alignment += [(None, number) for number in range(len(references)) if number not in partners]
    found.several_mentions = sum(
        len(entity) > 1 for template in predictions for entities in template.roles.values() for entity in entities
    )
    # The rest is explained: spurious fillers by where else they are found, and the misses that these do not explain.
    spurious = _count_matched(found, predictions, references, matched, settings)
    explained: set[tuple[str, Mention]] = set()
    for pair, role, mention in spurious:
        _classify_spurious(found, pair, role, mention, (predictions, references), settings, explained)
    _count_misses(found, references, matched, explained)
    return found


def _number_of_fillers(templates: Sequence[Template]) -> int:
    """Return the number of mentions of some templates, and one for each template."""
    return sum(1 + sum(len(template.mentions(role)) for role in template.roles) for template in templates)


def _read(
    prediction: TemplateDocument, reference: TemplateDocument, settings: Settings
) -> tuple[list[Template], list[Template]]:
    text, predicted_text = reference.text, prediction.text
    if text is not None and predicted_text is not None and predicted_text != text:
        wanted = "the text of the reference"
        raise InputError(("predictions", "text"), wanted=wanted, got=predicted_text, see=("references", "text"))
    text = predicted_text if text is None else text
    if text is None:
        wanted = '"text", to locate the mentions'
        raise InputError(("references",), wanted=wanted, says=f"missing {wanted}")
    page = letters_of_text(text)
    mentions = [
        [read_template(record, settings.roles, page, settings.typed) for record in side.templates]
        for side in (prediction, reference)
    ]
    if not settings.nowhere_equal:
        mentions[0] = [_with_unfound_mentions(template) for template in mentions[0]]
    return mentions[0], mentions[1]


def _with_unfound_mentions(template: Template) -> Template:
    """Return a predicted template in which mentions that are not in the text match no place of the references."""
    roles = {
        role: [[one._replace(place=UNEQUAL) if one.place == NOWHERE else one for one in entity] for entity in entities]
        for role, entities in template.roles.items()
    }
    return template._replace(roles=roles)


def _size(template: Template, settings: Settings) -> float:
    """Return the cost of an unmatched predicted template: its mentions, and its type."""
    return float(settings.typed + sum(len(template.mentions(role)) for role in template.roles))


def _count_matched(
    found: DocumentErrors,
    predictions: Sequence[Template],
    references: Sequence[Template],
    matched: dict[tuple[int, int], dict[str, Matched]],
    settings: Settings,
) -> list[tuple[Pair, str, Mention]]:
    """Count the fillers of both sides and the errors of templates and spans; return the fillers without a match."""
    found.roles = {role: [0, 0, 0] for role in (*([TYPE_ROLE] if settings.typed else []), *settings.roles)}
    spurious = []
    for pair in found.alignment:
        one, other = (
            None if place is None else side[place] for place, side in zip(pair, (predictions, references), strict=True)
        )
        if settings.typed:
            for number, is_there in enumerate((one and other, one, other)):
                found.roles[TYPE_ROLE][number] += is_there is not None
        if one is None or other is None:
            found.add("spurious_template" if other is None else "missing_template", pair)
        for role in settings.roles:
            mentions = [] if one is None else one.mentions(role)
            entities = [] if other is None else other.roles[role]
            numbers = found.roles[role]
            numbers[1] += len(mentions)
            numbers[2] += len(entities)
            if one is None or other is None:
                kind = "spurious_template_role_filler" if other is None else "missing_template_role_filler"
                found.errors[kind] += len(mentions) + len(entities)
                continue
            fillers = matched[pair[0] or 0, pair[1] or 0][role]
            numbers[0] += fillers.right
            for mention, place in zip(mentions, fillers.entity_of, strict=True):
                if place is None:
                    found.add("general_spurious_role_filler", pair, role, mention.text)
                    spurious.append((pair, role, mention))
                elif nearest(mention, entities[place])[0] > 0:
                    found.add("span_error", pair, role, mention.text)
    return spurious


def _classify_spurious(
    found: DocumentErrors,
    pair: Pair,
    role: str,
    mention: Mention,
    sides: tuple[Sequence[Template], Sequence[Template]],
    settings: Settings,
    explained: set[tuple[str, Mention]],
) -> None:
    """Add the kind of a spurious filler, and the miss that it explains.

    The pairs of all predictions that are equal to its own are gone through, until it is found in a reference. As
    published, it is spurious in a prediction without a pair, wherever else it is found.
    """
    predictions, references = sides
    own = predictions[pair[0] or 0]
    for place, partner in found.alignment:
        if place is None or predictions[place] != own or (settings.once and place != pair[0]):
            continue
        matching = [] if partner is None else [references[partner]]
        others = [one for one in references if one != references[partner]] if partner is not None else []
        for is_within, templates in ((True, matching), (False, others)):
            apart, other_role, other = _nearest_of(templates, mention, settings.roles)
            if other is not None:
                has_role, is_exact = other_role == role, apart == 0
                found.add(_KIND_OF_SPURIOUS[is_within, has_role, is_exact], (place, partner), role, mention.text)
                if is_within and not has_role:
                    found.incorrect_roles[other_role] += is_exact
                    explained.add((other_role, mention if is_exact else other))
                return
        found.add("spurious_role_filler", (place, partner), role, mention.text)


_KIND_OF_SPURIOUS = {
    (True, True, True): "duplicate_role_filler",
    (True, True, False): "duplicate_partially_matched_role_filler",
    (True, False, True): "within_template_incorrect_role",
    (True, False, False): "within_template_incorrect_role_partial",
    (False, True, True): "wrong_template_for_role_filler",
    (False, True, False): "wrong_template_for_partially_matched_role_filler",
    (False, False, True): "wrong_template_wrong_role",
    (False, False, False): "wrong_template_wrong_role_partial",
}
"""The kind of a spurious filler. Its nearest mention is in the matched template or not, in the same role or not, and at
the same place or not.
"""


def _nearest_of(
    templates: Sequence[Template], mention: Mention, roles: Sequence[str]
) -> tuple[float, str, Mention | None]:
    """Return the nearest mention that overlaps a mention, by role first: distance, role and mention."""
    best: tuple[float, str, Mention | None] = (1.0, "", None)
    for role in roles:
        for template in templates:
            apart, other = nearest(mention, template.mentions(role))
            if apart < best[0]:
                best = apart, role, other
    return best


def _count_misses(
    found: DocumentErrors,
    references: Sequence[Template],
    matched: dict[tuple[int, int], dict[str, Matched]],
    explained: set[tuple[str, Mention]],
) -> None:
    """Count the entities without a prediction, except those that a filler in a wrong role explains."""
    for place, number in found.alignment:
        if place is None or number is None:
            continue
        for role, fillers in matched[place, number].items():
            for mention in _missed(references[number].roles[role], fillers):
                if mention is None or (role, mention) not in explained:
                    found.add("missing_role_filler", (place, number), role, "" if mention is None else mention.text)
                    found.missing_roles[role] += 1


def _missed(entities: Sequence[Sequence[Mention]], fillers: Matched) -> Iterator[Mention | None]:
    """Yield the first mention of each entity that no prediction matches."""
    for place, entity in enumerate(entities):
        if place not in fillers.entity_of:
            yield entity[0] if entity else None


PUBLISHED = Published(
    name="Errors of filled templates (auto-err)",
    year="2022",
    users="Das et al.",
    choose_for="errors of filled templates, by kind, with their corrections",
    counts="Templates and fillers matched for the best F1; the unmatched rest by sixteen kinds",
    faults=(
        "The order of roles decides between equally near mentions; all mentions outside the text are equal; "
        "fillers of equal predictions count several times"
    ),
    original="IceJinx33/auto-err-template-fill 1858b61, `Error_Analysis.py`",
    checked_by="`golden/template_errors.json`, `oracles/template_error_oracle.py`",
    rule=errors_of_document,
    steps=(best_assignment, match_fillers, distance),
    options={"errors": "auto-err"},
    needs="the text of each document, and `details=True`",
)
