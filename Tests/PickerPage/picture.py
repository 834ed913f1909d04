# SPDX-License-Identifier: Apache-2.0
"""Pictures of products and of labels, drawn here: PNG with transparency (RFC 2083)."""

import base64
import struct
import subprocess
import zlib


def png(width, height, colour):
    """`colour(x, y)` is red, green, blue, alpha."""
    return encoded(width, height, 6, [b"".join(bytes(colour(x, y)) for x in range(width)) for y in range(height)])


def encoded(width, height, kind, rows):
    """`kind`: the colour type."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    rows = b"".join(b"\0" + row for row in rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def codes(*texts, scale=4):
    """The QR codes of these texts, one beside the other with their quiet zones: rows of grey."""
    rows = []
    for text in texts:
        made = subprocess.run(["qrencode", "-t", "ASCII", "-m", "4", "-o", "-", text], check=True, capture_output=True)
        code = [bytes(0 if line[column] == "#" else 255 for column in range(0, len(line), 2) for _ in range(scale))
                for line in made.stdout.decode().splitlines() for _ in range(scale)]
        code += [b"\xff" * len(code[0])] * (len(rows) - len(code))
        rows += [b"\xff" * (len(rows[0]) if rows else 0)] * (len(code) - len(rows))
        rows = [left + right for left, right in zip(rows, code)]
    return rows


def grey(rows):
    """These rows as PNG."""
    return encoded(len(rows[0]), len(rows), 0, rows)


def url(data):
    return "data:image/png;base64," + base64.b64encode(data).decode()


def disc(width=360, height=240, colour=(34, 110, 200)):
    """A disc on a transparent background."""
    def pixel(x, y):
        inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height * 0.45) ** 2
        return (*colour, 255) if inside else (0, 0, 0, 0)
    return url(png(width, height, pixel))


def camera(body=(58, 66, 82), width=360, height=240):
    """A small camera on its foot, with soft edges, on a transparent background."""
    def mixed(under, over, share):
        alpha = share + under[3] / 255 * (1 - share)
        if alpha == 0:
            return (0, 0, 0, 0)
        parts = [(o * share + u * under[3] / 255 * (1 - share)) / alpha for u, o in zip(under[:3], over)]
        return (*(round(part) for part in parts), round(alpha * 255))

    def rounded(x, y, left, top, right, bottom, radius):
        dx = max(left + radius - x, 0, x - right + radius)
        dy = max(top + radius - y, 0, y - bottom + radius)
        return min(1, max(0, radius - (dx * dx + dy * dy) ** 0.5 + 0.5))

    def ring(x, y, radius):
        return min(1, max(0, radius - ((x - 180) ** 2 + (y - 96) ** 2) ** 0.5 + 0.5))

    def pixel(x, y):
        point = (0, 0, 0, 0)
        lighter = tuple(min(255, part + 26) for part in body)
        point = mixed(point, (150, 158, 172), rounded(x, y, 168, 150, 192, 206, 6))
        point = mixed(point, (120, 128, 142), rounded(x, y, 120, 198, 240, 216, 9))
        shade = tuple(round(a + (b - a) * y / 180) for a, b in zip(lighter, body))
        point = mixed(point, shade, rounded(x, y, 92, 24, 268, 168, 44))
        for radius, colour in ((56, (20, 24, 32)), (46, (36, 44, 60)), (34, (14, 30, 62)), (16, (6, 12, 24))):
            point = mixed(point, colour, ring(x, y, radius))
        glint = min(1, max(0, 8 - ((x - 166) ** 2 + (y - 80) ** 2) ** 0.5 + 0.5)) * 0.85
        point = mixed(point, (220, 232, 255), glint)
        return mixed(point, (82, 214, 130), min(1, max(0, 5 - ((x - 246) ** 2 + (y - 50) ** 2) ** 0.5 + 0.5)))
    return url(png(width, height, pixel))
