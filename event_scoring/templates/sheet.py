"""How the scores of templates are called and explained."""

from event_scoring.scoring.sheet import Score, Sheet

TEMPLATE_SHEET = Sheet(
    heading="Templates",
    groups=(
        Score("", "fills", "values found in the right slot of the right template"),
        Score("macro", "mean over roles"),
        Score("average", "mean over types"),
        Score("instance", "whole records"),
        Score("combination", "values of records"),
        Score("classification", "types of documents"),
        Score("classification_macro", "types of documents mean"),
        Score("entity", "entities"),
        Score("matched_missing", "matched or missing templates"),
        Score("matched_spurious", "matched or spurious templates"),
        Score("matched_only", "matched templates"),
        Score("templates", "templates themselves"),
        Score("set_fills", "set fills"),
        Score("string_fills", "string fills"),
    ),
    single=(
        Score("published_precision", "precision as published"),
        Score("published_recall", "recall as published"),
        Score("published_f1", "F1 as published", "P&R in per cent, of whole per cents"),
        Score("published_f_2p", "F 2P&R as published"),
        Score("published_f_2r", "F P&2R as published"),
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
    folded=("matched_", "templates_", "set_fills_", "string_fills_", "text_filtering_"),
    headlines=("f1",),
    main=("precision", "recall", "f1"),
    summary=("precision", "recall", "f1", "correct", "incorrect", "missing", "spurious", "greedy_loss"),
    tables=("type", "slot", "role", "document", "report", "error"),
    citation="Proceedings of the Sixth Message Understanding Conference (MUC-6), 1995",
    citations={
        "doc2edag": "Zheng, Cao, Xu, Liu and Bian (2019), Doc2EDAG: An End-to-End Document-level Framework for Chinese "
        "Financial Event Extraction, EMNLP",
        "muc-4": "Chinchor (1992), MUC-4 Evaluation Metrics, Fourth Message Understanding Conference",
        "ceaf-ree": "Du, Rush and Cardie (2021), GRIT: Generative Role-filler Transformers for Document-level Event "
        "Entity Extraction, EACL",
        "gtt": "Du, Rush and Cardie (2021), Template Filling with Generative Transformers, NAACL",
        "ceaf-rme": "Chen, Gantt, Gu, Chen, White and Van Durme (2023), Iterative Document-level Information "
        "Extraction via Imitation Learning, EACL",
    },
)
