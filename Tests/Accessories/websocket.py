# SPDX-License-Identifier: Apache-2.0
"""The server's end of one WebSocket (RFC 6455). Messages in fragments are not taken."""

import base64
import hashlib

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LONGEST = 65_536


def serve(exchange, receive):
    """Answers text messages until the connection ends. `receive` gives the answer, empty for none, None to end."""
    exchange.connection.settimeout(None)
    key = exchange.headers.get("Sec-WebSocket-Key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    exchange.send_response_only(101)
    exchange.send_header("Upgrade", "websocket")
    exchange.send_header("Connection", "Upgrade")
    exchange.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
    exchange.end_headers()
    while (frame := read(exchange.rfile)) is not None:
        kind, payload = frame
        if kind == CLOSE:
            return send(exchange.wfile, CLOSE, payload)
        if kind == PING:
            send(exchange.wfile, PONG, payload)
        if kind == TEXT:
            answer = receive(payload)
            if answer is None:
                return
            if answer:
                send(exchange.wfile, TEXT, answer)


def read(stream):
    """The kind and the payload of one masked frame; None at the end, and for any other frame."""
    head = stream.read(2)
    if len(head) < 2 or not head[0] & 0x80 or not head[1] & 0x80:
        return None
    length = head[1] & 0x7F
    if length >= 126:
        length = int.from_bytes(stream.read(2 if length == 126 else 8), "big")
    if length > LONGEST:
        return None
    mask = stream.read(4)
    return head[0] & 0x0F, bytes(byte ^ mask[index % 4] for index, byte in enumerate(stream.read(length)))


def send(stream, kind, payload):
    length = len(payload)
    size = bytes([length]) if length < 126 else bytes([126]) + length.to_bytes(2, "big")
    stream.write(bytes([0x80 | kind]) + size + payload)
