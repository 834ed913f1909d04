# SPDX-License-Identifier: Apache-2.0
"""One line for each check."""

import contextlib


class Failed(Exception):
    """A check that failed."""


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    @contextlib.contextmanager
    def check(self, title):
        try:
            yield
        except Exception as error:
            self.failed += 1
            reason = str(error) if isinstance(error, Failed) else f"{type(error).__name__}: {error}"
            print(f"FAILED  {title}: {reason}", flush=True)
        else:
            self.passed += 1
            print(f"ok      {title}", flush=True)
