# SPDX-License-Identifier: Apache-2.0
"""Where accessories are on the home network."""

import contextlib
import sqlite3

from report import expect
from scenario import scenario
from scenarios.reading import OUTSIDE, inaccessible

# 2026-05-28T20:26:40Z
SEEN = 1_780_000_000
PAGE = "http://192.168.1.23/"


def seen_before(world, identifier, page=PAGE):
    """An earlier run of the agent has seen the accessory at this address."""
    world.agent.terminate()
    world.agent.wait()
    with contextlib.closing(sqlite3.connect(world.folder / "state/accessoryd.db")) as store:
        store.execute("INSERT INTO locations VALUES (?, '192.168.1.23', 'cam.local', ?, 'station', 1, ?)",
                      (identifier, page, SEEN))
        store.commit()
    world.start_agent()


def shows(browser, *places):
    """Gives the page's own list accessories at these places."""
    devices = [{"id": str(number), "name": f"Camera {number}", "hasWiFi": True, "hasBluetooth": False, "apps": [],
                "location": place} for number, place in enumerate(places)]
    browser.later("""
        const { AccessoriesView } = await import("/accessories.js");
        const root = document.querySelector("#accessories");
        root.replaceChildren();
        new AccessoriesView(root, () => {}).update({ devices: given[0] }, { networks: [] }, [], false);""", devices)


def place(**more):
    return {"address": "192.168.1.23", "evidence": "station", "isConfirmed": True, "isOnline": True, "lastSeen": SEEN,
            **more}


@scenario("an accessory that was on the home network shows when it was last seen there")
def last_seen(world, browser):
    seen_before(world, world.grant("MyCam-0001", "Porch"))
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see(".device .home", "Last seen", "2026")
    expect(not browser.js("return document.querySelector('.home a').checkVisibility()"), "the old address is a link")
    world.control("RemoveAccessory", accessory=browser.js("return document.querySelector('.device').dataset.accessory"))
    browser.miss(".device")


@scenario("an accessory on the home network shows its address, and a link to its own page if it has one; axe finds nothing")
def online(world, browser):
    world.grant("MyCam-0001", "Porch")
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see(".device", "Porch")
    shows(browser, place(page=PAGE), place(), place(isConfirmed=False, page=PAGE), place(isOnline=False, page=PAGE), None)
    seen = browser.js("""
        return [...document.querySelectorAll(".home")].map((node) => node.checkVisibility() ? node.innerText : null);""")
    expect(seen[:3] == ["Online, 192.168.1.23", "Online, 192.168.1.23", "Probably online, 192.168.1.23"], seen)
    expect(seen[3].startswith("Last seen ") and seen[4] is None, seen)
    links = browser.js("""
        return [...document.querySelectorAll(".home a")].filter((node) => node.checkVisibility())
          .map((node) => [node.href, node.rel, node.target, node.getAttribute("aria-label")]);""")
    expect(links == [[PAGE, "noopener noreferrer", "_blank", f"192.168.1.23: the page of Camera {number}"]
                     for number in (0, 2)], links)
    found = list(inaccessible(browser, OUTSIDE))
    expect(not found, "\n".join(found))
