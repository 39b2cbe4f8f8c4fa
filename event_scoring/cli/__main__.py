"""`python -m event_scoring.cli`."""

import sys

from event_scoring.cli.main import main

sys.exit(main())
