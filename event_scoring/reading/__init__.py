"""Files of any format as the documents that the scores take: found out, read, paired, and named in errors."""
