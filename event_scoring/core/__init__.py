"""The ground floor: what every task needs and no task owns."""
