"""How documents of each task are shown."""
