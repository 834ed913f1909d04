# SPDX-License-Identifier: Apache-2.0
"""The page's words: in the reader's language, and all of them from the text files."""

import json
import pathlib
import re

from browser import Browser
from report import expect
from scenario import scenario
from scenarios import adding
from scenarios.adding import ESPRESSIF, SHELLY
from scenarios.losses import LOST
from tour import SETTINGS, tour

PICKER = pathlib.Path(__file__).parents[3] / "Sources/accessory-picker"
PAGE, LANGUAGES = PICKER / "Page", PICKER / "Languages"
# The names of apps and accessories, and what an app would have.
OTHERS = ".picture, bdi, input"
# Addresses, and the digits that a pairing compares.
DATA = re.compile(r"([0-9a-f]{2}:){5}[0-9a-f]{2}|\d{3}.\d{3}|\d+(\.\d+){3}")
NAMES = {"Camera", "Gallery", "Porch", "Garden camera", "The one by the door", "Attic camera", "Cellar sensor", "Old camera", "Lamp",
         SHELLY, ESPRESSIF, "HomeNet"}

WORDS = """
const others = arguments[0], found = new Set();
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const node = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
  if (text && !node.closest(others + ", script, noscript")) found.add(text);
}
for (const node of document.querySelectorAll("[aria-label], [aria-roledescription]"))
  for (const name of ["aria-label", "aria-roledescription"]) if (node.hasAttribute(name)) found.add(node.getAttribute(name));
found.add(document.title);
return [...found];
"""


def texts(language):
    return json.loads((LANGUAGES / f"{language}.json").read_text())


def pattern(text):
    return re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text)), re.DOTALL)


def unknown(browser, language):
    """The page's words that are in no text of this language."""
    # An address that is a link stands apart from its text.
    apart = [text.replace("{address}", "").strip() for name, text in texts(language).items() if name.startswith("home.")]
    known = [*map(pattern, [*texts(language).values(), *apart]), DATA]
    return [word for word in browser.js(WORDS, OTHERS)
            if word not in NAMES and not any(each.fullmatch(word) for each in known)]


@scenario("every language has every text, and every text that the page asks for")
def complete(world, browser):
    english, german = texts("en"), texts("de")
    expect(english.keys() == german.keys(), f"only one has {english.keys() ^ german.keys()}")
    for key in english:
        places = [sorted(re.findall(r"\{(\w+)\}", language[key])) for language in (english, german)]
        expect(set(places[0]) == set(places[1]), f"{key} has other places: {places}")
        expect(german[key].strip() and english[key].strip(), f"{key} is empty")
    asked = {key for script in PAGE.rglob("*.js") for key in re.findall(r'\bt\("([\w.-]+)"', script.read_text())}
    asked |= {key for page in PAGE.rglob("*.html") for key in re.findall(r"\{\{([\w.-]+)\}\}", page.read_text())}
    asked -= {"language", "picker", "host"}
    expect(asked <= english.keys(), f"there is no {asked - english.keys()}")


@scenario("who reads German is shown German, in every state and from the text files alone", complains=LOST, **SETTINGS)
def german(world, _):
    found = {}
    with Browser("de-AT,de") as browser:
        for state in tour(world, browser):
            expect(browser.js("return document.documentElement.lang") == "de", "the page's language is not German")
            found |= {word: state for word in unknown(browser, "de")}
            if state == "waiting":
                browser.see("#heading", texts("de")["waiting"])
    expect(not found, f"these are in no text file: {found}")


@scenario("who reads German is shown in German why an accessory was not added", **adding.SETTINGS)
def german_reason(world, _):
    with Browser("de-AT,de") as browser:
        # Nothing listens at the provision socket.
        adding.looks(world, browser)
        adding.begins(browser)
        adding.agrees(browser)
        browser.see(".finished.failure #add-reason", texts("de")["reason.programAway"])
        found = unknown(browser, "de")
        # The accessory refuses: with an error of its own, and in its own words.
        with adding.HandOver(world) as program:
            for report, words in (
                ({"reason": "the accessory refused", "kind": "accessoryError", "names": ["HTTP 403"]}, "meldet den Fehler „HTTP 403“"),
                ({"reason": "not now"}, "mit eigenen Worten: „not now“"),
            ):
                browser.click("#add-again")
                adding.agrees(browser)
                program.orders.get(timeout=15)
                program.end("refused", **report)
                browser.see(".finished.failure #add-reason", words)
                found += unknown(browser, "de")
        expect(not found, f"these are in no text file: {found}")


@scenario("who reads a language that there is not is shown English")
def other_language(world, _):
    with Browser("eo") as browser:
        browser.enter(world.picker.link).see("#heading", texts("en")["waiting"])
        expect(browser.js("return document.documentElement.lang") == "en", "the page's language is not English")
