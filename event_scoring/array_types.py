"""Short names of the types of numpy arrays."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = "float | NDArray[np.integer[Any]] | NDArray[np.floating[Any]]"
"""A number of one corpus, or an array of those of many documents or samples."""
