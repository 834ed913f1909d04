# SPDX-License-Identifier: Apache-2.0
"""The web server of a plug, at the gateway of its network in machine/air.conf."""

import contextlib
import http.server
import json
import threading

# The credentials of the uplink in conf/demo-air.conf, in the form that the manual's program gives them.
EXPECTED = ("/join", {"ssid": "HomeNet", "password": "correct horse battery"})


@contextlib.contextmanager
def listening():
    """Gives the path and the object of each request."""
    received = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            received.append((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 80), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        server.shutdown()
        server.server_close()
