"""What input may be: schema, checking, errors with a place, pairing of the two sides."""
