"""Serves the page of stars to a browser, and keeps what the page tells of its game."""

import http.server
import json
import pathlib
import threading

PAGE = pathlib.Path(__file__).resolve().parent / "stars.html"


class Page(http.server.ThreadingHTTPServer):
    """A server on a free port of this machine, for as long as it is entered."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.told = []

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def address(self, boards):
        """The page with these boards, one game after the other: rows from the top, each a word of colours."""
        return f"http://127.0.0.1:{self.server_address[1]}/?boards=" + "~".join(".".join(rows) for rows in boards)


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        found = self.path.startswith("/?")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if found:
            self.wfile.write(PAGE.read_bytes())

    def do_POST(self):
        self.server.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass
