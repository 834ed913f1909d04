# SPDX-License-Identifier: Apache-2.0
"""The page beyond loopback: encrypted or not, and phones that were paired with a hub."""

import json
import shutil
import socket

from browser import REBOUND
from report import expect
from scenario import scenario
from scenarios.adding import SETTINGS, agrees, begins
from scenarios.reading import OUTSIDE, inaccessible
from world import Hub, Picker, camera

AWAY = "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|403 \\(Forbidden\\)|ERR_SOCKET"


def pair(hub, browser, name="Anna's phone"):
    browser.trust()
    program, link = hub.pair(name)
    browser.enter(link)
    expect(program.wait(20) == 0, f"'pair' exits with {program.returncode}")
    hub.world.programs.remove(program)


@scenario("a page that is not encrypted says that others can read it", complains="Cross-Origin-Opener-Policy")
def plain(world, browser):
    picker = Picker(
        world.binaries, world.run, world.folder / "plain.log", "--listen", "0.0.0.0", "--insecure-http", "--name",
        REBOUND)
    world.programs.append(picker.process)
    browser.enter(f"http://{REBOUND}:{picker.port}/open#{picker.link.partition('#')[2]}")
    browser.see("[data-banner=plain]", "not encrypted", "passphrases")
    # It stays above a request.
    world.app().show(camera("MyCam-0001"))
    browser.see(".card", "Garden camera")
    browser.see("[data-banner=plain]", "not encrypted")


@scenario("a hub on loopback is encrypted, too: any user can take its port while it is away", complains=AWAY)
def on_loopback(world, browser):
    hub = Hub(world, "127.0.0.1")
    pair(hub, browser)
    browser.see("#heading", "Accessories of")
    hub.kill()
    browser.see("[data-banner=lost]")
    hub.start()
    shown = world.app().show(camera("MyCam-0001"))
    browser.see(".card", "Garden camera", seconds=30)
    browser.click(".card .choose")
    shown.receive()


@scenario("a phone is paired once, and comes back to a request after the hub was killed", complains=AWAY)
def paired(world, browser):
    world.picker.process.terminate()
    world.picker.process.wait()
    hub = Hub(world)
    pair(hub, browser)
    host = socket.gethostname().partition(".")[0]
    browser.see("#heading", f"Accessories of {host}")
    browser.see("#home-network", "“HomeNet”")
    browser.see("#start-accessories", "No accessories yet")
    expect("picker" not in browser.js("return document.body.innerText").lower(), "a word of developers is on the page")
    browser.miss("[data-banner=plain]")
    cookie, = browser.driver.get_cookies()
    expect(cookie["secure"] and cookie["httpOnly"] and cookie.get("expiry"), f"the cookie is {cookie}")
    expect("Anna's phone" in hub.phones(), "the phone is not in the list")
    # The first thing that a person can do is to add an accessory.
    hub.phones("allow", "Anna's phone", "--may", "answer,add")
    browser.click("#start-add")
    browser.see("#label-camera", "Scan the label")
    browser.open("about:blank")
    hub.kill()
    hub.start()
    shown = world.app().show(camera("MyCam-0001"))
    browser.open(f"{hub.origin}/")
    browser.click(".card .choose")
    browser.see("#heading", "Garden camera", "is ready")
    shown.receive()


@scenario("the page of a phone that was revoked ends at once", complains=AWAY)
def revoked(world, browser):
    hub = Hub(world)
    pair(hub, browser)
    browser.see("#heading", "Accessories of")
    hub.phones("revoke", "Anna's phone")
    browser.see("#over-session", "This page is closed", "accessory-picker pair")
    browser.open(f"{hub.origin}/")
    browser.see("#locked", "does not know this browser", "accessory-picker pair")
    browser.miss("#picker")
    found = list(inaccessible(browser, OUTSIDE))
    expect(not found, "\n".join(found))


@scenario("a link that is typed without the s of https leads to the encrypted page", complains=AWAY)
def plain_link(world, browser):
    hub = Hub(world)
    browser.trust()
    program, link = hub.pair("Anna's phone")
    browser.enter(link.replace("https://", "http://"))
    expect(browser.driver.current_url.startswith("https://"), f"the page is at {browser.driver.current_url}")
    expect(program.wait(20) == 0, f"'pair' exits with {program.returncode}")
    world.programs.remove(program)


@scenario("a paired phone that opens a second link stays one phone", complains=AWAY)
def second_link(world, browser):
    hub = Hub(world)
    pair(hub, browser)
    browser.open("about:blank")
    pair(hub, browser, "Bob's phone")
    expect("Anna's phone" in hub.phones() and "Bob" not in hub.phones(), f"the phones are {hub.phones()}")


@scenario("a phone that may not add reads the command that lets it, in place of the form", complains=AWAY)
def may_not_add(world, browser):
    hub = Hub(world)
    pair(hub, browser)
    browser.see("#heading", "Accessories of")
    browser.open(f"{hub.origin}/#add")
    browser.see("#add-refused", "may not add", "phones allow 'Anna'\\''s phone' --may answer,add")
    browser.miss("#add-looking")
    hub.phones("allow", "Anna's phone", "--may", "answer,add")
    browser.see("#add-looking")
    expect("may answer and add" in hub.phones(), "the list does not have what the phone may do")
    # And the way back.
    hub.phones("allow", "Anna's phone", "--may", "answer")
    browser.see("#add-refused", "may not add")


@scenario("a phone reads what to write on a hub that is on no Wi-Fi network", complains=AWAY,
          **SETTINGS, radio="[Radio wlan0]")
def on_cable(world, browser):
    hub = Hub(world)
    pair(hub, browser)
    hub.phones("allow", "Anna's phone", "--may", "answer,add")
    browser.open(f"{hub.origin}/#add")
    begins(browser)
    agrees(browser)
    browser.see(".finished.failure", "There is no network", "On the hub, write Network=", "/etc/accessoryd/accessoryd.conf")


@scenario("a phone that the hub cannot keep is not paired, and reads why", complains="503 \\(Service Unavailable\\)")
def full(world, browser):
    hub = Hub(world)
    browser.trust()
    _, link = hub.pair("Anna's phone")
    shutil.rmtree(hub.state)
    browser.open(link)
    browser.see("#storage", "could not be paired", "Make room")
    expect("No phone is paired" in hub.phones(), "the phone is in the list")


@scenario("the page of a hub can be put on the home screen")
def home_screen(world, browser):
    hub = Hub(world)
    pair(hub, browser)
    browser.see("#heading", "Accessories of")
    manifest = browser.devtools("Page.getAppManifest")
    expect(not manifest["errors"], f"the manifest has errors: {manifest['errors']}")
    values = json.loads(manifest["data"])
    expect(values["start_url"] == "/" and values["display"] == "browser", f"the manifest is {values}")
    for icon in values["icons"]:
        status = browser.later("return (await fetch(given[0])).status", icon["src"])
        expect(status == 200, f"{icon['src']} answers {status}")
