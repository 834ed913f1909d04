# SPDX-License-Identifier: Apache-2.0
"""A new accessory on its way to the home network, without an app."""

import json
import queue
import socket
import threading

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from scenarios.accessories import WIDE, gives_picture, sees_picture

SHELLY, ESPRESSIF = "ShellyPlusPlugS-C049EF8C480C", "PROV_C049EF"
AIR = f"""
[AccessPoint home for accessories]
SSID=HomeNet
BSSID=02:00:00:00:10:03
Frequency=2412
Signal=70
Security=wpa2-wpa3
Passphrase=correct horse battery

[AccessPoint plug]
SSID={SHELLY}
BSSID=02:00:00:00:02:01
Signal=82
HomeAddress=192.168.1.20
HomeStation=C0:49:EF:8C:48:0C
HomeTime=1s

[AccessPoint sensor]
SSID={ESPRESSIF}
BSSID=24:0A:C4:C0:49:F0
Frequency=2412
Signal=57
Security=wpa2
Passphrase=sensor-0042
HomeAddress=192.168.1.21
HomeTime=1s

[Device bulb]
Address=02:00:00:00:02:05
Name=Desk Bulb
ServiceData=FFF6:00000FF1FF008000
"""
# It says that it can show which one it is.
LAMP = """
[Device lamp]
Address=02:00:00:00:02:06
Name=Kitchen Lamp
Services=00467768-6228-2272-4663-277478268000
ServiceData=4677:020100000000
Characteristics=00467768-6228-2272-4663-277478268000/00467768-6228-2272-4663-277478268003:00 write
"""
BLUETOOTH = """
[Bluetooth hci0]
Address=02:00:00:00:0A:01
"""
SETTINGS = {"air": BLUETOOTH + AIR, "configuration": "[Uplink]\nCredentialsFor=org.accessoryd.onboard\n"}
# Who answers at the addresses of the home network.
STATIONS = {"192.168.1.20": "c0:49:ef:8c:48:0c", "192.168.1.21": "24:0a:c4:c0:49:ef", "192.168.1.22": "02:aa:bb:cc:dd:ee"}
DEVICE = {"step": "identified", "name": "Hall plug", "model": "PlugS", "version": "1.7.1", "address": "c0:49:ef:8c:48:0c"}


class HandOver:
    """The program behind the provision socket: it keeps the order, and reports what the scenario wants.

    On the home network, a device that is asked says who it is.
    """

    def __init__(self, world):
        self.orders, self.reports = queue.Queue(), queue.Queue()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(world.run / "provision.socket"))
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rw") as lines:
                order = json.loads(lines.readline())
                if "ready" in order:
                    continue
                if "check" in order:
                    lines.write(json.dumps({"check": "named", "address": STATIONS[order["check"]["address"]]}) + "\n")
                    continue
                self.orders.put(order)
                for report in iter(self.reports.get, None):
                    lines.write(json.dumps(report) + "\n")
                    lines.flush()

    def report(self, *reports):
        for one in reports:
            self.reports.put(one)

    def end(self, outcome, **more):
        self.report({"outcome": outcome, **more}, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.reports.put(None)
        self.listener.close()


def newcomer(ssid):
    return f".newcomer[data-item^='wifi-'][data-item$='-{ssid}']"


def looks(world, browser):
    """At the list of new accessories, as a person gets there."""
    browser.enter(world.picker.link).click("#to-accessories")
    browser.click("#to-add")
    browser.see(newcomer(SHELLY), SHELLY, "Shelly")


def begins(browser, ssid=SHELLY):
    browser.click(f"{newcomer(ssid)} .add")
    browser.see("#add-form", ssid)


def agrees(browser):
    browser.click("#add-consent")
    browser.click("#add-yes")


@scenario("a new accessory is added without an app, and leads to its page where the network shows it", **SETTINGS)
def added(world, browser):
    with HandOver(world) as program:
        looks(world, browser)
        browser.see(newcomer(ESPRESSIF), "Espressif")
        pictures = browser.js("return [...document.querySelectorAll('.newcomer .tile')].map((tile) => tile.dataset.family)")
        expect(sorted(pictures) == ["espressif", "shelly"], f"the pictures are {pictures}")
        # The list has one way to choose for each line, and the label comes before it.
        labels = browser.js("return [...document.querySelectorAll('#add .primary')].filter((one) => one.checkVisibility()).map((one) => one.id)")
        expect(labels == ["label-camera"], f"these buttons stand out: {labels}")
        begins(browser)
        browser.click("#add-yes")
        browser.see("#add-complaint", "consent")
        agrees(browser)
        browser.see("[data-step=joining]")
        order = program.orders.get(timeout=15)
        expect(order["uplink"]["passphrase"] == "correct horse battery", "the program got another passphrase")
        program.report(DEVICE, {"step": "handingOver", "protection": "clear-text"})
        browser.see("#add-device", "Hall plug", "PlugS", "1.7.1")
        browser.see("[data-step=handingOver][data-state=now]")
        program.end("onNetwork", address="192.168.1.20", page="http://192.168.1.20/")
        browser.see(".finished.success", "is on your network", "seen there", "192.168.1.20")
        link = browser.js("return document.querySelector('#add-page').href")
        expect(link == "http://192.168.1.20/", f"the page leads to {link}")
        # A name is asked, and Done keeps what was typed.
        browser.see("#add-naming", "What should it be called?")
        browser.replace_in("#add-name", "")
        browser.press(Keys.ENTER)
        browser.see("#add-name-complaint", "Type a name")
        browser.replace_in("#add-name", "Hall lamp")
        browser.click("#add-name-save")
        browser.see("#add-heading", "Hall lamp is on your network")
        # So is a picture; its family's is there before.
        browser.see("#add-naming .tile[data-family=shelly]")
        gives_picture(world, browser, "#add-naming", b"no picture")
        browser.see("#add-picture-complaint", "This picture cannot be read")
        gives_picture(world, browser, "#add-naming", WIDE)
        expect(sees_picture(browser, "#add-naming")[:2] == [256, 256], "another picture is shown")
        browser.miss("#add-picture-complaint")
        browser.driver.refresh()
        sees_picture(browser, "#add-naming")
        browser.replace_in("#add-name", "Stair lamp")
        browser.click("#add-close")
        browser.see(".device .name", "Stair lamp")
        sees_picture(browser, ".device")
        # Its hotspot is open, as after a reset.
        browser.click("#to-add")
        browser.see(newcomer(SHELLY), "was reset")


@scenario("a new accessory shows which one it is before it is chosen", **{**SETTINGS, "air": BLUETOOTH + AIR + LAMP})
def shows_itself(world, browser):
    with HandOver(world):
        looks(world, browser)
        lamp = ".newcomer[data-item='bluetooth-02:00:00:00:02:06']"
        browser.see(lamp, "Kitchen Lamp", "Which one is it?")
        browser.click(f"{lamp} .which-one .small")
        browser.see(lamp, "shows itself now")
        expect(not world.control("ListAccess")["records"], "there is a record")
        shown = browser.js("return [...document.querySelectorAll('.which-one')].filter((one) => one.checkVisibility()).length")
        expect(shown == 1, f"{shown} accessories have the button")


@scenario("a reload and a second window show the addition, and either one cancels it", **SETTINGS)
def survives(world, browser):
    with HandOver(world) as program:
        looks(world, browser)
        begins(browser)
        agrees(browser)
        program.orders.get(timeout=15)
        program.report({"step": "handingOver", "protection": "clear-text"})
        browser.see("[data-step=handingOver][data-state=now]")
        browser.driver.refresh()
        browser.see("[data-step=handingOver][data-state=now]")
        browser.click("#to-accessories")
        browser.see("[data-banner=adding]", SHELLY)
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.open(f"{world.picker.origin}/#add")
        browser.see("[data-step=handingOver][data-state=now]")
        browser.click("#add-cancel")
        browser.see(newcomer(SHELLY))
        world.until_free()
        # The network was on its way, so the accessory may come home.
        expect(world.control("ListAccess")["records"], "there is no record")
        browser.driver.close()
        browser.driver.switch_to.window(first)
        browser.miss("[data-banner=adding]")


@scenario("a hotspot with a passphrase, a code and another network is added over the keyboard", **SETTINGS)
def secrets(world, browser):
    with HandOver(world) as program:
        looks(world, browser)
        begins(browser, ESPRESSIF)
        expect("#add-passphrase" in browser.focus(), f"the focus is at {browser.focus()}")
        browser.press("short", Keys.ENTER)
        browser.see("#add-complaint", "8 to 63 characters")
        browser.replace("sensor-0042")
        browser.tab_to("#add-proof")
        browser.press("k7qm2vxd")
        browser.tab_to("#add-other summary")
        browser.press(Keys.ENTER)
        browser.tab_to("#add-network")
        browser.press("HomeNet", Keys.ENTER)
        order = program.orders.get(timeout=15)
        expect(order["provision"]["secret"] == "k7qm2vxd", "the program got another code")
        page = browser.driver.page_source
        for secret in ("sensor-0042", "k7qm2vxd", "correct horse"):
            expect(secret not in page, f"the page has {secret}")
        program.end("wrongProof")
        browser.see(".finished.failure", "refused the code", "label")
        browser.click("#add-again")
        browser.see("#add-form", ESPRESSIF)
        expect(browser.js("return document.querySelector('#add-proof').value") == "", "the code came back")
        browser.press(Keys.ESCAPE)
        browser.see(newcomer(ESPRESSIF))


@scenario("a code that an impostor finds by trying is taken once the person agrees", **SETTINGS)
def guessed(world, browser):
    with HandOver(world) as program:
        looks(world, browser)
        begins(browser, ESPRESSIF)
        expect(not browser.js("return document.querySelector('#add-consent')"), "consent is asked for at once")
        for wasAsked in (False, True):
            expect("#add-passphrase" in browser.focus(), f"the focus is at {browser.focus()}")
            browser.press("sensor-0042")
            browser.tab_to("#add-proof")
            browser.press("abcd1234")
            if wasAsked:
                browser.see("label.consent", "imitates")
                browser.click("#add-yes")
                browser.see("#add-complaint", "consent")
                browser.click("#add-consent")
            browser.click("#add-yes")
            order = program.orders.get(timeout=15)
            least = order["provision"]["leastProtection"]
            expect((least == "clear-text") == wasAsked, f"the least protection is {least}")
            if not wasAsked:
                program.end("refused", reason="it would be found", kind="credentialsUnprotected")
                browser.see(".finished.failure", "by trying")
                browser.click("#add-again")
                browser.see("#add-form", ESPRESSIF)
        program.end("unknown")
        browser.see(".finished.success")


@scenario("what hinders the agent is shown with the cure, and can be tried again", **SETTINGS)
def refused(world, browser):
    # Nothing listens at the provision socket.
    looks(world, browser)
    begins(browser)
    agrees(browser)
    browser.see(".finished.failure", "did not take the network", "accessory-provision.socket")
    with HandOver(world) as program:
        browser.click("#add-again")
        agrees(browser)
        program.orders.get(timeout=15)
        # Its word leads nowhere: the network shows it at another address.
        program.end("unknown", address="192.168.1.99", page="http://192.168.1.99/")
        browser.see(".finished.success", "is on your network", "192.168.1.20")
        browser.miss("#add-page")
        browser.click("#add-more")
        browser.see(newcomer(SHELLY))
