# SPDX-License-Identifier: Apache-2.0
"""As much of Protocol Buffers as the accessories need."""


class BreaksOff(Exception):
    """The firmware's handler fails: the connection closes without an answer."""


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def encode(*fields):
    """Fields as pairs of number and value, a whole number or bytes. Writes all of them, also zeros."""
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            out += varint(number << 3 | 2) + varint(len(value)) + value
    return out


def decode(data):
    """The last value of each field."""
    fields, at = {}, 0

    def take_varint():
        nonlocal at
        number = shift = 0
        while True:
            if at >= len(data) or shift > 63:
                raise BreaksOff("malformed message")
            byte = data[at]
            at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    while at < len(data):
        tag = take_varint()
        kind = tag & 7
        if kind == 0:
            fields[tag >> 3] = take_varint()
            continue
        length = {1: 8, 5: 4}.get(kind)
        if kind == 2:
            length = take_varint()
        if length is None or at + length > len(data):
            raise BreaksOff("malformed message")
        if kind == 2:
            fields[tag >> 3] = data[at : at + length]
        at += length
    return fields
