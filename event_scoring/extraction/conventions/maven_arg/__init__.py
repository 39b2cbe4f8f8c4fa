"""Convention "maven-arg": roles of triggers, the pairs of their texts, and means over them."""
