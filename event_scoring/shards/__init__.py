"""A corpus in shards: read in batches, counted by all cores, added up; nothing else is kept of it.

``places`` finds the shards, ``reading`` reads them, ``counting`` makes sums of them, ``workers`` runs that
in several processes, ``kept`` remembers what is finished, and ``joining`` pairs two datasets by document id.
"""
