# SPDX-License-Identifier: Apache-2.0
"""Plays one page from its top to its end, in a sandbox with an agent. Prints the faults as JSON."""

import json
import pathlib
import sys

import agent
import apps
import commands
import pages
import settings
import snippets
import terminal
import transcripts
from example import Wrong


def main(path):
    examples = pages.examples(path)
    agent.prepare()
    # A program of a page speaks to its accessory, which the sandbox's only interface must lead to.
    agent.start("lo" if any(example.kind == "program" for example in examples) else "wlan0")
    player = Player()
    for example in examples:
        try:
            if example.reason is None:
                player.play(example)
        except Wrong as wrong:
            player.faults.append((wrong.line, str(wrong)))
    print(json.dumps(player.faults))


class Player:
    def __init__(self):
        self.faults = []
        self.files = settings.Files()

    def play(self, example):
        match example.kind:
            case "commands":
                self.play_commands(commands.of(example))
            case "transcript":
                for command in commands.of(example):
                    if not command.reason:
                        self.watch(command, *transcripts.run(command))
            case "settings":
                self.files.check(example)
            case "program":
                self.files.run(example)
            case "swift" if not snippets.is_dependency(example):
                apps.run(example)

    def play_commands(self, listed):
        running = None
        for index, command in enumerate(listed):
            if command.reason or command.is_in_tree:
                continue
            if index + 1 < len(listed) and listed[index + 1].beside:
                ready = agent.Ready(str(command.line))
                begun = terminal.Terminal(command.text, agent.environment() | {"NOTIFY_SOCKET": ready.path})
                begun.wait_until(ready)
                running = command, begun
            else:
                begun = terminal.Terminal(command.text, agent.environment())
                self.watch(command, begun.run(), begun.text)
        if running:
            self.watch(running[0], running[1].end(), running[1].text)

    def watch(self, command, status, output, fault=None):
        """Also a program that was used wrongly in a line of shell that succeeds is a fault."""
        recorded = agent.STATUSES.read_text().splitlines() if agent.STATUSES.exists() else []
        agent.STATUSES.write_text("")
        wrong = [line.partition(" ")[2] for line in recorded if line.startswith("2 ")]
        if fault is None and wrong:
            fault = f"'{wrong[0]}' is wrong"
        if fault is None and status != 0:
            fault = f"exit status {status}"
        if fault:
            self.faults.append((command.line, f"{command.text}\n{fault}. The output:\n{output}"))


if __name__ == "__main__":
    main(sys.argv[1])
