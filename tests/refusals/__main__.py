"""Write ``messages.jsonl`` anew, for its changes to be reviewed; what needs a missing library is kept."""

from __future__ import annotations

import json

from tests.refusals.table import MESSAGES, can_be_made, messages, stored
from tests.test_messages import TABLES

if __name__ == "__main__":
    kept = stored()
    lines = [
        json.dumps(each, ensure_ascii=False) + "\n"
        for table in TABLES
        for each in (messages([table]) if can_be_made(table) else (one for one in kept if one["call"] == table.called))
    ]
    MESSAGES.write_text("".join(lines), encoding="utf-8")
