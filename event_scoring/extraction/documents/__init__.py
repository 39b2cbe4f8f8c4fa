"""What documents of extraction are: their form, texts and places, and both sides as integer columns."""
