# SPDX-License-Identifier: Apache-2.0
"""Waits until a program listens."""

import os
import select
import socket

from report import Failed


def until_it_listens(process, path, seconds=30):
    """Returns when a program accepts connections at the path. Fails if the process has ended, or is too slow."""
    ended = os.pidfd_open(process.pid)
    try:
        for _ in range(seconds * 20):
            with socket.socket(socket.AF_UNIX) as one:
                try:
                    return one.connect(str(path))
                except (FileNotFoundError, ConnectionRefusedError):
                    # There is no event for a socket that begins to listen. The end of the process is one.
                    if select.select([ended], [], [], 0.05)[0]:
                        raise Failed(f"{process.args[0]} ended before it listened at {path}") from None
        raise Failed(f"{process.args[0]} does not listen at {path}")
    finally:
        os.close(ended)
