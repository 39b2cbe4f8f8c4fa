"""Random small corpora with legal special cases: overlaps, twins, empty spans, missing realis."""

from __future__ import annotations

from hypothesis import strategies as st

MENTION = st.fixed_dictionaries(
    {
        "token_ids": st.lists(st.integers(0, 7), max_size=4),
        "type": st.sampled_from(["Life.Die", "life_die", "Conflict.Attack", "NOT_ANNOTATED", "死", "é"]),
    },
    optional={"realis": st.sampled_from(["Actual", "Generic", "NOT_ANNOTATED", "actual"])},
)
DOCUMENT = st.lists(MENTION, max_size=4)
CORPUS = st.lists(st.tuples(DOCUMENT, DOCUMENT), max_size=4)
OPTIONS = st.fixed_dictionaries(
    {
        "mapping": st.sampled_from(["many-to-one", "one-to-one", "optimal", "exact"]),
        "precision": st.sampled_from(["system", "pilot", "printed"]),
        "documents_without_references": st.sampled_from(["count", "skip"]),
        "normalize": st.booleans(),
        "unannotated": st.sampled_from(["wildcard", "literal"]),
        "types": st.sampled_from([None, ["Life.Die"], ["LIFE DIE", "é"], []]),
    }
)
