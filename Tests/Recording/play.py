# SPDX-License-Identifier: Apache-2.0
"""In a page's sandbox: plays the recording's commands with an agent on the demonstration's air. Prints the asciicast."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Documentation"))

import agent
from terminal import Terminal

TITLE = "A camera is found, chosen, granted and joined. Another app is refused, and the earlier network is restored."
# No picture depends on the time at which it is taken.
STEADY = (("Appears=4s\n", ""),)
DOWN = "\x1b[B"


def main():
    agent.prepare()
    agent.start("wlan0", STEADY)
    terminal = Terminal(TITLE)
    terminal.run("accessoryctl scan --app org.example.camera --timeout 5s", 2.5)
    terminal.type("accessoryctl setup --app org.example.camera -- ./talk.sh")
    terminal.press("\r")
    terminal.see(r"6 found\)(?s:.)*q cancels\.$", 1.5)
    terminal.press(DOWN)
    terminal.see(r"^> 2 (?s:.)*q cancels\.$", 1)
    terminal.press("\r")
    terminal.see(r"^Passphrase of .*\n.*Esc goes back\.$", 1)
    terminal.press("camera-0042\r")
    terminal.see("associating", 0.4)
    terminal.see("waiting for an address", 0.4)
    terminal.see(r"^MyCam-0042 at .*\n(?s:.)*^\$$", 3)
    terminal.run("accessoryctl hotspot join --app org.example.plug --ssid MyCam-0042 -- true", 2.5)
    terminal.run("accessoryctl -f APP,SSID,STATE access list", 5)
    print(terminal.recording.text, end="")
    terminal.end()


if __name__ == "__main__":
    main()
