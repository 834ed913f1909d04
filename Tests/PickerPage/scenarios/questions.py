# SPDX-License-Identifier: Apache-2.0
"""The questions of a set-up."""

from selenium.webdriver.common.keys import Keys

import picture
from report import expect
from scenario import scenario
from scenarios.choosing import card, fails
from world import GALLERY, camera


def chooses(browser, ssid="MyCam-0001"):
    browser.click(f"{card(ssid)} .choose")


@scenario("the person names the accessory, and the app and the list have that name")
def rename(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera(setupOptions=["rename"]))
    chooses(browser)
    browser.see("[data-question=name] #heading", "What should it be called?")
    expect(browser.js("const field = document.activeElement; return [field.id, field.value]") == ["answer", "Garden camera"],
           "its name is not there to be changed")
    browser.replace("By the <gate>" + Keys.ENTER)
    expect(shown.receive()["accessory"]["displayName"] == "By the <gate>", "the app has another name")
    browser.click("#to-accessories")
    browser.see(".device .name", "By the <gate>")


@scenario("a name that is not given stays as it was; a name that is none is refused where it is typed",
          complains="409 \\(Conflict\\)")
def keeps_name(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(camera(setupOptions=["rename"]))
    chooses(browser)
    browser.see("[data-question=name] #decline", "Keep “Garden camera”")
    browser.click("#decline")
    expect(shown.receive()["accessory"]["displayName"] == "Garden camera", "it has another name")
    browser.click("#close")
    shown = app.begin("RenameAccessory", accessory=app.call("ListAccessories")["accessories"][0]["id"])
    browser.see("[data-question=name]")
    # A name has 255 bytes at most, and each of these has three.
    browser.replace("€" * 100 + Keys.ENTER)
    browser.see("#question-error", "255")
    browser.replace("Shed" + Keys.ENTER)
    expect(shown.receive()["accessory"]["displayName"] == "Shed", "it has another name")


MIGRATIONS = [
    {"name": "Attic camera", "ssid": "MyCam-0900", "image": picture.disc(90, 60)},
    {"name": "Cellar sensor", "bluetoothAddress": "02:00:00:00:09:01"},
]


@scenario("what an app had before is listed, and allowed or not")
def migration(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(migrations=MIGRATIONS)
    browser.see("[data-question=migration] #heading", "Camera used these before")
    browser.see("#migrations", "Attic camera", "MyCam-0900", "Cellar sensor", "Bluetooth")
    browser.click("#decline")
    expect(fails(shown) == "UserCancelled", "the app gets another error")
    expect(not app.call("ListAccessories")["accessories"], "something was migrated")
    shown = app.show(migrations=MIGRATIONS)
    browser.see("[data-question=migration]")
    browser.click("#accept")
    migrated = {each["displayName"] for each in shown.receive()["migrated"]}
    expect(migrated == {"Attic camera", "Cellar sensor"}, f"{migrated} were migrated")
    browser.see("#heading", "Done")


@scenario("an app that would have more of its accessory is answered by the person, who sees what it asks for")
def authorization(world, browser):
    identifier = world.grant("MyCam-0001", "Porch")
    browser.enter(world.picker.link)
    app = world.app()
    wider = {"accessory": identifier, "descriptor": {"ssid": "MyCam-0001", "bluetoothServiceUUID": "180D"}}
    asked = app.begin("UpdateAuthorization", **wider)
    browser.see("[data-question=authorization] #heading", "Allow Camera more access to Porch?")
    scope = browser.see("#scope")
    expect("MyCam-0001" in scope and "Bluetooth" in scope, f"what it asks for is '{scope}'")
    browser.click("#decline")
    expect(fails(asked) == "UserCancelled", "the app gets another error")
    asked = app.begin("UpdateAuthorization", **wider)
    browser.see("[data-question=authorization]")
    browser.click("#accept")
    expect(asked.receive()["accessory"]["id"] == identifier, "another accessory was widened")


@scenario("the app confirms that the choice is the right one, and the page waits for that")
def two_phases(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    for method, heading in (
            ("FailAuthorization", "The connection was lost"), ("FinishAuthorization", "Garden camera is ready")):
        shown = app.show(camera(setupOptions=["confirmAuthorization"]))
        chooses(browser)
        identifier = app.until("accessoryChanged")["accessory"]["id"]
        browser.see("#heading", "Setting up Garden camera")
        app.call(method, accessory=identifier)
        if method == "FinishAuthorization":
            shown.receive()
        else:
            fails(shown)
        browser.see("#heading", heading)
        browser.click("#close")


@scenario("an accessory that another app has is offered to be shared, under the name that it has")
def sharing(world, browser):
    world.grant("MyCam-0001", "Porch", app=GALLERY)
    browser.enter(world.picker.link)
    shown = world.app().show(camera())
    browser.see(card("MyCam-0001"), "Porch", "Shared with other apps")
    browser.see("[data-note=shared]", "keeps its name and its picture")
    expect("Shared" not in browser.see(card("MyCam-0107")), "what nobody has is called shared")
    expect(browser.see(f"{card('MyCam-0001')} .choose") == "Share", "it is joined, not shared")
    chooses(browser)
    browser.see("#heading", "Porch is shared")
    expect(shown.receive()["accessory"]["displayName"] == "Porch", "it has another name")
    browser.click("#to-accessories")
    browser.see(".device", "Porch", "Gallery", "Camera")
