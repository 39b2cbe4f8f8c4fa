"""The table of protocols."""

from __future__ import annotations

from event_scoring.templates.protocols.ceaf_ree import CEAF_REE
from event_scoring.templates.protocols.ceaf_rme import CEAF_RME
from event_scoring.templates.protocols.gtt import GTT
from event_scoring.templates.protocols.muc6 import MUC_6

PROTOCOLS = {"muc-6": MUC_6, "ceaf-ree": CEAF_REE, "gtt": GTT, "ceaf-rme": CEAF_RME}
