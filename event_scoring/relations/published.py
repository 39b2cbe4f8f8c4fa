"""The rules of papers and published scorers that scores of relations give."""

from __future__ import annotations

from event_scoring.relations.awareness import count_awareness, timeline, verified
from event_scoring.relations.caevo import count_caevo, in_text_order
from event_scoring.relations.causes import count_causes
from event_scoring.relations.clusters import cluster_rows, cluster_sums, in_units
from event_scoring.relations.entities import count_entities
from event_scoring.relations.eventstoryline import count_rows_in_common
from event_scoring.relations.maven_ere import count_maven_ere, spread
from event_scoring.relations.pairs import confusion_of_slots, count_pairs
from event_scoring.scoring.coreference import coreference_scores
from event_scoring.scoring.published import Published

_CHECKED = "golden, oracle"

PUBLISHED = (
    Published(
        name="Labelled pairs",
        year="–",
        users="work on relations of one's own",
        choose_for="relations of a corpus without a scorer",
        counts="Pairs with the same label; every label but NONE counts, and every predicted pair",
        faults="Direction is compared as it is written",
        original="Micro precision, recall and F1",
        checked_by="oracle",
        options={"protocol": "pairs"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="MATRES",
        year="2018–",
        users="work on MATRES and TCR",
        choose_for="MATRES",
        counts="BEFORE, AFTER and EQUAL on the pairs of the file; VAGUE is no relation",
        faults="A label on a VAGUE pair costs precision; leaving such pairs out gives a higher one",
        original=(
            "CogComp/JointConstrainedLearning 0a34a7c, `metric.py`; qiangning/NeuralTemporalRelation-EMNLP19 f3015d5"
        ),
        checked_by=_CHECKED,
        options={"protocol": "matres"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="TimeBank-Dense, VAGUE as a label",
        year="2019–",
        users="Han, Ning and Peng, and papers after them",
        choose_for="TimeBank-Dense as most neural models count",
        counts="All six labels on the annotated pairs",
        faults="A constant VAGUE scores well; not comparable with the other two counts",
        original="rujunhan/EMNLP-2019 3a6291f",
        checked_by=_CHECKED,
        options={"protocol": "tb-dense"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="TimeBank-Dense without VAGUE",
        year="2022–",
        users="MAVEN-ERE's baselines, graph models",
        choose_for="TimeBank-Dense as MATRES is counted",
        counts="Five labels; VAGUE is no relation",
        faults="Not comparable with the other two counts",
        original="THU-KEG/MAVEN-ERE ac81a97, `temporal/main_other.py`",
        checked_by=_CHECKED,
        options={"protocol": "tb-dense", "vague": "exclude"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="TimeBank-Dense, CAEVO",
        year="2014",
        users="Cassidy et al., Chambers et al.",
        choose_for="the numbers of the corpus's own papers",
        counts="Predicted links in text order against those of the references, with VAGUE and without",
        faults="A reference link against the text order is a hit and a miss; BEFORE on a VAGUE pair is free",
        original="nchambers/caevo 86af3c5, `Evaluate`",
        checked_by=_CHECKED,
        options={"protocol": "tb-dense", "scorer": "caevo"},
        rule=count_caevo,
        steps=(in_text_order,),
    ),
    Published(
        name="TDDiscourse",
        year="2019–",
        users="work on TDDMan and TDDAuto",
        choose_for="TDDiscourse",
        counts="Five labels on the pairs of the file",
        faults="No scorer was published; a system that abstains loses recall only",
        original="Naik, Breitfeller and Rosé (SIGDIAL 2019); aakanksha19/TDDiscourse f593085",
        checked_by=_CHECKED,
        options={"protocol": "tddiscourse"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="HiEve",
        year="2020–",
        users="Wang et al. and work on subevents after them",
        choose_for="HiEve",
        counts="The mean of the F1 of PARENT-CHILD and of CHILD-PARENT",
        faults="A mean of two F1 that papers call micro; NOREL pairs were sampled with a seed of the machine",
        original="CogComp/JointConstrainedLearning 0a34a7c",
        checked_by=_CHECKED,
        options={"protocol": "hieve"},
        rule=count_pairs,
        steps=(confusion_of_slots,),
    ),
    Published(
        name="EventStoryLine",
        year="2017–",
        users="Caselli and Vossen",
        choose_for="EventStoryLine's own script",
        counts="Rows of source, target and type, as lists; with type and without",
        faults="Published recall with types divides by the misses without types",
        original="tommasoc80/EventStoryLine 46edefe, evaluation script",
        checked_by=_CHECKED,
        options={"protocol": "eventstoryline"},
        rule=count_rows_in_common,
    ),
    Published(
        name="Causes, identification",
        year="2020–",
        users="Liu, Chen and Zhao, and most later work on event causality",
        choose_for="whether there is a cause at all",
        counts="Pairs with any label but NULL, within sentences, across, or all; with direction or without",
        faults="Types are not compared; false positives outside the given pairs cannot be seen",
        original="jianliu-ml/EventCausalityIdentification 0adcf22, `compute_f1`",
        checked_by=_CHECKED,
        options={"protocol": "causal"},
        rule=count_causes,
    ),
    Published(
        name="MAVEN-ERE",
        year="2022–",
        users="Wang et al. and its leaderboard",
        choose_for="MAVEN-ERE",
        counts=(
            "Labels of ordered pairs of mentions for each kind, relations of events spread over their mentions; "
            "coreference"
        ),
        faults="Predictions are not spread; BLANC's precision and recall are a little too low",
        original="THU-KEG/MAVEN-ERE ac81a97, `evaluate.py`",
        checked_by=_CHECKED,
        options={"protocol": "maven-ere"},
        rule=count_maven_ere,
        steps=(spread,),
    ),
    Published(
        name="Temporal awareness",
        year="2011–",
        users="TempEval-3, Clinical TempEval",
        choose_for="timelines, where what follows counts as said",
        counts="Links of each side's reduced graph that the other side says or implies",
        faults="The order of links matters; BEGINS is never implied; the published graph takes some points for equal",
        original="UzZaman and Allen (ACL 2011); naushadzaman/tempeval3_toolkit e02eb2d",
        checked_by=_CHECKED,
        options={"protocol": "tempeval-3"},
        rule=count_awareness,
        steps=(timeline, verified, count_entities),
    ),
    Published(
        name="Coreference across documents",
        year="2014–",
        users="work on ECB+, FCC, GVC",
        choose_for="clusters over the documents of a topic or a corpus",
        counts="MUC, B³, CEAF, LEA and BLANC, summed over units; the CoNLL mean",
        faults="Level, singletons, mentions and topics move all of them; none is comparable without the four",
        original="ns-moosavi/coval 87071a6; conll/reference-coreference-scorers 8.01 f49f3f8",
        checked_by=_CHECKED,
        options={"protocol": "coreference"},
        rule=cluster_rows,
        steps=(in_units, cluster_sums, coreference_scores),
    ),
)
