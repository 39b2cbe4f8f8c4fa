"""Score the value of events, as the ACE 2005 evaluation does (NIST, ace05-eval-v14)."""
