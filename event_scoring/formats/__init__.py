"""Files and documents: reading, writing and validation. No score is known here."""
