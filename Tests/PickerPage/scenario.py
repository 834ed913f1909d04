# SPDX-License-Identifier: Apache-2.0
"""A scenario, and the list of all."""

import pathlib
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from typing import Callable

from report import expect
from world import World

SCENARIOS = []


@dataclass
class Scenario:
    title: str
    play: Callable
    # Of the World.
    settings: dict = field(default_factory=dict)
    # What the console may have; anything else is a failure.
    complains: str | None = None

    def run(self, binaries, browser, failed):
        """Plays it with processes of its own. If it fails, its files stay in the folder `failed`."""
        shutil.rmtree(failed, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="picker-page-") as folder:
            browser.clean()
            try:
                with World(binaries, folder, **self.settings) as world:
                    try:
                        self.play(world, browser)
                        self.check_console(browser)
                    except BaseException:
                        failed.mkdir(parents=True)
                        browser.leave_traces(failed)
                        raise
            except BaseException:
                failed.mkdir(parents=True, exist_ok=True)
                for log in pathlib.Path(folder).glob("*.log"):
                    shutil.copy(log, failed)
                raise

    def check_console(self, browser):
        lines = browser.console_lines()
        unexpected = [line for line in lines if not (self.complains and re.search(self.complains, line))]
        expect(not unexpected, "the console has this:\n" + "\n".join(unexpected))

    @property
    def slug(self):
        return re.sub(r"\W+", "-", self.title).strip("-")[:80]


def scenario(title, complains=None, **settings):
    def add(play):
        SCENARIOS.append(Scenario(title, play, settings, complains))
        return play
    return add
