# SPDX-License-Identifier: Apache-2.0
"""Twins: networks with an accessory's SSID and BSSID, and less security."""

from selenium.webdriver.common.keys import Keys

from browser import Browser
from report import expect
from scenario import scenario
from scenarios.choosing import PASSPHRASE, fails
from scenarios.languages import texts
from world import CAMERA, camera

GENUINE = "Security=wpa2\nPassphrase=camera-0042\n"
# 32 bytes, which a page that takes text for HTML would run.
HOSTILE = "<img src=x onerror=window.bad=1>"


def records(world):
    return world.control("ListAccess", app=CAMERA)["records"]


def uplink(world):
    return world.control("GetStatus")["adapters"][0]["detail"]


def granted(world, browser, ssid="MyCam-0042"):
    """A person chooses it with its passphrase; then its place on the air is taken by one that is open."""
    app = world.app()
    shown = app.show(camera(ssid))
    browser.click(".card .passphrase")
    browser.press(PASSPHRASE, Keys.ENTER)
    expect(shown.receive()["link"]["security"] == "wpa2", "it was not secured in the first place")
    browser.click("#close")
    app.call("LeaveHotspot")
    app.close()
    world.until_free()
    record, = records(world)
    expect(record["security"] == "wpa2", f"the record remembers {record['security']}")
    world.change_air((GENUINE, ""))
    browser.miss("[data-banner=away]")
    browser.mode("waiting")
    return record


def asks(world, browser, ssid="MyCam-0042"):
    """The person chooses the network that is there now, and is asked."""
    shown = world.app().show(camera(ssid))
    browser.see(".card", "Open" if browser.js("return document.documentElement.lang") == "en" else "Offen")
    browser.click(".card .choose")
    browser.see("[data-question=security]")
    return shown


@scenario("an open twin of a secured accessory is not joined when the person refuses, and the record stays as it was")
def refused(world, browser):
    browser.enter(world.picker.link)
    record = granted(world, browser)
    shown = asks(world, browser)
    browser.see("[data-question=security] #heading", "Garden camera is not secured as before")
    browser.see("#question-text", "another device poses as it", "Accept it as new only if you changed it.")
    browser.see("#change", "Expected at least", "WPA2", "Now", "Open")
    browser.see("#heard", "MyCam-0042")
    browser.see("#accept", "Accept as new")
    browser.see("#decline", "Don’t join")
    expect(uplink(world) == "HomeNet" and not world.control("GetStatus")["leases"], "it was joined before anybody accepted")
    # The safe answer is the one that a hurried person finds.
    expect(browser.js("return document.querySelector('#decline').matches('.primary')"), "the dangerous one stands out")
    browser.press(Keys.ENTER)
    browser.see("[data-question=security]")
    browser.click("#decline")
    browser.see("#heading", "The network is not secured as before")
    browser.see("#reason", "MyCam-0042", "WPA2 or better was expected, and it is Open")
    expect(fails(shown) == "SecurityChanged", "the app gets another error")
    expect(records(world) == [record], "the record changed")
    expect(uplink(world) == "HomeNet", f"this machine is on {uplink(world)}")
    browser.click("#close")
    # Nor is it when the person leaves in another way.
    shown = asks(world, browser)
    browser.press(Keys.ESCAPE)
    expect(fails(shown) in ("SecurityChanged", "UserCancelled"), "the app gets another error")
    expect(records(world) == [record] and uplink(world) == "HomeNet", "the record or the network changed")


@scenario("an open twin of a secured accessory is joined when the person accepts it as new, and the record shows it")
def accepted(world, browser):
    browser.enter(world.picker.link)
    record = granted(world, browser)
    shown = asks(world, browser)
    browser.tab_to("#accept")
    browser.press(Keys.ENTER)
    reply = shown.receive()
    expect(reply["link"]["security"] == "open" and reply["accessory"]["ssid"] == "MyCam-0042", f"{reply}")
    browser.see("#heading", "Garden camera", "is ready")
    new, = records(world)
    expect(new["security"] == "open" and new["accessory"]["id"] == record["accessory"]["id"], f"the record is {new}")
    why = [entry["why"] for entry in world.control("ListHistory")["entries"]]
    expect(any("accepted as new: open" in each for each in why), f"the history has {why}")


@scenario("who reads German is asked in German whether to accept a twin")
def german(world, _):
    words = texts("de")
    with Browser("de-AT,de") as browser:
        browser.enter(world.picker.link)
        granted(world, browser)
        shown = asks(world, browser)
        browser.see("#heading", "Garden camera ist nicht mehr so gesichert wie zuvor")
        browser.see("#question-text", words["ask.security.text"])
        browser.see("#change", "WPA2", "Offen")
        browser.see("#accept", "Als neu annehmen")
        browser.see("#decline", "Nicht verbinden")
        browser.click("#decline")
        browser.see("#heading", "Das Netz ist nicht mehr so gesichert wie zuvor")
        expect(fails(shown) == "SecurityChanged", "the app gets another error")


@scenario("the name of a twin is text on the page, whatever it is made of", air=f"""
[AccessPoint hostile]
SSID={HOSTILE}
BSSID=02:00:00:00:06:66
{GENUINE}""")
def hostile(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera(HOSTILE))
    browser.see(".card", HOSTILE)
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")
    granted(world, browser, HOSTILE)
    shown = asks(world, browser, HOSTILE)
    browser.see("#heard", HOSTILE)
    browser.click("#decline")
    browser.see("#reason", HOSTILE)
    fails(shown)
    expect(browser.js("return window.bad === undefined && !document.querySelector('img[src=x]')"), "the name was run")
