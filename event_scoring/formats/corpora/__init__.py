"""Read files of annotated corpora and of systems' predictions on them."""
