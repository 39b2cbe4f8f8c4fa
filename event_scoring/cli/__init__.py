"""The command line, `event-score`: one module a family of subcommands."""
