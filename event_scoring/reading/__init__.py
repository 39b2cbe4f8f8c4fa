"""Read files of any format as the documents that the scores take: recognise, read and match them, and name files in
errors.
"""
