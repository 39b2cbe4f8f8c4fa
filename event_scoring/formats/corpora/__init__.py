"""Files of annotated corpora and of what systems predict on them."""
