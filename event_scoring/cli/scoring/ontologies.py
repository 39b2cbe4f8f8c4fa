"""The ontologies of argument extraction on the command line: of gen-arg, with its predictions, and of RAMS."""

from __future__ import annotations

import argparse
import os
from typing import Any

import pyarrow as pa

from event_scoring.documents.checking import check_documents
from event_scoring.documents.schema import Record
from event_scoring.formats.corpora.gen_arg import GenArg, read_gen_arg
from event_scoring.formats.corpora.rams import read_role_limits
from event_scoring.formats.text_lines import read_lines


def add_ontology_options(parser: argparse.ArgumentParser) -> None:
    """The files that two conventions bring along."""
    parser.add_argument(
        "--ontology",
        metavar="FILE",
        help="of gen-arg (JSON), with which its predictions are read; or of RAMS (text), how often a type has a role",
    )
    parser.add_argument("--clusters", metavar="FILE", help="gen-arg's coreference file, line by line beside GOLD")


def check_ontology_options(arguments: argparse.Namespace, options: dict[str, Any]) -> bool:
    """Whether systems are read as gen-arg's, whose ontology is JSON; a limit of RAMS goes into the options."""
    of_gen_arg = False
    if arguments.ontology is not None:
        os.stat(arguments.ontology)  # that there is no such file is said as the system says it
        of_gen_arg = any(line.lstrip().startswith("{") for line in read_lines(arguments.ontology).text.to_pylist()[:10])
    if arguments.clusters is not None and not of_gen_arg:
        raise ValueError("--clusters: goes with --ontology of gen-arg, with which its predictions are read")
    if arguments.ontology is not None and not of_gen_arg:
        if "role_limits" in options:
            raise ValueError("--ontology: gives the limits of roles, and so does --role-limits")
        options["role_limits"] = read_role_limits(arguments.ontology)
    return of_gen_arg


def read_generated(
    arguments: argparse.Namespace, path: str, kind: Record, options: dict[str, Any]
) -> tuple[pa.StructArray, pa.StructArray]:
    """One system of gen-arg and its references; its roles go into the options unless they are given."""
    found: GenArg = read_gen_arg(path, arguments.gold, arguments.ontology, arguments.clusters)
    options.setdefault("roles", found.roles)
    return check_documents(kind, found.predictions, path), check_documents(kind, found.references, arguments.gold)
