# SPDX-License-Identifier: Apache-2.0
"""The list of apps' accessories, and changes to it."""

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from world import CAMERA, GALLERY, camera


def state(world, app):
    """The state of that app's only record at the agent."""
    record, = world.control("ListAccess", app=app)["records"]
    return record["accessory"]["state"]


def porch(world, browser):
    """One accessory that two apps have, on the page's second view."""
    identifier = world.grant("MyCam-0001", "Porch")
    world.grant("MyCam-0001", "Porch", app=GALLERY)
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see(".device", "Porch", "MyCam-0001", "Wi-Fi", "Camera", "Gallery")
    return identifier


@scenario("the list has every accessory with its apps, and a notice when there is none")
def listed(world, browser):
    browser.enter(world.picker.link).click("#to-accessories")
    browser.see("#no-accessories", "No accessories yet")
    world.grant("MyCam-0001", "Porch")
    world.grant("MyCam-0042", "Gate", app=GALLERY)
    browser.see(".device", "Porch", "MyCam-0001", "Camera")
    browser.see(".device", "Gate", "MyCam-0042", "Gallery")
    browser.miss("#no-accessories")
    browser.driver.refresh()
    browser.see(".device", "Porch")


@scenario("an accessory is renamed in the list, or not")
def renamed(world, browser):
    porch(world, browser)
    browser.click(".rename-open")
    expect(browser.js("return document.activeElement.value") == "Porch", f"the focus is at {browser.focus()}")
    browser.press("x", Keys.ESCAPE)
    browser.see(".name", "Porch")
    browser.click(".rename-open")
    browser.replace("Back door" + Keys.ENTER)
    browser.see(".device .name", "Back door")
    browser.miss(".rename")
    expect("rename-open" in browser.focus(), f"the focus is at {browser.focus()}")
    expect("Back door" in world.ctl("accessory", "list"), "the agent has another name")
    browser.until("a screen reader announces it", """
        return document.querySelector("#live").textContent.includes("Back door");""")


@scenario("one app's access is switched off and on, and the other's stays")
def switched(world, browser):
    porch(world, browser)
    of_camera = f"[data-app='{CAMERA}'] .switch"
    for checked, agents, text in (("false", "unauthorized", "Switched off"), ("true", "authorized", "May use it")):
        browser.click(of_camera)
        browser.see(f"{of_camera}[aria-checked={checked}]")
        browser.see(f"[data-app='{CAMERA}']", text)
        expect(state(world, CAMERA) == agents, f"the agent reports {state(world, CAMERA)}")
        expect(state(world, GALLERY) == "authorized", "the other app's was switched, too")
    browser.tab_to(of_camera)
    browser.press(Keys.SPACE)
    browser.see(f"{of_camera}[aria-checked=false]")


@scenario("forgetting asks first, and then every app has lost it")
def forgotten(world, browser):
    porch(world, browser)
    browser.click(".forget")
    browser.see("#forget-dialog", "Forget Porch?", "Every app loses it")
    expect(browser.js("return document.activeElement.id") == "forget-no", f"the focus is at {browser.focus()}")
    browser.press(Keys.ESCAPE)
    browser.miss("#forget-dialog")
    expect(state(world, CAMERA) == "authorized", "it is forgotten without a yes")
    browser.click(".forget")
    browser.click("#forget-yes")
    browser.miss(".device")
    browser.see("#no-accessories")
    for app in (CAMERA, GALLERY):
        expect(not world.control("ListAccess", app=app)["records"], f"{app} still has it")


@scenario("what another tool changes is seen at once")
def live(world, browser):
    identifier = porch(world, browser)
    browser.js("window.mark = true")
    world.ctl("accessory", "rename", identifier, "Terrace")
    browser.see(".device .name", "Terrace")
    world.ctl("access", "deny", "--app", GALLERY, "--ssid", "MyCam-0001")
    browser.see(f"[data-app='{GALLERY}'] .switch[aria-checked=false]")
    world.ctl("access", "revoke", "--app", GALLERY, "--ssid", "MyCam-0001")
    browser.miss(f"[data-app='{GALLERY}']")
    world.ctl("accessory", "remove", identifier)
    browser.see("#no-accessories")
    expect(browser.js("return window.mark"), "the page was loaded again")


@scenario("an app that asks while the list is shown is announced above it")
def asks_meanwhile(world, browser):
    porch(world, browser)
    world.app().show(camera())
    browser.see("[data-banner=asks]", "Camera asks for an accessory")
    browser.see(".device", "Porch")
    browser.click("#banner-show")
    browser.see(".card", "MyCam-0107")
    browser.miss("#banner")
