# Made by `python -m docs` from the documents that the tasks declare.

from collections.abc import Sequence, Set
from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired

class NuggetLink(TypedDict):
    """A relation between two events."""

    type: Literal["After", "Subevent"]
    """the relation."""
    source: str
    """a mention id."""
    target: str
    """a mention id."""

class Nugget(TypedDict):
    """A mention of an event."""

    token_ids: Sequence[int] | Set[int]
    """the tokens of the nugget, a set."""
    type: str
    """the event type."""
    realis: NotRequired[str | None]
    """Actual, Generic, Other or any string."""
    id: NotRequired[str | None]
    """the name that clusters and links use."""
    cluster: NotRequired[str | None]
    """a label: mentions with equal labels are coreferent, in all of a unit."""
    score: NotRequired[float | None]
    """the system's confidence."""

class NuggetDocument(TypedDict):
    """A document of event nuggets."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    mentions: Sequence[Nugget]
    """the event nuggets of the document."""
    topic: NotRequired[str | None]
    """references: the topic, for clusters over documents."""
    subtopic: NotRequired[str | None]
    """references: the part of the topic."""
    clusters: NotRequired[Sequence[Sequence[str]] | None]
    """coreferent mentions, by id."""
    links: NotRequired[Sequence[NuggetLink] | None]
    """event sequencing."""

class ExtractionJudgeAnswers(TypedDict):
    """Answers of a judge about a document, for precision and for recall."""

    precision: NotRequired[str | None]
    """about predictions that differ from the references."""
    recall: NotRequired[str | None]
    """about references that differ from the predictions."""

class ExtractionOtherLine(TypedDict):
    """A line of another kind in a BioNLP file."""

    line: int
    """where it stands."""
    text: str
    """the line."""
    given: NotRequired[bool | None]
    """whether it is in the file that systems are given."""

class ExtractionModification(TypedDict):
    """A negation or speculation of an event."""

    id: NotRequired[str | None]
    """its name."""
    type: str
    """modification of the event: Negation or Speculation."""
    event: str
    """the event, by its `id`."""

class ExtractionEntityMention(TypedDict):
    """A mention of an entity in the document."""

    span: NotRequired[Sequence[int] | None]
    """first token and the token after the last."""
    text: NotRequired[str | None]
    """the words, where a prediction has no span."""
    start: NotRequired[int | None]
    """first character in `text`."""
    end: NotRequired[int | None]
    """the character after the last."""

class ExtractionEntity(TypedDict):
    """A participant in events."""

    id: str
    """its name, by which arguments may mean it."""
    mentions: NotRequired[Sequence[ExtractionEntityMention | str] | None]
    """its mentions in the document."""
    type: NotRequired[str | None]
    """its type (stand-off documents)."""
    start: NotRequired[int | None]
    """first character in `text`."""
    end: NotRequired[int | None]
    """the character after the last."""
    given: NotRequired[bool | None]
    """whether systems are given it; they are unless it says no (stand-off documents)."""

class ExtractionNamedMention(TypedDict):
    """A mention that clusters name."""

    id: str
    """its name."""
    span: Sequence[int]
    """its tokens."""

class ExtractionArgument(TypedDict):
    """An argument of an event."""

    span: NotRequired[Sequence[int] | None]
    """first token and the token after the last."""
    text: NotRequired[str | None]
    """the words, where a prediction has no span."""
    start: NotRequired[int | None]
    """first character in `text`."""
    end: NotRequired[int | None]
    """the character after the last."""
    claimed: NotRequired[bool | None]
    """whether a model wrote the position."""
    head: NotRequired[int | None]
    """its head token; for the tier "head"."""
    role: str
    """the argument role."""
    score: NotRequired[float | None]
    """the system's confidence."""
    entity: NotRequired[str | None]
    """the entity or the entity mention that it is."""
    entity_type: NotRequired[str | None]
    """its entity type; for convention "code4struct"."""
    event: NotRequired[str | None]
    """the event that it is, by its `id` (stand-off documents)."""
    type: NotRequired[str | None]
    """the type of its own characters; "Entity" by default (stand-off documents)."""

class ExtractionTrigger(TypedDict):
    """The words that express an event."""

    span: NotRequired[Sequence[int] | None]
    """first token and the token after the last."""
    text: NotRequired[str | None]
    """the words, where a prediction has no span."""
    start: NotRequired[int | None]
    """first character in `text`."""
    end: NotRequired[int | None]
    """the character after the last."""
    claimed: NotRequired[bool | None]
    """whether a model wrote the position."""
    head: NotRequired[int | None]
    """its head token; for the tier "head"."""
    id: NotRequired[str | None]
    """the name of the characters (stand-off documents)."""

class ExtractionEvent(TypedDict):
    """An event: its trigger, its type and its arguments."""

    trigger: NotRequired[ExtractionTrigger | str | None]
    """the words that express the event; predictions on given triggers may name them by `id`."""
    type: NotRequired[str | None]
    """the event type; predictions on given triggers may lack it."""
    score: NotRequired[float | None]
    """the system's confidence."""
    arguments: NotRequired[Sequence[ExtractionArgument | str] | None]
    """the arguments of the event."""
    id: NotRequired[str | None]
    """the name of the trigger, or of the event."""
    event: NotRequired[str | None]
    """the event of which this is one of several triggers."""
    empty_roles: NotRequired[Sequence[str] | None]
    """roles that the system named without a filler."""

class ExtractionDocument(TypedDict):
    """A document of event extraction."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    tokens: NotRequired[Sequence[str] | None]
    """the words; needed where text must be found."""
    text: NotRequired[str | None]
    """the text that character offsets mean."""
    trigger_candidates: NotRequired[Sequence[Sequence[int]] | None]
    """read on the references' side."""
    argument_candidates: NotRequired[Sequence[Sequence[int]] | None]
    """read on the references' side."""
    argument_candidate_entities: NotRequired[Sequence[int] | None]
    """the entity of each argument candidate; for convention "omnievent" only."""
    events: Sequence[ExtractionEvent]
    """the events of the document."""
    events_given_gold: NotRequired[Sequence[ExtractionEvent] | None]
    """predictions on the reference triggers, one event for each; mode "gold" takes them instead."""
    unparsed: NotRequired[int | None]
    """how many of the system's texts could not be read."""
    sentences: NotRequired[Sequence[Sequence[int]] | None]
    """the tokens of each sentence."""
    heads: NotRequired[Sequence[int] | None]
    """the syntactic head of each token."""
    mentions: NotRequired[Sequence[ExtractionNamedMention] | None]
    """the mentions that clusters name."""
    entities: NotRequired[Sequence[ExtractionEntity] | None]
    """entities with their mentions, read on the side of the references; for the tier "coref"."""
    clusters: NotRequired[Sequence[Sequence[str]] | None]
    """coreferent mentions, by name."""
    modifications: NotRequired[Sequence[ExtractionModification] | None]
    """negated or speculated events (BioNLP)."""
    equivalents: NotRequired[Sequence[Sequence[str]] | None]
    """entities that are one, by `id` (BioNLP)."""
    equivalents_after: NotRequired[Sequence[int] | None]
    """the number of events before each of `equivalents`; empty if unknown."""
    other_lines: NotRequired[Sequence[ExtractionOtherLine] | None]
    """other lines of a BioNLP file."""
    unanswered: NotRequired[bool | None]
    """whether a system wrote nothing for the document (BioNLP leaves it out)."""
    negative_triggers: NotRequired[Sequence[str] | None]
    """names of words that express no event."""
    unparsed_because: NotRequired[str | None]
    """why they could not be read."""
    word_rule: NotRequired[str | None]
    """the rule by which `text` was tokenized."""
    answer: NotRequired[str | None]
    """the whole answer; for convention "instructuie"."""
    judge_answers: NotRequired[ExtractionJudgeAnswers | None]
    """the answers of a judge; for convention "raee"."""
    repaired: NotRequired[Sequence[str] | None]
    """repairs of the system's text, by kind."""

class Argument(TypedDict):
    """An argument of an event, by the name of its filler."""

    type: str
    """the event type."""
    role: str
    """the role of the argument in the event."""
    filler: str
    """what fills the role: the name of an entity or value."""
    realis: NotRequired[Literal["Actual", "Generic", "Other"] | None]
    """for all arguments or for none."""
    score: NotRequired[float | None]
    """the system's confidence."""

class ArgumentDocument(TypedDict):
    """A document of arguments that are linked into event frames."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    arguments: Sequence[Argument]
    """the arguments of the document; on the reference side all correct ones, Generic ones included."""
    frames: Sequence[Sequence[int]]
    """event frames: lists of places in `arguments`."""

class ResponseSpan(TypedDict):
    """A span of characters of the text."""

    start: int
    end: int
    """the last offset, inclusive."""

class ResponseArgumentString(TypedDict):
    """A canonical argument string (CAS)."""

    text: str
    start: int
    end: int
    """the last offset, inclusive."""

class SystemResponse(TypedDict):
    """A response of a system."""

    type: str
    """the event type."""
    role: str
    """the role of the argument in the event."""
    cas: ResponseArgumentString
    """the canonical argument string and its offsets."""
    base_filler: ResponseSpan
    """where the argument is mentioned."""
    predicate_justifications: Sequence[ResponseSpan]
    """the text that shows the event, a set."""
    argument_justifications: Sequence[ResponseSpan]
    """further text that shows the argument, a set."""
    realis: Literal["Actual", "Generic", "Other"]
    """Actual, Generic or Other."""
    score: NotRequired[float | None]
    """the system's confidence; 1 where it is missing."""

class ResponseDocument(TypedDict):
    """A document of a system."""

    doc_id: str
    """the document's name; both sides must agree."""
    responses: Sequence[SystemResponse]
    frames: Sequence[Sequence[int]]
    """event frames: lists of places in `responses`."""

class ResponseEventArgument(TypedDict):
    """An argument of an event mention."""

    role: str
    realis: NotRequired[bool | None]
    """whether the argument is asserted; none is refused."""
    entity_id: NotRequired[str | None]
    """not used: the entity is that of the mention."""
    entity_mention_id: NotRequired[str | None]
    filler_id: NotRequired[str | None]
    """where there is no entity mention."""

class ResponseExtent(TypedDict):
    """A span of the text, such as a trigger."""

    offset: int
    """of the first character."""
    length: int
    """in characters."""
    text: NotRequired[str | None]
    """not compared."""

class ResponseEventMention(TypedDict):
    """A mention of an event."""

    id: NotRequired[str | None]
    type: str
    subtype: str
    realis: Literal["actual", "generic", "other"]
    trigger: ResponseExtent
    arguments: Sequence[ResponseEventArgument]

class ResponseHopper(TypedDict):
    """An event with its mentions."""

    id: NotRequired[str | None]
    event_mentions: Sequence[ResponseEventMention]

class ResponseEreFiller(TypedDict):
    """Filler of an argument that is not an entity, such as a time."""

    id: str
    type: NotRequired[str | None]
    offset: int
    """of the first character."""
    length: int
    """in characters."""
    text: NotRequired[str | None]
    """not compared."""
    nom_time: NotRequired[str | None]
    """the date of a time."""

class ResponseEntityMention(TypedDict):
    """A mention of an entity."""

    id: str
    noun_type: Literal["NAM", "NOM", "PRO"]
    offset: int
    """of the first character."""
    length: int
    """in characters."""
    text: NotRequired[str | None]
    """not compared."""
    nom_head: NotRequired[ResponseExtent | None]
    """the head of a nominal mention."""

class ResponseEntity(TypedDict):
    """An entity with its mentions."""

    id: str
    type: NotRequired[str | None]
    specificity: NotRequired[str | None]
    mentions: Sequence[ResponseEntityMention]

class ResponseEreDocument(TypedDict):
    """The annotations of a document in Rich ERE."""

    doc_id: NotRequired[str | None]
    source_type: NotRequired[str | None]
    entities: Sequence[ResponseEntity]
    fillers: Sequence[ResponseEreFiller]
    hoppers: Sequence[ResponseHopper]
    """the events, each with its mentions."""

class ResponseCoreference(TypedDict):
    """The coreference cluster of a canonical argument string."""

    text: str
    start: int
    end: int
    """the last offset, inclusive."""
    cluster: int

class ResponseAssessment(TypedDict):
    """The verdicts of an assessor on a response."""

    aet: Literal["C", "I", "W", "NIL"]
    """is the event type right."""
    aer: Literal["C", "I", "W", "NIL"]
    """is the role right."""
    cas: Literal["C", "I", "W", "NIL"]
    """is the canonical argument string right."""
    base_filler: Literal["C", "I", "W", "NIL"]
    """is the base filler right."""
    realis: Literal["Actual", "Generic", "Other", "NIL"]
    """the realis that the assessor gives."""
    mention_type: NotRequired[Literal["NAME", "NOMINAL", "NIL"] | None]
    """of the CAS."""

class AssessedResponse(TypedDict):
    """A response of any system, with its assessment."""

    type: str
    """the event type."""
    role: str
    """the role of the argument in the event."""
    cas: ResponseArgumentString
    """the canonical argument string and its offsets."""
    base_filler: ResponseSpan
    """where the argument is mentioned."""
    predicate_justifications: Sequence[ResponseSpan]
    """the text that shows the event, a set."""
    argument_justifications: Sequence[ResponseSpan]
    """further text that shows the argument, a set."""
    realis: Literal["Actual", "Generic", "Other"]
    """Actual, Generic or Other."""
    score: NotRequired[float | None]
    """the system's confidence; 1 where it is missing."""
    assessment: NotRequired[ResponseAssessment | None]
    """missing if the response was not assessed."""

class ResponseReference(TypedDict):
    """A document of the references: assessed responses, coreference and frames, or Rich ERE; all documents alike."""

    doc_id: str
    """the document's name; both sides must agree."""
    responses: NotRequired[Sequence[AssessedResponse] | None]
    """the assessed responses of all systems."""
    coreference: NotRequired[Sequence[ResponseCoreference] | None]
    """which canonical argument strings name the same thing."""
    frames: NotRequired[Sequence[Sequence[int]] | None]
    """event frames: lists of places in `responses`."""
    ere: NotRequired[ResponseEreDocument | None]
    """in place of assessed responses: the document in Rich ERE."""
    quoted: NotRequired[Sequence[Sequence[int]] | None]
    """with `ere`: first and last offset of each quoted region, which is not scored."""

class TemplateSlot(TypedDict):
    """A slot of a template, with what fills it."""

    name: str
    """the name of the slot."""
    values: NotRequired[Sequence[str] | None]
    """its fills, a set."""
    entities: NotRequired[Sequence[Sequence[str]] | None]
    """in place of values: entities, each a list of its mentions; not under MUC-6."""
    fills: NotRequired[Sequence[Any] | None]
    """MUC-4, in place of values: texts, alternatives, cross-references, ranges and places."""
    pointer: NotRequired[bool | None]
    """whether the fills are ids of templates."""
    optional: NotRequired[bool | None]
    """references only: fills that a system may leave out."""

class Template(TypedDict):
    """An object, with slots."""

    type: NotRequired[str | None]
    """the class of the template, such as ORGANIZATION; only CEAF-REE does without."""
    id: NotRequired[str | None]
    """the name that pointers use."""
    optional: NotRequired[bool | None]
    """MUC-4: whether the template may be left out."""
    slots: Sequence[TemplateSlot]
    """the slots of the object."""

class TemplateDocument(TypedDict):
    """A document of templates."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    templates: Sequence[Template]
    """the objects of the document."""
    text: NotRequired[str | None]
    """the text of the document; for the analysis of errors."""
    unparsed: NotRequired[int | None]
    """how many of the system's texts could not be read."""
    event_types: NotRequired[Sequence[str] | None]
    """predictions only: types, where a model predicts them apart."""
    entities: NotRequired[Sequence[str] | None]
    """entities of event tables: a set of texts."""

class ValueMentionArgument(TypedDict):
    """An argument of a mention of an event."""

    role: str
    """the role."""
    refid: str
    """the id of a mention."""

class ValueEventMention(TypedDict):
    """A mention of an event."""

    id: NotRequired[str | None]
    """its name, by which arguments of event mentions refer to it."""
    extent: Sequence[int]
    """first and last character."""
    anchor: NotRequired[Sequence[int] | None]
    """the trigger, which is not scored."""
    arguments: NotRequired[Sequence[ValueMentionArgument] | None]
    """for mentions."""

class ValueEventArgument(TypedDict):
    """An argument of an event."""

    role: str
    """the role."""
    refid: str
    """the id of an entity, value or time of the document."""

class ValueEvent(TypedDict):
    """An event."""

    id: NotRequired[str | None]
    """its name in the corpus."""
    type: str
    """the event type, such as Conflict."""
    subtype: str
    """the subtype, such as Attack."""
    modality: NotRequired[Literal["Asserted", "Other"] | None]
    """the modality; predictions may lack it."""
    polarity: NotRequired[Literal["Positive", "Negative"] | None]
    """the polarity; predictions may lack it."""
    genericity: NotRequired[Literal["Specific", "Generic"] | None]
    """the genericity; predictions may lack it."""
    tense: NotRequired[Literal["Past", "Present", "Future", "Unspecified"] | None]
    """the tense; predictions may lack it."""
    arguments: Sequence[ValueEventArgument]
    """a set."""
    mentions: Sequence[ValueEventMention]
    """where the event is mentioned."""

class ValueMention(TypedDict):
    """A mention of a value or of a time."""

    id: NotRequired[str | None]
    """its name, by which arguments of event mentions refer to it."""
    start: int
    """the first character."""
    end: int
    """the last character, inclusive."""

class ValueOrTime(TypedDict):
    """A value (a crime, a sum, a title), or an expression of time."""

    id: str
    """its name in the corpus."""
    type: NotRequired[str | None]
    """such as Job-Title; of values."""
    subtype: NotRequired[str | None]
    """of some values."""
    mentions: Sequence[ValueMention]
    """where it is mentioned."""

class ValueEntityMention(TypedDict):
    """A mention of an entity."""

    id: NotRequired[str | None]
    """its name, by which arguments of event mentions refer to it."""
    level: NotRequired[Literal["NAM", "NOM", "PRO"] | None]
    """name, nominal or pronoun."""
    start: NotRequired[int | None]
    """the first character."""
    end: NotRequired[int | None]
    """the last character, inclusive."""
    head_start: NotRequired[int | None]
    """the first character of the head, which is scored."""
    head_end: NotRequired[int | None]
    """the last character of the head."""
    role: NotRequired[str | None]
    """the role of a geopolitical entity; else its type."""
    metonymy: NotRequired[bool | None]
    """whether the mention is a metonymy."""

ValueEntity = TypedDict("ValueEntity", {"id": str, "type": NotRequired[str | None], "subtype": NotRequired[str | None], "class": NotRequired[Literal["SPC", "GEN", "NEG", "USP"] | None], "mentions": Sequence[ValueEntityMention]})

class ValueDocument(TypedDict):
    """A document of the ACE value."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    source: NotRequired[str | None]
    """where the text is from, such as newswire."""
    entities: NotRequired[Sequence[ValueEntity] | None]
    """people, places and so on."""
    timex2: NotRequired[Sequence[ValueOrTime] | None]
    """expressions of time."""
    values: NotRequired[Sequence[ValueOrTime] | None]
    """crimes, sums, titles and so on."""
    events: Sequence[ValueEvent]
    """the events."""

class Relation(TypedDict):
    """A relation between two events or times."""

    type: str
    """the label, such as BEFORE."""
    source: str
    """the id of an event or time."""
    target: str
    """the id of an event or time."""
    kind: NotRequired[Literal["temporal", "causal", "subevent"] | None]
    """what sort of relation it is."""
    score: NotRequired[float | None]
    """the system's confidence."""

class RelationTime(TypedDict):
    """An expression of time."""

    id: str
    """the name that relations use."""
    span: NotRequired[Sequence[int] | None]
    """its first token and the token after its last."""
    at: NotRequired[Sequence[int] | None]
    """the same, where only ids are compared."""
    text: NotRequired[str | None]
    """its words."""
    sentence: NotRequired[int | None]
    """the number of its sentence."""
    token: NotRequired[int | None]
    """its place in the sentence."""
    dct: NotRequired[bool | None]
    """whether it is the date of the document."""
    type: NotRequired[str | None]
    """such as DATE."""
    value: NotRequired[str | None]
    """such as 2020-W10."""

RelationEvent = TypedDict("RelationEvent", {"id": NotRequired[str | None], "span": NotRequired[Sequence[int] | None], "at": NotRequired[Sequence[int] | None], "text": NotRequired[str | None], "sentence": NotRequired[int | None], "token": NotRequired[int | None], "cluster": NotRequired[str | None], "event": NotRequired[str | None], "type": NotRequired[str | None], "class": NotRequired[str | None], "tense": NotRequired[str | None], "aspect": NotRequired[str | None], "pos": NotRequired[str | None], "polarity": NotRequired[str | None], "modality": NotRequired[str | None]})

class RelationDocument(TypedDict):
    """A document of relations between events, or of clusters of events."""

    doc_id: NotRequired[str | None]
    """the document's name; both sides must agree."""
    topic: NotRequired[str | None]
    """references: the topic, whose documents share clusters."""
    subtopic: NotRequired[str | None]
    """references: the part of the topic."""
    events: NotRequired[Sequence[RelationEvent] | None]
    """mentions of events."""
    times: NotRequired[Sequence[RelationTime] | None]
    """expressions of time."""
    clusters: NotRequired[Sequence[Sequence[str]] | None]
    """coreferent events of the document, by id."""
    relations: NotRequired[Sequence[Relation] | None]
    """what holds between events and times."""
    outside: NotRequired[Sequence[Relation] | None]
    """ignored predictions, about events that the document does not have."""
    unparsed: NotRequired[int | None]
    """how many of the system's texts could not be read."""
    unparsed_because: NotRequired[str | None]
    """why they could not be read."""
    repaired: NotRequired[Sequence[str] | None]
    """repairs of the system's text, by kind."""
