"""Write ``messages.jsonl`` anew, for its changes to be reviewed."""

from __future__ import annotations

import json

from tests.refusals.commands import COMMANDS
from tests.refusals.documents import DOCUMENTS
from tests.refusals.files import FILES
from tests.refusals.first_hour import FIRST_HOUR
from tests.refusals.foreign import FOREIGN
from tests.refusals.newcomers import NEWCOMERS
from tests.refusals.options import OPTIONS
from tests.refusals.relations import RELATIONS
from tests.refusals.rules import RULES
from tests.refusals.table import MESSAGES, messages

if __name__ == "__main__":
    tables = [*OPTIONS, *DOCUMENTS, *RULES, *FILES, *FOREIGN, *RELATIONS, *NEWCOMERS, *COMMANDS, *FIRST_HOUR]
    lines = [json.dumps(each, ensure_ascii=False) + "\n" for each in messages(tables)]
    MESSAGES.write_text("".join(lines), encoding="utf-8")
