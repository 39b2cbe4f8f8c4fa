"""The layout of scores of relations: titles, groups and explanations."""

from event_scoring.scoring.layout import Score, ScoreLayout

_LABELS = "relations found between the right {} and with the right label"
_CLUSTERS = "clusters of coreferent events, as {} counts them"
_ATTRIBUTES = {
    "event": ("class", "tense", "aspect", "pos", "polarity", "modality"),
    "time": ("type", "value"),
}

RELATION_LAYOUT = ScoreLayout(
    heading="Relations between events",
    groups=(
        Score("", "relations", _LABELS.format("events")),
        Score("non_vague", "relations but VAGUE", "relations that are not VAGUE"),
        Score("pairs", "pairs", "pairs of events found, whatever their type"),
        Score("typed", "typed pairs", "pairs of events found with the right type"),
        Score("typed_published", "typed pairs as published", "typed pairs with the published recall"),
        Score("awareness", "temporal awareness", "links that the other side states or implies"),
        *(Score(kind, f"{kind} relations", _LABELS.format("mentions")) for kind in ("temporal", "causal", "subevent")),
        Score("mention", "mentions", "mentions of events found"),
        Score("muc", "MUC", _CLUSTERS.format("MUC")),
        Score("b_cubed", "B-cubed", _CLUSTERS.format("B-cubed")),
        Score("ceaf_m", "CEAF-m", _CLUSTERS.format("CEAF-m")),
        Score("ceaf_e", "CEAF-e", _CLUSTERS.format("CEAF-e")),
        Score("lea", "LEA", _CLUSTERS.format("LEA")),
        Score("blanc", "BLANC", _CLUSTERS.format("BLANC")),
        *(
            Score(f"{name}_{matched}", f"{name}s {matched}", f"{name}s found {how}")
            for name in _ATTRIBUTES
            for matched, how in (("strict", "with the same text"), ("relaxed", "by id"))
        ),
    ),
    single=(
        Score("average_f1", "mean F1", "the mean of the F1 of PARENT-CHILD and of CHILD-PARENT"),
        Score("accuracy", "accuracy", "pairs with the right label, including the label for no relation"),
        Score("overall_f1", "overall F1", "the mean over coreference, temporal, causal and subevent relations"),
        Score("conll_f1", "CoNLL F1", "the mean of MUC, B-cubed and CEAF-e"),
        Score("units", "units", "documents, topics or subtopics over which clusters extend"),
        Score("pairs", "pairs asked"),
        Score("ignored", "predictions ignored"),
        Score("unparsed", "answers that could not be read"),
        *(
            Score(f"{ratio}_{part}", f"{ratio} {part}")
            for ratio in ("precision", "recall")
            for part in ("numerator", "denominator")
        ),
        *(
            Score(f"{name}_{attribute}_{measure}", f"{attribute} of {name}s {shown}")
            for name, attributes in _ATTRIBUTES.items()
            for attribute in attributes
            for measure, shown in (("accuracy", "accuracy"), ("f1", "F1"))
        ),
    ),
    headlines=("average_f1", "typed_f1", "awareness_f1", "overall_f1", "f1", "conll_f1", "temporal_f1", "causal_f1"),
    main=(
        *("f1", "average_f1", "awareness_f1", "pairs_f1", "typed_f1", "temporal_f1", "causal_f1", "subevent_f1"),
        *("muc_f1", "b_cubed_f1", "ceaf_e_f1", "conll_f1", "overall_f1"),
    ),
    tables=("label", "document", "unit"),
    citation="the paper of the corpus; docs/every-evaluation.md names the program of each protocol",
    citations={
        "matres": "Ning, Wu and Roth (2018), A Multi-Axis Annotation Scheme for Event Temporal Relations, ACL",
        "tb-dense": "Cassidy, McDowell, Chambers and Bethard (2014), An Annotation Framework for Dense Event "
        "Ordering, ACL",
        "tddiscourse": "Naik, Breitfeller and Rosé (2019), TDDiscourse: A Dataset for Discourse-Level Temporal "
        "Ordering of Events, SIGDIAL",
        "hieve": "Glavaš, Šnajder, Moens and Kordjamshidi (2014), HiEve: A Corpus for Extracting Event Hierarchies "
        "from News Stories, LREC",
        "eventstoryline": "Caselli and Vossen (2017), The Event StoryLine Corpus, Events and Stories in the News",
        "causal": "Liu, Chen and Zhao (2020), Knowledge Enhanced Event Causality Identification with Mention Masking "
        "Generalizations, IJCAI",
        "maven-ere": "Wang et al. (2022), MAVEN-ERE: A Unified Large-scale Dataset for Event Coreference, Temporal, "
        "Causal, and Subevent Relation Extraction, EMNLP",
        "tempeval-3": "UzZaman and Allen (2011), Temporal Evaluation, ACL",
        "coreference": "Pradhan et al. (2014), Scoring Coreference Partitions of Predicted Mentions, ACL",
    },
)
