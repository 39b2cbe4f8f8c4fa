"""Write ``messages.jsonl`` anew, for its changes to be reviewed."""

from __future__ import annotations

import json

from tests.refusals.table import MESSAGES, messages
from tests.test_messages import TABLES

if __name__ == "__main__":
    lines = [json.dumps(each, ensure_ascii=False) + "\n" for each in messages(TABLES)]
    MESSAGES.write_text("".join(lines), encoding="utf-8")
