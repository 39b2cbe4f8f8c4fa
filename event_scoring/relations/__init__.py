"""Relations between events, and clusters of events: pairs, hierarchies, causes, timelines, coreference."""
