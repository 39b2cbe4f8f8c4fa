"""What setup.cfg cannot say: the README with links that lead somewhere on a package index, too."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent


def project_url() -> str:
    """Where the project is, of which setup.cfg has the one mention that the others are made from or held against."""
    declared = ConfigParser()
    declared.read(ROOT / "setup.cfg", encoding="utf-8")
    return declared["metadata"]["url"]


def long_description() -> str:
    """The README; links to files of the project become links to the repository, and pictures their files there."""
    url = project_url()

    def absolute(found: re.Match[str]) -> str:
        mark, text, target = found.groups()
        place = (
            target if ":" in target or target.startswith("#") else f"{url}/{'raw' if mark else 'blob'}/main/{target}"
        )
        return f"{mark}[{text}]({place})"

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = re.sub(r"(!?)\[([^]\[]*)\]\(([^)\s]+)\)", absolute, text)
    # A badge is a picture within a link, whose own target is left.
    return re.sub(r"(\[!\[[^]]*\]\([^)]+\)\]\()(?![a-z]+:)([^)]+)\)", rf"\g<1>{url}/blob/main/\g<2>)", linked)


if __name__ == "__main__":
    setup(
        long_description=long_description(),
        project_urls={
            "Source": project_url(),
            "Issues": f"{project_url()}/issues",
            "Changes": f"{project_url()}/blob/main/CHANGELOG.md",
        },
    )
