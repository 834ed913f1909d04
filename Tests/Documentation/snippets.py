# SPDX-License-Identifier: Apache-2.0
"""The Swift snippets of all pages as one package, which depends on this one as an app of its own does."""

import re
import subprocess

import sandbox

# It stays for the next time, so that only changes are built.
FOLDER = sandbox.ROOT / ".build/documentation"
PACKAGE = FOLDER / "app"
PROGRAM = PACKAGE / ".build/debug/snippets"
DEPENDENCY = '.package(path: "../accessoryd", traits: [])'
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "snippets",
    dependencies: [
{dependency}
    ],
    targets: [
        .executableTarget(
            name: "snippets", dependencies: [
                .product(name: "AccessorySetupKit", package: "accessoryd"),
                .product(name: "CoreBluetooth", package: "accessoryd"),
                .product(name: "NetworkExtension", package: "accessoryd"),
                .product(name: "OSLog", package: "accessoryd"),
                .product(name: "UIKit", package: "accessoryd"),
            ])
    ])
"""
# As in Given.swift.
GIVEN = {
    "session": "await Given.session", "camera": "await Given.camera", "item": "try Given.item", "label": "Given.label",
}


def is_dependency(example):
    """A snippet of a Package.swift is a part of this package's own."""
    return example.text.startswith(".package(")


def build(examples):
    """Yields the faults as path, line and text."""
    sources = PACKAGE / "Sources/snippets"
    sources.mkdir(parents=True, exist_ok=True)
    # The folder's name is the package's.
    accessoryd = FOLDER / "accessoryd"
    if not accessoryd.is_symlink():
        accessoryd.symlink_to(sandbox.ROOT)
    dependencies = [example for example in examples if is_dependency(example)]
    snippets = [example for example in examples if not is_dependency(example)]
    write(PACKAGE / "Package.swift", manifest(dependencies))
    files = {"Given.swift": sandbox.HERE.joinpath("Given.swift").read_text(), "main.swift": main(snippets)}
    files |= {f"{name(example)}.swift": source(example) for example in snippets}
    for path in sources.iterdir():
        if path.name not in files:
            path.unlink()
    for file, text in files.items():
        write(sources / file, text)
    done = subprocess.run(
        ["swift", "build", "--quiet"], cwd=PACKAGE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode == 0:
        return
    where = "|".join(re.escape(each.path) for each in examples)
    found = re.findall(rf"^(?:\S*/)?({where}):(\d+):\d+: error: (.*)", done.stdout, re.MULTILINE)
    for path, line, text in dict.fromkeys(found):
        yield path, int(line), text
    if not found:
        # Then it is the package that is wrong, and not a source.
        first = (dependencies or snippets)[0]
        yield first.path, first.line, f"swift build:\n{done.stdout}"


def manifest(dependencies):
    return MANIFEST.format(dependency=dependencies[0].text if dependencies else DEPENDENCY)


def name(example):
    return re.sub(r"\W", "_", f"{example.path}_{example.line}")


def source(example):
    """A function of the snippet's lines. The imports stand above it, and what it takes for granted at its beginning."""
    imports = [line for line in example.lines if line.startswith("import ")]
    lines = ["" if line.startswith("import ") else line for line in example.lines]
    return f"""import AccessorySetupKit
import NetworkExtension
{chr(10).join(imports)}
func {name(example)}() async throws {{
{given(example.text)}#sourceLocation(file: "{example.path}", line: {example.line})
{chr(10).join(lines)}
#sourceLocation()
}}
"""


def given(text):
    """Declarations of the names that the snippet uses and does not declare."""
    return "".join(
        f"let {word} = {value}\n" for word, value in GIVEN.items()
        if re.search(rf"\b{word}\b(?!:)", text) and not re.search(rf"\b(let|var) {word}\b", text))


def main(snippets):
    cases = "".join(f'case "{name(example)}": try await {name(example)}()\n' for example in snippets)
    return f"switch CommandLine.arguments[1] {{\n{cases}default: fatalError()\n}}\n"


def write(path, text):
    """Not if it is the same: then nothing is built."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
