"""The page of both metrics in the browser; a Space of the Hub starts this file."""

from event_scoring.web_page import page_module

if __name__ == "__main__":
    page_module("server").serve()
