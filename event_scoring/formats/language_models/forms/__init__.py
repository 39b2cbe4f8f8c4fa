"""Read answers exactly as the published scorer of their form reads them. Each form has a module."""
