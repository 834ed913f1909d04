# SPDX-License-Identifier: Apache-2.0
"""One line for each scenario."""

import threading
import time
import traceback


class Failed(Exception):
    """A check that failed."""


def expect(holds, message):
    if not holds:
        raise Failed(message)


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.turn = threading.Lock()

    def run(self, title, scenario, failed):
        """Runs one; `failed` is the folder of what it left."""
        began = time.monotonic()
        reason = None
        try:
            scenario()
        except Exception as error:
            reason = str(error) if isinstance(error, Failed) else traceback.format_exc()
        line = f"{time.monotonic() - began:6.2f} s  {title}"
        with self.turn:
            if reason is None:
                self.passed += 1
                print(f"ok     {line}", flush=True)
            else:
                self.failed += 1
                print(f"FAILED {line}\n    {reason.strip()}\n    see {failed}", flush=True)
