"""Documents of extraction: their structure, texts and positions, and both sides as integer columns."""
