# SPDX-License-Identifier: Apache-2.0
"""The list of apps' accessories, and changes to it."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import picture
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


def gives_picture(world, browser, place, content):
    """Chooses this file as the picture of the accessory at that place."""
    file = world.folder / "own.png"
    file.write_bytes(content)
    browser.driver.find_element(By.CSS_SELECTOR, f"{place} input[type=file]").send_keys(str(file))


def sees_picture(browser, place):
    """Waits until the picture is shown there, and returns its size and three colours of its middle row."""
    return browser.until(f"a picture is shown at {place}", """
        const image = document.querySelector(arguments[0] + " .picture img");
        if (!image?.checkVisibility() || !image.complete || !image.naturalWidth) return null;
        const { naturalWidth: width, naturalHeight: height } = image;
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const row = context.getImageData(0, height / 2, width, 1).data;
        return [width, height, ...[2, width / 2, width - 3].map((left) => [...row.slice(4 * left, 4 * left + 4)])];""", place)


# Wider than high, and transparent except for its middle.
WIDE = picture.png(600, 400, lambda x, y: (200, 30, 40, 255) if 100 <= x < 500 else (0, 0, 0, 0))


@scenario("an accessory gets a picture of its own, which a reload shows, and loses it again")
def pictured(world, browser):
    porch(world, browser)
    browser.miss(".picture-remove")
    gives_picture(world, browser, ".device", b"\x89PNG\r\n\x1a\n and nothing more")
    browser.see(".device .complaint", "This picture cannot be read")
    gives_picture(world, browser, ".device", WIDE)
    width, height, *colours = sees_picture(browser, ".device")
    expect((width, height) == (256, 256), f"the picture has {width} by {height} pixels")
    expect(all(colour == [200, 30, 40, 255] for colour in colours), f"its middle is not cut out: {colours}")
    browser.miss(".device .complaint")
    expect("picture-choose" in browser.focus(), f"the focus is at {browser.focus()}")
    browser.until("a screen reader announces it", """
        return document.querySelector("#live").textContent === "Porch has this picture now.";""")
    browser.driver.refresh()
    expect(sees_picture(browser, ".device")[:2] == [256, 256], "the reload shows another picture")
    device, = world.control("ListAccessories")["accessories"]
    expect(device["hasOwnImage"] and device["accessory"]["image"].startswith("image:"), f"the agent has {device}")
    browser.click(".picture-remove")
    browser.miss(".picture-remove")
    browser.see(".device .letter")
    expect("picture-choose" in browser.focus(), f"the focus is at {browser.focus()}")
    device, = world.control("ListAccessories")["accessories"]
    expect(not device.get("hasOwnImage") and not device["accessory"].get("image"), f"the agent has {device}")


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


@scenario("the list shows which app is connected to what, and which others can use the connection")
def connected(world, browser):
    porch(world, browser)
    browser.miss(".app-joined")
    world.start_ctl("hotspot", "join", "--app", CAMERA, "--ssid", "MyCam-0001", "--", "sleep", "600")
    # A simulated air has no kernel that keeps other programs out.
    browser.see(f"[data-app='{CAMERA}'] .app-joined", "Connected now. Every program on the same machine")
    browser.miss(f"[data-app='{GALLERY}'] .app-joined")
    world.ctl("hotspot", "leave", "--app", CAMERA)
    browser.miss(".app-joined")


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
    (world.folder / "terrace.png").write_bytes(WIDE)
    world.ctl("accessory", "picture", identifier, str(world.folder / "terrace.png"))
    expect(sees_picture(browser, ".device")[:2] == [600, 400], "another picture is shown")
    world.ctl("accessory", "picture", identifier, "--none")
    browser.see(".device .letter")
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
