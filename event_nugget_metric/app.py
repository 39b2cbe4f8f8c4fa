"""The page of both metrics in the browser; a Space of the Hub starts this file."""

from spaces_app.server import serve

if __name__ == "__main__":
    serve()
