# SPDX-License-Identifier: Apache-2.0
"""The home networks that accessories have, and their moves."""

import contextlib
import json
import sqlite3

from report import expect
from scenario import scenario
from scenarios.reading import OUTSIDE, inaccessible

FAMILIES = {"MyCam-0001": "shelly", "MyCam-0042": "esphome", "MyCam-0002": "theta"}


def put_on(world, network, **names):
    """An earlier run of the agent has put these accessories on this network: a name for each SSID."""
    given = {world.grant(ssid, name): ssid for name, ssid in names.items()}
    world.agent.terminate()
    world.agent.wait()
    with contextlib.closing(sqlite3.connect(world.folder / "state/accessoryd.db")) as store:
        for number, (identifier, ssid) in enumerate(given.items()):
            identity = {"names": [], "isProven": False, "family": FAMILIES[ssid],
                        "station": f"c0:49:ef:8c:48:{number:02x}"}
            store.execute("INSERT INTO identities VALUES (?, ?)", (identifier, json.dumps(identity)))
            store.execute("INSERT INTO residences VALUES (?, ?)", (identifier, json.dumps({"network": network})))
        store.commit()
    world.start_agent()


def lines(browser):
    return browser.js("""
        return [...document.querySelectorAll(".residents li")].map((line) => line.innerText.split("\\n"));""")


@scenario("accessories are listed by their home network, with what moves them; axe finds nothing")
def listed(world, browser):
    put_on(world, "OldNet", Plug="MyCam-0001", Lamp="MyCam-0042", Sphere="MyCam-0002")
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see("#home-networks", "OldNet", "3 accessories use it.")
    expect(lines(browser) == [
        ["Lamp", "Can be moved once it opens its own network again, or somebody resets it"], ["Plug", "Can be moved"],
        ["Sphere", "Has to be added again"]], lines(browser))
    expect(not browser.js("return document.querySelector('.network-keep').checkVisibility()"), "nothing moves")
    browser.click(".network summary")
    found = list(inaccessible(browser, OUTSIDE))
    expect(not found, "\n".join(found))


@scenario("an order moves accessories to the network that this machine is on, and another one takes it back",
          complains="409 \\(Conflict\\)")
def moved(world, browser):
    put_on(world, "OldNet", Lamp="MyCam-0042")
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see("#home-networks", "OldNet", "One accessory uses it.")
    browser.click(".network summary")
    browser.click(".network-move")
    browser.see(".residents", "On its way to HomeNet")
    history = world.control("ListNetworks")["networks"]
    expect(history[0]["residents"][0]["movesTo"] == "HomeNet", history)
    browser.see(".network-keep", "Keep them on OldNet")
    browser.until("the agent takes it back", """
        document.querySelector(".network-keep").click();
        return document.querySelector(".residents").innerText.includes("Can be moved once");""")
    expect(not browser.js("return document.querySelector('.network-keep').checkVisibility()"), "nothing moves")


@scenario("an order to a network that nobody knows is refused, with the reason",
          complains="409 \\(Conflict\\)")
def refused(world, browser):
    put_on(world, "OldNet", Plug="MyCam-0001")
    browser.enter(world.picker.link).click("#to-accessories")
    browser.click(".network summary")
    browser.replace_in(".network-to", "Nowhere")
    browser.click(".network-move")
    browser.see(".network > .complaint", "Nowhere")
    expect("movesTo" not in world.control("ListNetworks")["networks"][0]["residents"][0], "it is on its way")


@scenario("an accessory that has a lamp is asked which one it is, and no other")
def asked_which(world, browser):
    put_on(world, "HomeNet", Plug="MyCam-0001", Sphere="MyCam-0002")
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see("#devices", "Plug", "Sphere")
    buttons = browser.js("""
        return [...document.querySelectorAll(".device")].map((card) =>
            [card.querySelector(".name").textContent, card.querySelector(".identify").checkVisibility()]);""")
    expect(sorted(buttons) == [["Plug", True], ["Sphere", False]], buttons)
    browser.js("[...document.querySelectorAll('.identify')].find((button) => button.checkVisibility()).click();")
    browser.see("#devices", "Looking for it at home")
    found = list(inaccessible(browser, OUTSIDE))
    expect(not found, "\n".join(found))
