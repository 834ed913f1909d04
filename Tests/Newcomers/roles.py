# SPDX-License-Identifier: Apache-2.0
"""roles.py ROLE: what a newcomer of each role types: the fences of README's sections, or of the examples' page, and nothing else."""

import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Documentation"))

import commands

# More would be no first success.
MOST_LINES = 29
GUIDE, EXAMPLES = "README.md", "Sources/Examples/README.md"
# The sections that each role reads.
ROLES = {
    "hub maker": ((GUIDE, "Install it on a real machine"), (GUIDE, "Set up a plug on a hub, without a person")),
    "phone beside a hub": ((GUIDE, "Install it on a real machine"), (GUIDE, "Use a phone beside a hub")),
    "desktop user": ((GUIDE, "Install it on a real machine"), (GUIDE, "Choose in the browser of a desktop")),
    "app developer, Swift": ((GUIDE, "Write an app"), (GUIDE, "In Swift")),
    "app developer, Python": ((GUIDE, "Write an app"), (GUIDE, "In Python")),
    "app developer, Bluetooth": ((GUIDE, "Write an app"), (EXAMPLES, "Over Bluetooth, in Python")),
}
# Of roles that may need fewer lines.
MOST_LINES_OF = {"phone beside a hub": 5}


@dataclasses.dataclass
class Step:
    """A command, or with a file the text that is typed into it, or that the clone's own file has."""
    text: str
    file: str | None = None
    # The terminal in which the command goes on running: "second", "third".
    terminal: str | None = None

    @property
    def is_shown(self):
        return self.file is not None and not self.file.startswith("~")

    @property
    def lines(self):
        return [line for line in self.text.split("\n") if line.strip()]


def steps(role):
    return [step for page, heading in ROLES[role] for step in section(page, heading)]


def check(role, count):
    most = MOST_LINES_OF.get(role, MOST_LINES)
    if count > most:
        sys.exit(f"{role}: {count} lines typed, and {most} are the most")


def choices(role):
    """What the role chooses on a screen: the words in bold of its last section, in their order."""
    page, heading = ROLES[role][-1]
    text = (ROOT / page).read_text()
    begin, end = span(text, page, heading)
    return re.findall(r"\*\*([^*]+)\*\*", text[begin:end])


def section(page, heading):
    """Its fences up to the next heading. A fence of another language than the shell's is a file; the last code in the
    text above it is the file's name."""
    text = (ROOT / page).read_text()
    begin, end = span(text, page, heading)
    body = text[begin:end]
    fences = list(re.finditer(r"^```(\w+)\n(.*?)^```$", body, re.MULTILINE | re.DOTALL))
    if not fences:
        sys.exit(f"{page} has no fence in '{heading}'")
    for fence in fences:
        if fence[1] == "sh":
            yield from typed(fence[2])
        else:
            yield Step(fence[2], file=re.findall(r"`([^`\n]+)`", re.sub(r"<!--.*?-->", "", body[:fence.start()]))[-1])


def span(text, page, heading):
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", outside(text), re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"{page} has no section '{heading}'")
    return found.span(1)


def reader(page, line):
    """The first role that takes the fence at this line of the page; None if none does."""
    text = (ROOT / page).read_text()
    place = len("".join(text.splitlines(keepends=True)[:line - 1]))
    for role, sections in ROLES.items():
        for begin, end in (span(text, page, heading) for each, heading in sections if each == page):
            if begin <= place < end:
                return role
    return None


def outside(text):
    """The same length, but no line within a fence begins with a #."""
    return re.sub(r"^```.*?^```$", lambda found: found[0].replace("#", " "), text, flags=re.MULTILINE | re.DOTALL)


def typed(text):
    for _, command in commands.joined(enumerate(text.rstrip("\n").split("\n"))):
        if command.strip() and not command.lstrip().startswith("#"):
            found = re.search(r"# in a (\w+) terminal$", command)
            yield Step(command, terminal=found and found[1])


def main(role):
    """Prints the role's commands for a machine of the radio lab, which types commands of one line."""
    lines = [step.text for step in steps(role)]
    for step in steps(role):
        if step.file or len(step.lines) > 1:
            sys.exit(f"{role}: README has more than a command of one line:\n{step.text}")
    check(role, len(lines))
    print(*lines, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1])
