"""The value of events, as the ACE 2005 evaluation scores them (NIST, ace05-eval-v14)."""
