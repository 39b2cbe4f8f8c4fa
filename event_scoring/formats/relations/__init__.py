"""Files of relations between events, and of clusters of events, as corpora are given out."""
