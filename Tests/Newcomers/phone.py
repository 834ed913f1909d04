# SPDX-License-Identifier: Apache-2.0
"""In a fresh root: somebody sets a hub up as README has it, pairs a phone, and adds a plug with it. The phone is a small browser.
Then this person makes the mistakes that lie on the way, each one once, and types the cure that is printed for it."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import fresh_root
import roles
from person import Person

# The browser of the page's tests, and the packages that it needs.
sys.path += [str(roles.ROOT / "Tests/PickerPage"), str(roles.ROOT / "packages")]

from browser import Browser
from report import Failed
from selenium.webdriver.common.keys import Keys

ROLE = "phone beside a hub"
HOME = pathlib.Path("/root/hub")
PAIR = "accessory-picker pair"
# The longest way of an accessory to the network.
PATIENCE = 60
# Each phone is named after the kind that its browser names.
ANDROID = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
PLUG, NAME = "ShellyPlusPlugS-C049EF8C480C", "Hall plug"
# The network of the air, where the plug's address answers for every accessory.
NETWORK, AT_HOME = "HomeNet", "HomeAddress=192.168.1.23\nHomeTime=1s\n"
RADIO = f"[Radio wlan0]\nSSID={NETWORK}\n"
# Its radio is on no network, but it knows one.
CABLE = f"[Radio wlan0]\n\n[Radio wlan1]\nSSID={NETWORK}\nUnusable=unmanaged\n"


class Phone(Browser):
    def __init__(self):
        super().__init__()
        self.size(390, 844)
        self.devtools("Emulation.setUserAgentOverride", userAgent=ANDROID)
        # Its owner has compared the fingerprint.
        self.trust()

    def pair(self, link):
        self.link = link
        self.enter(link)

    def go_to_adding(self):
        """From the first screen, by the words that README has in bold."""
        self.open(self.link.partition("/open#")[0] + "/")
        for words in roles.choices(ROLE):
            self.tap(words)

    def tap(self, words):
        found = self.until(f"'{words}' can be chosen", """
            const is = (part) => part.childElementCount === 0 && part.textContent.trim() === arguments[0];
            return [...document.querySelectorAll("a[id], button[id]")].find((node) =>
              node.checkVisibility({ visibilityProperty: true }) && [node, ...node.querySelectorAll("*")].some(is))?.id;""",
            words)
        self.click(f"#{found}")

    def add_plug(self):
        """The one of this name in the list. Its hotspot has no passphrase, which takes consent."""
        self.go_to_adding()
        self.click(f".newcomer[data-item^='wifi-'][data-item$='-{PLUG}'] .add")
        self.see("#add-form", PLUG)
        self.click("#add-consent")
        self.click("#add-yes")
        self.see(".finished.success", "is on your network", seconds=PATIENCE)
        self.replace_in("#add-name", NAME)
        self.click("#add-close")
        self.see(".device .name", NAME)

    def begin_by_label(self, label):
        self.go_to_adding()
        self.see("#label-heading")
        if not self.js("return document.querySelector('#label-box').open"):
            self.click("#label-box summary")
        self.click("#label-text")
        self.press(label, Keys.ENTER)
        self.see("#add-form", name_in(label))
        # It waits for an agent that was away.
        self.until("the form can be sent", "return document.querySelector('#add-yes')?.disabled === false")
        self.click("#add-yes")

    def cure(self, selector, pattern, seconds=PATIENCE):
        """What the page shows as the cure of a refusal."""
        text = self.see(selector, seconds=seconds)
        found = re.search(pattern, text)
        if not found:
            raise Failed(f"{selector} does not show '{pattern}':\n{text}")
        return found[1]


def main():
    environment = fresh_root.enter(HOME)
    # The last one is in the hand of whoever is at the hub.
    phones = []
    acts = [
        (PAIR, r"(https://\S+/open#\S+)\n", lambda link: phones[-1].pair(link)),
        # Enter alone means no.
        (f"{PAIR}(?!.*--may)", r"\[y/N\] ", "\r"),
    ]
    with contextlib.ExitStack() as stack:
        phones.append(stack.enter_context(Phone()))
        agent = stack.enter_context(fresh_root.Agent())
        person = Person(ROLE, environment, fresh_root.BUILT, acts)
        air = None
        for step in roles.steps(ROLE):
            if step.text.startswith("sudo systemctl "):
                forget_to_start(person, step)
            output = person.take(step)
            if agent.is_due:
                air = Air(fresh_root.EXAMPLES.joinpath("new-accessories-air.conf").read_text())
                agent.start(air.text)
                stack.enter_context(plug())
                fresh_root.stand_in("Tests/Newcomers/systemctl")
        phones[0].add_plug()
        if "Android: may answer and add" not in output:
            sys.exit(f"the phone is not in the list:\n{output}")
        person.finish()

        phones.append(stack.enter_context(Phone()))
        open_used_link(person, *phones)
        add_without_right(person, phones[1])
        agent.end()
        agent.start(air.on_cable)
        add_on_cable(person, phones[1], air)


class Air:
    """The air of new accessories, with two lamps of which the labels are there."""

    def __init__(self, text):
        self.label = re.search(r"^Label=(DPP:.*)$", text, re.MULTILINE)[1]
        # Another key, and another radio.
        self.other_label = self.label.replace("IA=;;", "IQ=;;").replace("02aabbccddee", "02aabbccddef")
        self.other_label = self.other_label.replace(name_in(self.label), "Porch lamp")
        if RADIO not in text or len({self.label, self.other_label}) == 1:
            sys.exit("the example's air has another radio, or another label")
        self.text = text.replace(f"Label={self.label}\n", f"Label={self.label}\n{AT_HOME}")
        self.text += f"\n[Enrollee porch]\nLabel={self.other_label}\n{AT_HOME}"
        self.on_cable = self.text.replace(RADIO, CABLE)


def name_in(label):
    return re.search(r";I:([^;]+);", label)[1]


@contextlib.contextmanager
def plug():
    """The plug with the name, and the program that speaks to it, behind its socket: as systemd starts it."""
    place = fresh_root.RUNTIME / "provision.socket"
    apart = subprocess.Popen(
        [roles.ROOT / "Tests/Accessories/apart", place, "/usr/bin/accessory-provision"], stdout=subprocess.PIPE, text=True)
    try:
        if not any('"listening"' in line for line in apart.stdout):
            sys.exit("the plug has ended")
        wait_until("the program's socket is there", place.is_socket)
        # As accessory-provision.socket has it.
        shutil.chown(place, "accessoryd")
        yield
    finally:
        apart.terminate()
        apart.wait()


def forget_to_start(person, step):
    """A phone is paired before the hub runs. The cure is README's own next line."""
    cure = person.on_purpose(f"sudo {PAIR}", r"'(systemctl [^']+)' starts it")
    if cure not in step.text:
        sys.exit(f"README has '{step.text}', and not '{cure}'")


def open_used_link(person, paired, other):
    """Somebody else opens the link that paired the first phone."""
    other.open(paired.link)
    person.on_purpose(other.cure("#used", "“(accessory-picker [^”]+)”"))
    if other.link == paired.link:
        sys.exit("no new link was printed")


def add_without_right(person, phone):
    """Nobody answered yes when this phone was paired."""
    phone.go_to_adding()
    person.on_purpose(phone.cure("#add-refused-cure", r"(\S.*\S)"))
    phone.see(".newcomer", PLUG)


def add_on_cable(person, phone, air):
    """The hub is on no Wi-Fi network that an accessory could get: in a terminal, and on the phone."""
    label = f"--label '{air.other_label}'"
    cure = person.on_purpose(f"sudo accessoryctl onboard {label}", "'(accessoryctl onboard --network) NAME'")
    person.on_purpose(f"sudo {cure} {NETWORK} {label}")

    phone.begin_by_label(air.label)
    cure = phone.cure(".finished.failure", r"Network= .* under \[Uplink\] in (/\S+\.conf)")
    person.on_purpose(f"sudo sed -i 's/^#Network=.*/Network={NETWORK}/' {cure}")
    # The agent reads its file by itself.
    wait_until("the agent knows the network", lambda: "noHomeNetwork" not in status())
    phone.click("#add-close")
    phone.begin_by_label(air.label)
    phone.see(".finished.success", name_in(air.label), "is on your network", seconds=PATIENCE)


def status():
    return json.loads(subprocess.run(
        ["accessoryctl", "--json", "general", "status"], stdout=subprocess.PIPE, check=True).stdout)


def wait_until(what, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what}: not within {PATIENCE} s")
        time.sleep(0.05)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(f"{ROLE}: {failed}")
