"""What commands print, and how it is laid out."""
