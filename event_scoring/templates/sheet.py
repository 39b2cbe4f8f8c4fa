"""How the scores of templates are called and explained."""

from event_scoring.scoring.sheet import Score, Sheet

TEMPLATE_SHEET = Sheet(
    heading="Templates",
    groups=(Score("", "fills", "values found in the right slot of the right template"),),
    single=(
        *(Score(name, name) for name in ("correct", "partial", "incorrect", "missing", "spurious")),
        Score("possible", "possible", "values of the references"),
        Score("actual", "actual", "values of the predictions"),
        *(
            Score(f"{ratio}_{part}", f"{ratio} {part}")
            for ratio in ("precision", "recall")
            for part in ("numerator", "denominator")
        ),
        Score("aligned", "aligned templates"),
        Score("greedy_f1", "F1 by greedy alignment"),
        Score("optimal_f1", "F1 by optimal alignment"),
        Score("greedy_loss", "what greedy alignment loses", "what the alignment of MUC-6 costs beside the best one"),
    ),
    headlines=("f1",),
    main=("precision", "recall", "f1"),
    summary=("precision", "recall", "f1", "correct", "incorrect", "missing", "spurious", "greedy_loss"),
    tables=("type", "slot", "document"),
    citation="Proceedings of the Sixth Message Understanding Conference (MUC-6), 1995",
    citations={
        "ceaf-ree": "Du, Rush and Cardie (2021), GRIT: Generative Role-filler Transformers for Document-level Event "
        "Entity Extraction, EACL",
        "gtt": "Du, Rush and Cardie (2021), Template Filling with Generative Transformers, NAACL",
        "ceaf-rme": "Chen, Gantt, Gu, Chen, White and Van Durme (2023), Iterative Document-level Information "
        "Extraction via Imitation Learning, EACL",
    },
)
