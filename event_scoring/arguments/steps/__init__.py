"""Transform documents of responses before they are assessed or scored."""
