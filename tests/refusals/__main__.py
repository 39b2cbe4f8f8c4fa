"""Write the present messages into each transcript, for review of the difference: ``python -m tests.refusals NAME``."""

from __future__ import annotations

import sys

from tests.refusals.transcripts import HERE, sections

if __name__ == "__main__":
    for path in sorted(HERE.glob("*.txt")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        # A section whose library is missing keeps what it says.
        said = [each if each.missing_library else each.run() for each in sections(path.stem)]
        path.write_text("\n".join(map(str, said)), encoding="utf-8")
