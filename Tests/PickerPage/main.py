# SPDX-License-Identifier: Apache-2.0
"""All scenarios; see run."""

import os
import pathlib
import queue
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from browser import Browser
from report import Report
from scenario import SCENARIOS
# Each module adds its scenarios.
from scenarios import (  # noqa: F401
    absence, accessories, adding, bluetooth, choosing, desktop, entering, homes, hubs, labels, languages, listing,
    losses, networks, questions, reading, results, strangers, twins)

TRACES = pathlib.Path(__file__).parents[2] / ".build/picker-page-failed"


def main(binaries, word):
    shutil.rmtree(TRACES, ignore_errors=True)
    report = Report()
    browsers = os.cpu_count()
    waiting = queue.SimpleQueue()
    for scenario in [*(one for one in SCENARIOS if word in one.title), *[None] * browsers]:
        waiting.put(scenario)

    def play(_):
        with Browser() as browser:
            for scenario in iter(waiting.get, None):
                failed = TRACES / scenario.slug
                report.run(scenario.title, lambda: scenario.run(binaries, browser, failed), failed)

    # Every scenario has its own agent and picker, so it is independent of the others.
    with ThreadPoolExecutor(browsers) as threads:
        list(threads.map(play, range(browsers)))
    print(f"{report.passed} passed, {report.failed} failed")
    return report.failed > 0 or report.passed == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
