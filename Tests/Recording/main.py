# SPDX-License-Identifier: Apache-2.0
"""Plays the recording, draws it, and compares both with README's, or writes them; see run and record."""

import difflib
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Documentation"))

import cast
import drawing
import sandbox

FOLDER = sandbox.ROOT / "packaging/screenshots"
LARGEST = 150_000


def main(binaries, folder=None):
    played = sandbox.play(binaries, pathlib.Path(__file__).with_name("play.py"))
    if played.returncode != 0:
        return 1
    files = {"terminal.cast": played.stdout, "terminal.svg": drawing.svg(played.stdout)}
    if len(files["terminal.svg"].encode()) > LARGEST:
        sys.exit(f"terminal.svg has more than {LARGEST} bytes")
    if folder is not None:
        for name, text in files.items():
            pathlib.Path(folder, name).write_text(text)
            print(name)
        return 0
    kept = {name: FOLDER.joinpath(name).read_text() for name in files}
    for name, text in files.items():
        print(f"{'ok     ' if text == kept[name] else 'FAILED '} {name}")
    if kept == files:
        return 0
    if kept["terminal.cast"] == files["terminal.cast"]:
        print("terminal.cast is another picture now: packaging/pictures recording draws it", file=sys.stderr)
    else:
        print_difference(kept["terminal.cast"], files["terminal.cast"])
    return 1


def print_difference(kept, played):
    """Of the first screens that differ."""
    for (_, before), (time, now) in zip(cast.screens(kept), cast.screens(played)):
        if before.rows != now.rows:
            lines = difflib.unified_diff(
                before.text.split("\n"), now.text.split("\n"), "README's recording", "the programs", lineterm="")
            print(*lines, sep="\n", file=sys.stderr)
            print(f"from {time} s on; if this shall be so: packaging/pictures recording", file=sys.stderr)
            return
    print("as long as both last, the screens are the same; the rest differs: packaging/pictures recording",
          file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
