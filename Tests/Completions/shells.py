# SPDX-License-Identifier: Apache-2.0
"""Types lines at the shells' own terminals, with Tab where a word is to be completed. In the place of accessoryctl a
program runs that records its arguments."""

import os
import pty
import select
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
SCRIPTS = os.path.join(HERE, "..", "..", "packaging", "completions")
PATIENCE = 60

# The typed line, where "\t" is Tab, and the arguments that result.
LINES = [
    ("gene\tre\t", ["general", "reload"]),
    ("access gra\t--origin mig\t", ["access", "grant", "--origin", "migration"]),
    ("access che\t--app org.example.c\t--ss\tMyCam-0\t",
     ["access", "check", "--app", "org.example.camera", "--ssid", "MyCam-0001"]),
    ("app imp\t--pri\t--id org.example.c\t", ["app", "import", "--print", "--id", "org.example.camera"]),
    ("acce l --app=org.example.p\t", ["acce", "l", "--app=org.example.plug"]),
    ("accessory show Por\t", ["accessory", "show", "Porch camera"]),
    ("accessory show Plug\t", ["accessory", "show", 'Plug: "hall" & co']),
    ("access revoke --app org.example.plug --ssid \t",
     ["access", "revoke", "--app", "org.example.plug", "--ssid", "\U0001F50C Plug-7"]),
    ("accessory show Plug:\t", ["accessory", "show", 'Plug: "hall" & co']),
    ("scan --ssid Neigh\t", ["scan", "--ssid", "Neighbours upstairs"]),
    ("setup --ssid \"Neigh\t", ["setup", "--ssid", "Neighbours upstairs"]),
    ("scan --radio wl\t", ["scan", "--radio", "wlan0"]),
    ("provision run por\t", ["provision", "run", "porch-camera"]),
    ("pro ch conf/provision.d/por\t", ["pro", "ch", "conf/provision.d/porch-camera.conf"]),
    ("provision status -f PLAN,ATT\t", ["provision", "status", "-f", "PLAN,ATTEMPTS"]),
    ("onb\t--fam\tthe\t--interface wl\t", ["onboard", "--family", "theta", "--interface", "wlan0"]),
    ("hotspot join --app nobody --ssid \t", ["hotspot", "join", "--app", "nobody", "--ssid"]),
]

COMMANDS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
PREPARATIONS = {
    "bash": "source {scripts}/accessoryctl.bash; bind 'set bell-style none'; PS1=; echo ready",
    "zsh": "fpath=({scripts} $fpath); autoload -Uz compinit; compinit -u -d {work}/dump; PS1=; unsetopt beep; echo ready",
    "fish": "source {scripts}/accessoryctl.fish; function fish_prompt; end; echo ready",
}


class Shell:
    def __init__(self, name, work, tool):
        self.name, self.output = name, b""
        calls = os.path.join(work, "calls-" + name)
        os.mkfifo(calls)
        # Both ways, so that it does not end with each writer.
        self.calls = os.open(calls, os.O_RDWR | os.O_CLOEXEC)
        folder = os.path.join(work, "bin-" + name)
        os.mkdir(folder)
        write(os.path.join(folder, "accessoryctl"), f"""#!/bin/sh
if [ "$1" = __complete ]; then
    shift
    if [ "$1" = --line ]; then
        exec {tool} __complete --line "accessoryctl --runtime-dir {work}/run ${{2#accessoryctl}}" "$3"
    fi
    exec {tool} __complete --runtime-dir {work}/run "$@"
fi
exec printf '%s\\0' "$@" end >{calls}
""")
        process, self.terminal = pty.fork()
        if process == 0:
            os.chdir(work)
            environment = dict(os.environ, PATH=folder + ":" + os.environ["PATH"], TERM="vt100", HOME=work, LC_ALL="C.UTF-8")
            os.execvpe(COMMANDS[name][0], COMMANDS[name], environment)
        # The answer, and not the line that asks for it.
        self.type(PREPARATIONS[name].format(scripts=SCRIPTS, work=work).replace("ready", "re''ady") + "\n")
        self.read_until(b"ready")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.output:
            self.read(end)

    def read(self, end, *others):
        """Reads the shell's output until then. Returns whether one of the others can be read."""
        ready, _, _ = select.select([self.terminal, *others], [], [], max(0, end - time.monotonic()))
        if not ready:
            raise TimeoutError(f"{self.name} only wrote {self.output!r}")
        if self.terminal in ready:
            self.output += os.read(self.terminal, 65536)
        return any(each in ready for each in others)

    def call(self, line):
        """The arguments of the tool after this line and Enter."""
        self.output, arguments = b"", b""
        self.type("accessoryctl " + line + "\n")
        end = time.monotonic() + PATIENCE
        while not arguments.endswith(b"end\0"):
            if self.read(end, self.calls):
                arguments += os.read(self.calls, 65536)
        return arguments.decode().split("\0")[:-2]

    def end(self):
        os.close(self.terminal)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)


def main():
    tool, work, shells = sys.argv[1], sys.argv[2], sys.argv[3:]
    failures = 0
    for name in shells:
        shell = Shell(name, work, tool)
        for line, expected in LINES:
            called = shell.call(line)
            if called != expected:
                failures += 1
                print(f"{name}: {line!r} became {called}, not {expected}", file=sys.stderr)
        shell.end()
        print(f"{name}: {len(LINES)} lines")
    names = subprocess.run(
        [tool, "__complete", "--runtime-dir", work + "/run", "scan", "--ssid", ""], stdout=subprocess.PIPE, check=True)
    print("networks:", names.stdout.decode().replace("\t", " (").replace("\n", "), "))
    return 1 if failures else 0


sys.exit(main())
