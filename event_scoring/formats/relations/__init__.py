"""Read files of relations between events, and of clusters of events, as corpora publish them."""
