"""What a document of event extraction looks like."""

from __future__ import annotations

from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, Truth, optional

NOTHING = ("NA", "None", "O", "")
"""Labels that predict nothing."""
SPAN = ListOf(Integer("token offset"), length=2)
ARGUMENT = Record(
    optional("span", SPAN, "first token and the token after the last"),
    optional("text", Text(), "the words, where a prediction has no span"),
    optional("start", Integer("character offset"), "first character in `text`"),
    optional("end", Integer("character offset"), "the character after the last"),
    optional("claimed", Truth(), "whether a model wrote the position"),
    optional("head", Integer("token offset"), 'its head token; for the tier "head"'),
    Field("role", Text(label="role", may_be_empty=True), "the argument role"),
    optional("score", Number(), "the system's confidence"),
    optional("entity", Text(), "the entity or the entity mention that it is"),
    optional("event", Text(), "the event that it is, by its `id` (stand-off documents)"),
    optional("type", Text(), 'the type of its own characters; "Entity" where nothing is said (stand-off documents)'),
    bare_text="text",
)
EVENT = Record(
    optional(
        "trigger",
        Record(
            *(ARGUMENT.field(name) for name in ("span", "text", "start", "end", "claimed", "head")),
            optional("id", Text(), "the name of the characters (stand-off documents)"),
            bare_text="text",
        ),
        "the words that express the event; predictions on given triggers may name them by `id`",
    ),
    optional(
        "type", Text(label="type", may_be_empty=True), "the event type; predictions on given triggers may lack it"
    ),
    optional("score", Number(), "the system's confidence"),
    optional("arguments", ListOf(ARGUMENT), "the arguments of the event"),
    optional("id", Text(), "the name of the trigger, or of the event"),
    optional("event", Text(), "the event of which this is one of several triggers"),
    optional("empty_roles", ListOf(Text()), "roles that the system named without a filler"),
)
ENTITY = Record(
    Field("id", Text(), "its name, by which arguments may mean it"),
    optional(
        "mentions",
        ListOf(Record(*(ARGUMENT.field(name) for name in ("span", "text", "start", "end")), bare_text="text")),
        "its mentions in the document",
    ),
    optional("type", Text(), "its type (stand-off documents)"),
    ARGUMENT.field("start"),
    ARGUMENT.field("end"),
    optional("given", Truth(), "whether systems are given it; they are unless it says no (stand-off documents)"),
)
MODIFICATION = Record(
    optional("id", Text(), "its name"),
    Field("type", Text(), "what is said of the event: Negation or Speculation"),
    Field("event", Text(), "the event, by its `id`"),
)
OTHER_LINE = Record(
    Field("line", Integer("line number"), "where it stands"),
    Field("text", Text(), "the line"),
    optional("given", Truth(), "whether it stands in the file of what systems are given"),
)
EXTRACTION_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    optional("tokens", ListOf(Text(), in_order=True), "the words; needed where text must be found"),
    optional("text", Text(), "the text that character offsets mean"),
    optional("trigger_candidates", ListOf(SPAN), "read on the references' side"),
    optional("argument_candidates", ListOf(SPAN), "read on the references' side"),
    optional(
        "argument_candidate_entities",
        ListOf(Integer("entity number"), in_order=True),
        'the entity of each argument candidate; for convention "omnievent" only',
    ),
    Field("events", ListOf(EVENT), "the events of the document"),
    optional(
        "events_given_gold",
        ListOf(EVENT),
        'predictions on the reference triggers, one event for each; mode "gold" takes them instead',
    ),
    optional("unparsed", Integer(), "how many of the system's texts could not be read"),
    optional("sentences", ListOf(SPAN), "the tokens of each sentence"),
    optional("heads", ListOf(Integer("token offset"), in_order=True), "the syntactic head of each token"),
    optional(
        "mentions",
        ListOf(Record(Field("id", Text(), "its name"), Field("span", SPAN, "its tokens"))),
        "the mentions that clusters name",
    ),
    optional(
        "entities",
        ListOf(ENTITY),
        'who or what is mentioned where, read on the references\' side; for the tier "coref"',
    ),
    optional("clusters", ListOf(ListOf(Text())), "coreferent mentions, by name"),
    optional("modifications", ListOf(MODIFICATION, in_order=True), "what is negated or speculated (BioNLP)"),
    optional(
        "equivalents", ListOf(ListOf(Text(), in_order=True), in_order=True), "entities that are one, by `id` (BioNLP)"
    ),
    optional(
        "equivalents_after",
        ListOf(Integer("number of events"), in_order=True),
        "how many events stand before each of `equivalents`; none where this is not said",
    ),
    optional("other_lines", ListOf(OTHER_LINE, in_order=True), "lines of a BioNLP file that say something else"),
    optional("unanswered", Truth(), "whether a system wrote nothing for the document (BioNLP leaves it out)"),
    optional("negative_triggers", ListOf(Text()), "names of words that express no event"),
    optional("unparsed_because", Text(), "why they could not be read"),
    optional("word_rule", Text(), "by which rule the tokens were made of `text`"),
    optional("repaired", ListOf(Text()), "what was repaired in the system's text, by kind"),
)
_PLACE = [ARGUMENT.field(name) for name in ("span", "start", "end")]
_TRIGGER = [optional("trigger", Record(*_PLACE)), EVENT.field("type")]
_NAMED = ("role", "entity", "event", "type")
_WORDS = EXTRACTION_DOCUMENT.field("tokens")
COMPARED_IN_DETECTION = Record(_WORDS, Field("events", ListOf(Record(*_TRIGGER))))
"""What makes the references of detection other ones: words and triggers."""
COMPARED = Record(
    _WORDS,
    Field(
        "events",
        ListOf(Record(*_TRIGGER, optional("arguments", ListOf(Record(*_PLACE, *map(ARGUMENT.field, _NAMED)))))),
    ),
    *map(EXTRACTION_DOCUMENT.field, ("modifications", "equivalents")),
)
"""What makes the references of extraction other ones: also arguments."""
