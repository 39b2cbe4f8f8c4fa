"""The plan of a drawing, and the drawing as HTML."""
