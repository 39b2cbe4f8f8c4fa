"""Options that a call refuses."""

from __future__ import annotations

import numpy as np

from event_scoring import compare, score_arguments, score_extraction
from tests.arguments.test_errors import GOOD as GOOD_ARGUMENTS
from tests.comparison.test_comparison import GOLD as COMPARED
from tests.comparison.test_comparison import SYSTEMS
from tests.extraction.test_options import GOLD, OPEN
from tests.refusals.table import Refusals

OPTIONS = [
    Refusals(
        "score_arguments",
        lambda options: score_arguments([GOOD_ARGUMENTS], [GOOD_ARGUMENTS], **options),
        [
            {"beta": -0.1},
            {"beta": float("inf")},
            {"beta": "0.25"},
            {"beta": True},
            {"lam": 1.5},
            {"clip": 1},
            {"unlinked": "keep"},
            {"seed": None},
            {"sampler": "R"},
            {"groups": "newswire"},
            {"groups": ["a", 1]},
            {"groups": {"a"}},
            {"groups": ["a", "b"]},
            {"zero_division": 2},
            {"details": 1},
            {"lambda_": 0.5},
            {"beta": 10**400},
            {"lam": -(10**400)},
            {"beta": np.float32("nan")},
            {"resamples": np.float64(3)},
            {"clip": np.int64(1)},
            {"beta": np.array([0.5])},
        ],
    ),
    Refusals(
        "score_extraction",
        lambda options: score_extraction(GOLD, GOLD, **options),
        [
            {"mode": "strict"},
            {"modes": "gold"},
            {"modes": {"gold", "legacy"}},
            {"modes": [["gold"]]},
            {"modes": []},
            {"modes": ["gold", "strict"]},
            {"modes": ["gold"], "mode": "pipeline"},
            {"convention": "textEE"},
            {"convention": "textee", "mode": "legacy"},
            {"convention": "textee", "standardize": True},
            {"convention": "omnievent", "standardize": False},
            {"mode": "legacy", "standardize": False},
            {"mode": "loose", "standardize": False},
            {"standardize": 1},
            {"types": "Attack"},
            {"paradigm": "classification"},
            {"convention": "omnievent", "paradigm": "bio"},
            {"matcher": "equal"},
            {"matcher": len, "convention": "omnievent"},
            {"matcher": 3},
            {"zero_division": 2},
            {"facts": {"dataset": 2.5}},
            {"facts": {"dataset": "?"}},
            {"facts": {"datset": "ace"}},
            {"facts": "ace"},
            {"dataset": "ace"},
            {"variant": "paie"},
            {"convention": "textee", "discarded": "count"},
            {"standardize": False, "discarded": "count"},
            {"standardise": True},
            *({name: "other"} for name in (*OPEN, "order_unit")),
        ],
    ),
    Refusals(
        "compare",
        lambda options: compare(SYSTEMS, COMPARED, **options),
        [
            {"confidence": 1.0},
            {"confidence": "high"},
            {"resamples": 0},
            {"seed": -1},
            {"test": "t"},
            {"task": "nugget"},
            {"scores": ["f1"]},
            {"correction": "holm"},
        ],
    ),
]
