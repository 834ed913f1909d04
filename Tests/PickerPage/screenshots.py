# SPDX-License-Identifier: Apache-2.0
"""The page as people see it, in pictures; see screenshots."""

import pathlib
import sys
import tempfile

from selenium.webdriver.common.keys import Keys

import picture
from browser import Browser
from scenarios import adding
from scenarios.choosing import MANY, card
from scenarios.questions import chooses
from tour import AIR, PAIRINGS, device, gives_up, heard
from world import CAMERA, GALLERY, World, camera

AIR += "\n".join(f"""
[AccessPoint many {number}]
SSID=MyCam-1{number:03}
BSSID=02:00:00:00:05:{number:02x}
Frequency={(2412, 2437, 2462)[number % 3]}
Signal={84 - 2 * number}
""" for number in range(MANY))
LIGHT = (214, 219, 228)


class Album:
    def __init__(self, browser, folder):
        self.browser = browser
        self.folder = folder

    def take(self, name, scheme="light", width=1000, height=760):
        self.browser.size(width, height)
        self.browser.media(prefers_color_scheme=scheme)
        # After all movement, and with all pictures.
        self.browser.until("nothing moves any more", """
            const moving = document.getAnimations().filter((one) => one.playState !== "finished");
            return moving.every((one) => one.effect.getComputedTiming().iterations === Infinity)
              && [...document.images].every((image) => image.complete);""")
        self.browser.driver.save_screenshot(str(self.folder / f"{name}.png"))
        print(f"{name}.png", flush=True)


def items():
    """The accessories on offer, each with its own name and picture."""
    return [
        camera("MyCam-0001", image=picture.camera()),
        {"name": "Doorbell", "descriptor": {"ssid": "MyCam-0042"}, "image": picture.camera(LIGHT)},
        {"name": "Nursery monitor", "descriptor": {"ssid": "MyCam-0107"}},
    ]


def choosing(app, album, browser):
    app.show(*items())
    for number in range(3):
        browser.see(f".card:nth-child({number + 1})")
    browser.see(".card .picture img")
    for scheme in ("light", "dark"):
        album.take(scheme, scheme)
    for scheme in ("light", "dark"):
        album.take(f"narrow-{scheme}", scheme, 360, 740)
    album.take("narrowest", width=320, height=640)
    browser.size(1000, 760)
    browser.click(f"{card('MyCam-0042')} .choose")
    album.take("complaint")
    browser.press(Keys.ESCAPE, Keys.ESCAPE)
    browser.mode("waiting")


def asking(app, world, album, browser):
    shown = app.show(*[each | {"setupOptions": ["rename", "finishInApp"]} for each in items()])
    browser.click(f"{card('MyCam-0042')} .passphrase")
    browser.press("not the right one", Keys.ENTER)
    browser.see("[data-question=passphrase]")
    album.take("question-passphrase")
    album.take("question-passphrase-narrow", "dark", 360, 740)
    browser.press("camera-0042", Keys.ENTER)
    browser.see("[data-question=name]")
    album.take("question-name")
    browser.press(Keys.ENTER)
    shown.receive()
    browser.see(".finished.success")
    album.take("success")
    album.take("success-dark", "dark")
    browser.click("#close")
    app.call("LeaveHotspot")
    world.grant("MyCam-0107", "Nursery monitor", passphrase="camera-0107")
    app.show(items()[2])
    browser.click(f"{card('MyCam-0107')} .choose")
    browser.see("[data-question=security]")
    album.take("question-security")
    album.take("question-security-narrow", "dark", 360, 740)
    browser.size(1000, 760)
    gives_up(browser)
    world.ctl("access", "revoke", "--app", CAMERA, "--ssid", "MyCam-0107")
    app.show(migrations=[
        {"name": "Attic camera", "ssid": "MyCam-0900", "image": picture.camera(LIGHT)},
        {"name": "Cellar sensor", "bluetoothAddress": "02:00:00:00:09:01"}])
    browser.see("[data-question=migration]")
    album.take("question-migration")
    browser.click("#decline")
    browser.mode("waiting")


def bluetooth(app, album, browser):
    app.show(heard(ssidPrefix="Odd-"))
    browser.see(f"{device('01')}[data-ssid] .bluetooth-side")
    browser.see(device("14"))
    album.take("bluetooth")
    album.take("bluetooth-narrow", "dark", 360, 740)
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")
    app.show(heard(ssidPrefix="MyCam-"))
    browser.click(f"{device('10')} .choose")
    browser.see("[data-question=network]")
    browser.click(".networks label")
    album.take("question-network")
    album.take("question-network-narrow", "dark", 360, 740)
    gives_up(browser)
    for address, question in PAIRINGS:
        app.show(heard(["bluetoothPairingLE"]))
        browser.click(f"{device(address)} .choose")
        browser.see(f"[data-question={question}]")
        album.take(f"question-{question}")
        gives_up(browser)
    app.show(heard(["bluetoothPairingLE"]))
    browser.click(f"{device('12')} .choose")
    browser.see("#steps [data-step=pairing]")
    album.take("pairing")
    browser.click("#cancel")
    browser.mode("waiting")


def ending(app, world, album, browser):
    app.show({"name": "Silent camera", "descriptor": {"ssid": "BadCam-0001"}, "image": picture.camera()})
    chooses(browser, "BadCam-0001")
    browser.see("#steps")
    album.take("joining")
    browser.click("#cancel")
    world.until_free()
    app.show({"name": "Old camera", "descriptor": {"ssid": "BadCam-0404"}, "image": picture.camera()})
    chooses(browser, "BadCam-0404")
    browser.see("[data-question=retry]")
    album.take("try-again")
    album.take("try-again-narrow", "dark", 360, 740)
    browser.size(1000, 760)
    browser.click("#decline")
    browser.mode("waiting")
    world.until_free()
    app.show({"name": "Garden camera", "descriptor": {"ssid": "MyCam-0042"}, "passphrase": "not the right one"})
    browser.click(f"{card('MyCam-0042')} .choose")
    browser.see(".finished.failure")
    album.take("failure")
    browser.click("#close")
    world.until_free()
    app.show(camera())
    browser.see(".row:nth-child(20)")
    album.take("many")
    album.take("many-narrow", "dark", 360, 740)
    browser.click("#search")
    browser.press("0042", Keys.ENTER)
    album.take("found")
    album.take("found-narrow", width=360, height=740)
    browser.size(1000, 760)
    browser.click("#search")
    browser.press(Keys.ESCAPE)
    browser.click("#as-cards")
    album.take("many-cards")
    browser.click("#as-list")
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")


def accessories(app, world, album, browser):
    album.take("settings-few")
    world.grant("MyCam-0107", "Nursery monitor")
    world.grant("MyCam-0107", "Nursery monitor", app=GALLERY)
    world.grant("MyCam-1001", "Garage", app=GALLERY)
    world.ctl("access", "deny", "--app", GALLERY, "--ssid", "MyCam-0107")
    browser.see(".device", "Garage")
    album.take("settings")
    album.take("settings-dark", "dark")
    album.take("settings-narrow", width=360, height=740)
    browser.size(1000, 760)
    browser.click(".rename-open")
    album.take("renaming")
    browser.press(Keys.ESCAPE)
    browser.click(".forget")
    album.take("forgetting")
    browser.click("#forget-no")


def adding_one(world, album, browser):
    with adding.HandOver(world) as program:
        adding.looks(world, browser)
        adding.begins(browser)
        everywhere(album, "adding-form")
        adding.agrees(browser)
        program.orders.get(timeout=15)
        program.report(adding.DEVICE, {"step": "handingOver", "protection": "clear-text"})
        browser.see("#add-device", "Hall plug")
        everywhere(album, "adding-progress")
        program.end("refused", reason="not now")
        browser.see(".finished.failure #add-reason", "not now")
        everywhere(album, "adding-refused")
        browser.click("#add-again")
        adding.agrees(browser)
        program.orders.get(timeout=15)
        program.report(adding.DEVICE)
        program.end("onNetwork", address="192.168.1.20", page="http://192.168.1.20/")
        browser.see("#add-naming", "What should it be called?")
        everywhere(album, "adding-name")


def everywhere(album, name):
    """At a desktop's size and a phone's, light and dark."""
    for scheme in ("light", "dark"):
        album.take(f"{name}-{scheme}", scheme)
        album.take(f"{name}-narrow-{scheme}", scheme, 360, 740)
    album.browser.size(1000, 760)


def main(binaries, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work, Browser() as browser, World(binaries, work, **adding.SETTINGS) as world:
        adding_one(world, Album(browser, folder), browser)
    with tempfile.TemporaryDirectory() as work, Browser() as browser:
        with World(binaries, work, air=AIR, configuration="[Discovery]\nReportNothingFound=false\n") as world:
            album = Album(browser, folder)
            browser.enter(world.picker.link).see("#heading")
            app = world.app()
            album.take("waiting")
            album.take("waiting-dark", "dark")
            app.show(camera("MyCam-9999"), isUnbounded=True)
            browser.see("#looking")
            album.take("looking")
            browser.press(Keys.ESCAPE)
            browser.mode("waiting")
            choosing(app, album, browser)
            asking(app, world, album, browser)
            bluetooth(app, album, browser)
            ending(app, world, album, browser)
            app.show(camera("MyCam-9999"), discoveryTimeout=1)
            browser.mode("nothingFound")
            album.take("nothing-found")
            browser.click("#close")
            browser.click("#to-accessories")
            browser.see(".device")
            accessories(app, world, album, browser)
            browser.click("#to-add")
            browser.see("#newcomers .tile")
            album.take("adding")
            album.take("adding-narrow", "dark", 360, 740)
            browser.size(1000, 760)
            world.kill_agent()
            browser.see("[data-banner=away]")
            album.take("agent-away")
            browser.open("about:blank").open(world.picker.link)
            browser.see("#used")
            album.take("link-used")
            browser.devtools("Network.clearBrowserCookies")
            browser.open(f"{world.picker.origin}/").see("#locked")
            album.take("locked")
            album.take("locked-narrow", "dark", 360, 740)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
