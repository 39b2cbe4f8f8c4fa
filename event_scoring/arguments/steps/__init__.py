"""Steps on documents of responses, before they are assessed or scored."""
