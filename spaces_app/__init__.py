"""The metrics in the browser, and the folders in which they are published."""

import os

# Before anything imports gradio: the page must contact nobody.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
