"""Packages, which setup.cfg cannot map: a wheel has the folder `spaces_app` inside `event_scoring`.

The name is too general for a package beside those of others.
"""

from setuptools import find_namespace_packages, setup

PAGE = "event_scoring.space"

setup(
    packages=[
        *find_namespace_packages(include=["event_scoring*", "event_nugget_metric*", "event_arg_linking_metric*"]),
        PAGE,
        *(f"{PAGE}.{name}" for name in find_namespace_packages("spaces_app")),
    ],
    package_dir={PAGE: "spaces_app"},
)
