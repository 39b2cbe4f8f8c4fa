"""The metrics in the browser, and the folders in which they are published."""
