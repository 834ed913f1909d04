# SPDX-License-Identifier: Apache-2.0
"""All pages; see run."""

import concurrent.futures
import json
import subprocess
import sys

import commands
import diagrams
import pages
import sandbox
import snippets
import unplayed
from example import KINDS, Wrong

COMMANDS = {"commands", "transcript"}
# Pages that are played at once: they wait more than they compute.
BESIDE = 6
RUNS = {"commands", "transcript", "settings", "program", "swift"}


def main(binaries, verbose, paths):
    found = [page for page in map(Page, paths or pages.all_paths()) if page.examples or page.faults]
    with concurrent.futures.ThreadPoolExecutor(BESIDE) as players:
        # The builds take the longest. Pages without snippets do not wait for them.
        demo = [players.submit(page.run_in_tree) for page in found]
        built = players.submit(build_snippets, found)
        plain_first = sorted(found, key=lambda page: page.has_snippets)
        played = [players.submit(page.play, binaries, built) for page in plain_first]
        for future in (*demo, built, *played):
            future.result()
    for page in found:
        page.print(verbose)
    for page in found:
        for line, text in sorted(page.faults):
            print(f"\n{page.path}:{line}: {text.rstrip()}", file=sys.stderr)
    return any(page.faults for page in found)


def build_snippets(found):
    examples = [each for page in found for each in page.examples if each.kind == "swift" and each.reason is None]
    if not examples:
        return
    by_path = {page.path: page for page in found}
    for path, line, text in snippets.build(examples):
        by_path[path].faults.append((line, text))
        # There is no program to play.
        for page in found:
            page.is_wrong = page.is_wrong or page.has_snippets


class Page:
    def __init__(self, path):
        self.path, self.examples, self.faults = path, [], []
        self.run, self.reasons = 0, []
        try:
            self.examples = pages.examples(path)
        except Wrong as wrong:
            self.faults.append((wrong.line, str(wrong)))
        for example in self.examples:
            try:
                self.count(example)
            except Wrong as wrong:
                self.faults.append((wrong.line, str(wrong)))

        self.is_wrong = bool(self.faults)

    def count(self, example):
        if example.kind not in (*KINDS.values(), "program"):
            if example.reason is None:
                raise Wrong(
                    example.line, "it is not run, and no comment right above it gives the reason: 'not run: REASON'")
        elif example.kind in COMMANDS and (example.reason is None or self.path.endswith(".md")):
            for command in commands.of(example):
                if command.reason:
                    unplayed.check(command)
        elif example.kind == "diagram" and example.reason is None:
            diagrams.check(example)
        elif len(example.reasons) > (example.reason is not None):
            raise Wrong(example.reasons[0].line, "a reason about a command, where there are none")
        self.run += example.reason is None
        for reason in example.reasons:
            about = f"{reason.command}: " if reason.command else ""
            self.reasons.append(f"{reason.line}: {about}{reason.text}")

    @property
    def has_snippets(self):
        return any(example.kind == "swift" and example.reason is None for example in self.examples)

    def run_in_tree(self):
        if self.is_wrong:
            return
        played = [each for each in self.examples if each.kind in COMMANDS and each.reason is None]
        for command in (command for example in played for command in commands.of(example)):
            if command.is_in_tree and not command.reason:
                done = subprocess.run(
                    ["bash", "-c", command.text], cwd=pages.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT, text=True, check=False)
                if done.returncode != 0:
                    text = f"{command.text}\nexit status {done.returncode}. The output:\n{done.stdout}"
                    self.faults.append((command.line, text))

    def play(self, binaries, built):
        """Of a page with faults in its form, nothing is played."""
        if self.has_snippets:
            built.result()
        if self.is_wrong or not any(example.kind in RUNS and example.reason is None for example in self.examples):
            return
        played = sandbox.play(binaries, sandbox.HERE / "page.py", self.path)
        if played.returncode != 0:
            self.faults.append((1, f"the sandbox ended with {played.returncode}"))
        else:
            self.faults += json.loads(played.stdout)

    def print(self, verbose):
        not_run = len(self.examples) - self.run
        print(f"{'FAILED ' if self.faults else 'ok     '} {self.path}: {self.run} run, {not_run} not", flush=True)
        if verbose:
            for reason in self.reasons:
                print(f"          {reason}")


if __name__ == "__main__":
    options = sys.argv[1:]
    sys.exit(main(options[0], "-v" in options, [each for each in options[1:] if each != "-v"]))
