"""What language models wrote as documents: `documents` from texts, `reading` of one answer, `scanning` of values."""
