"""Links of a TBF file that cannot all be true, beyond what the published validator looks for."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from event_scoring.documents.errors import InputError, Place
from event_scoring.documents.link_problems import link_problems
from event_scoring.documents.reporting import Finding
from event_scoring.formats.tbf.lines import COREFERENCE, LINKS, TbfLines


def link_notes(parsed: TbfLines) -> list[Finding]:
    r"""Cycles of three and more clusters, and After and Subevent links that contradict each other.

    EvmEval's validator finds only links that go back the way another came. Files with the others may be
    submitted, so these are notes; scoring drops such cycles and concludes nothing from contradictions.

    Examples:
        >>> from event_scoring.formats.tbf.lines import parse_tbf
        >>> from event_scoring.formats.text_lines import read_lines
        >>> mentions = "".join(f"me\td\tE{i}\t{i},{i + 1}\tw\tA\tActual\n" for i in (1, 2))
        >>> links = "@After\tR1\tE1,E2\n@Subevent\tR2\tE1,E2\n"
        >>> text = f"#BeginOfDocument d\n{mentions}{links}#EndOfDocument\n"
        >>> print(*link_notes(parse_tbf(read_lines(text.encode()))))
        <input>:4: note: After link that contradicts the other links: E1, E2
    """
    relations = parsed.relations
    owner, known = relations.members.row_index, relations.member_known
    whole = np.bincount(owner[known], minlength=len(relations.line)) == 2
    is_link = relations.of(*LINKS) & (relations.members.lengths == 2) & whole
    # Clusters matter only in blocks that have links.
    linked = np.isin(relations.block, relations.block[is_link])
    links: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    lines: dict[int, list[int]] = defaultdict(list)
    clusters: dict[int, list[list[str]]] = defaultdict(list)
    names = relations.name.to_pylist()
    offsets, codes = relations.members.offsets, relations.members.values
    for row in np.flatnonzero(linked & (is_link | relations.of(COREFERENCE))).tolist():
        block = int(relations.block[row])
        members = [parsed.ids[code] for code in codes[offsets[row] : offsets[row + 1]]]
        if is_link[row]:
            links[block].append((names[row], members[0], members[1]))
            lines[block].append(int(relations.line[row]))
        else:
            clusters[block].append(members)
    return [
        Finding(
            InputError(says=problem.message, source=Place(parsed.file, max(lines[block][row] for row in problem.rows))),
            "note",
        )
        for block, of_block in links.items()
        for problem in link_problems(of_block, clusters[block])
        if problem.level == "note"
    ]
