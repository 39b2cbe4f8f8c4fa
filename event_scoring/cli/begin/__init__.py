"""What newcomers meet first."""
