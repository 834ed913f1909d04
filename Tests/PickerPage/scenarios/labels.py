# SPDX-License-Identifier: Apache-2.0
"""The label of a new accessory: typed, in a picture, or before the camera."""

import struct
import zlib

import picture
from report import expect
from scenario import scenario
from scenarios.adding import ESPRESSIF, SETTINGS, HandOver, looks
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LABEL = '{"ver":"v1","name":"PROV_C049EF","pop":"k7qm2vxd","transport":"softap","password":"sensor-0042"}'
STRANGER = LABEL.replace("C049EF", "000000")
BULB = "MT:Y.K9042C00KA0648G00"


# A device with the name on a label that checks no secret of it: Improv, ready for a network.
POSER = """
[Device poser]
Address=24:0A:C4:0A:0B:0C
Name=PROV_0A0B0C
ServiceData=4677:020000000000
"""
POSED = '{"ver":"v1","name":"PROV_0A0B0C","pop":"k7qm2vxd","transport":"ble"}'


def opens(world, browser):
    """At the fields for a label."""
    looks(world, browser)
    browser.click("#label-box summary")
    browser.see("#label-file")


def uploads(world, browser, content, name="label.png"):
    file = world.folder / name
    file.write_bytes(content)
    browser.driver.find_element(By.ID, "label-file").send_keys(str(file))


def is_labelled(browser, program):
    """The form for the sensor asks for nothing that its label has, and the program gets it."""
    browser.see("#add-form #add-label", "need not be typed")
    browser.miss("#add-passphrase")
    browser.miss("#add-proof")
    page = browser.driver.page_source
    for secret in ("sensor-0042", "k7qm2vxd"):
        expect(secret not in page, f"the page has {secret}")
    browser.click("#add-yes")
    order = program.orders.get(timeout=15)
    expect(order["provision"]["secret"] == "k7qm2vxd", "the program got another code")
    program.end("onNetwork")
    browser.see(".finished.success", ESPRESSIF)


@scenario("a label's code finds its accessory, and its secrets need not be typed", complains="409", **SETTINGS)
def typed(world, browser):
    with HandOver(world) as program:
        opens(world, browser)
        browser.click("#label-text")
        browser.press("no label", Keys.ENTER)
        browser.see("#label-complaint", "This is no label")
        browser.replace(BULB + Keys.ENTER)
        browser.see("#label-complaint", "Matter")
        browser.replace(STRANGER + Keys.ENTER)
        browser.see("#label-status", "not in range yet")
        browser.click("#label-text")
        browser.press(LABEL, Keys.ENTER)
        is_labelled(browser, program)


@scenario("a device that has a label's name, and checks no secret of it, is not taken for the label's",
          **{**SETTINGS, "air": SETTINGS["air"] + POSER})
def posed(world, browser):
    opens(world, browser)
    poser = ".newcomer[data-item^='bluetooth-']"
    browser.see(poser, "PROV_0A0B0C", "Improv")
    browser.click("#label-text")
    browser.press(POSED, Keys.ENTER)
    browser.see("#label-status", "not in range yet")
    browser.miss("#add-form")
    # A person who takes it from the list gives it nothing of the label.
    browser.click(f"{poser} button")
    browser.see("#add-form", "Improv")
    browser.miss("#add-label")


@scenario("the picture of a label finds its accessory, and its secrets need not be typed", **SETTINGS)
def uploaded(world, browser):
    with HandOver(world) as program:
        opens(world, browser)
        uploads(world, browser, picture.grey(picture.codes(STRANGER)))
        browser.see("#label-status", "not in range yet")
        uploads(world, browser, picture.grey(picture.codes(LABEL)))
        is_labelled(browser, program)


@scenario("a large picture of a label is made smaller in the browser", **SETTINGS)
def shrunk(world, browser):
    with HandOver(world) as program:
        opens(world, browser)
        browser.js("""
            const { fetch } = window;
            window.sent = [];
            window.fetch = (url, options) => { if (url === "/picture") sent.push([options.body.type, options.body.size]); return fetch(url, options); };""")
        uploads(world, browser, picture.grey(picture.codes(LABEL, scale=48)))
        is_labelled(browser, program)
        sent = browser.js("return sent")
        expect(len(sent) == 1 and sent[0][0] == "image/jpeg" and sent[0][1] < 2 << 20, f"the page sent {sent}")


@scenario("a picture that gives no label is refused with the reason", complains="409", **SETTINGS)
def refused(world, browser):
    opens(world, browser)
    # What the last label's refusal names must have been heard.
    browser.see("#add-others", "Desk Bulb", "Matter controller")
    huge = struct.pack(">IIBBBBB", 65000, 65000, 8, 0, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + huge + struct.pack(">I", zlib.crc32(b"IHDR" + huge))
    for content, words in (
            (b"push graphic-context image Over 0,0 0,0 'https://example.org/'", "no picture in PNG or JPEG"),
            (b"\xff\xd8\xff\xe0 no picture", "cannot be read"),
            (bomb, "picture"),
            (picture.grey([b"\xff" * 200] * 200), "no QR code in this picture"),
            (picture.grey(picture.codes(LABEL, STRANGER)), "several labels"),
            (picture.grey(picture.codes("https://example.org/")), "no label that is known"),
            (picture.grey(picture.codes("X-HM://0071THAXQHSPN")), "HomeKit"),
            (picture.grey(picture.codes(BULB)), "“Desk Bulb” (vendor FFF1, product 8000), a Matter accessory in range")):
        uploads(world, browser, content)
        browser.see("#label-complaint", words)
        browser.until("the next picture can be chosen", "return !document.querySelector('#label-file').disabled")


@scenario("the camera reads a label, and is off afterwards", complains="409", **SETTINGS)
def photographed(world, browser):
    tracks = "return document.querySelector('#label-video')?.srcObject?.getTracks().map((one) => one.readyState)"
    with HandOver(world) as program:
        opens(world, browser)
        browser.click("#label-camera")
        browser.see("#label-video")
        browser.until("the camera has the focus on its button", "return document.activeElement.id === 'label-shot'")
        browser.click("#label-shot")
        browser.see("#label-complaint", "no QR code")
        browser.js("window.track = document.querySelector('#label-video').srcObject.getTracks()[0]")
        browser.click("#label-camera-off")
        browser.miss("#label-video")
        expect(browser.js("return track.readyState") == "ended", "the camera is still on")
        code = picture.codes(LABEL, scale=6)
        # Chromium wants an even number of rows and columns.
        width, height = len(code[0]) // 2 * 2, len(code) // 2 * 2
        browser.point_camera(b"".join(row[:width] for row in code[:height]), width, height)
        browser.click("#label-camera")
        browser.see("#label-video")
        browser.until("the camera has a picture", "return document.querySelector('#label-video').videoWidth > 0")
        browser.js("window.track = document.querySelector('#label-video').srcObject.getTracks()[0]")
        browser.click("#label-shot")
        is_labelled(browser, program)
        expect(browser.js("return track.readyState") == "ended", f"the camera is still on: {browser.js(tracks)}")


@scenario("the camera's first picture moves no button from below the finger", **SETTINGS)
def still(world, browser):
    place = "return document.querySelector('#label-camera-off').getBoundingClientRect().top"
    opens(world, browser)
    # A camera that gives its first picture when it is told to, and one that is higher than wide.
    browser.js("""
        const paper = Object.assign(document.createElement("canvas"), { width: 360, height: 640 });
        paper.getContext("2d");
        const stream = paper.captureStream(0);
        navigator.mediaDevices.getUserMedia = async () => stream;
        window.shine = () => { paper.getContext("2d").fillRect(0, 0, 9, 9); stream.getTracks()[0].requestFrame(); };""")
    browser.click("#label-camera")
    browser.see("#label-video")
    before = browser.js(place)
    browser.until("the camera has a picture", "shine(); return document.querySelector('#label-video').videoWidth > 0")
    expect(browser.js(place) == before, f"the button moves from {before} to {browser.js(place)}")


KEY = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="
EASY_CONNECT = f"DPP:C:81/6;M:02aabbccddee;I:Hall Lamp;K:{KEY};;"
ENROLLEE = f"""
[Enrollee lamp]
Label={EASY_CONNECT}
Answer=joins
HomeAddress=192.168.1.22
HomeTime=1s
"""


@scenario("a label of Wi-Fi Easy Connect adds its accessory, which has no hotspot",
          **{**SETTINGS, "air": SETTINGS["air"] + ENROLLEE})
def called(world, browser):
    with HandOver(world):
        opens(world, browser)
        browser.click("#label-text")
        browser.press(EASY_CONNECT.replace("lkIA=", "lkIQ="), Keys.ENTER)
        browser.see("#add-form", "Hall Lamp", "Easy Connect")
        browser.click("#add-yes")
        # It takes three calls and answers none.
        browser.see(".finished.failure", "refused", "another accessory’s", seconds=60)
        browser.click("#add-close")
        browser.click("#to-add")
        browser.click("#label-box summary")
        browser.click("#label-text")
        browser.press(EASY_CONNECT, Keys.ENTER)
        browser.see("#add-form", "Hall Lamp")
        for field in ("#add-passphrase", "#add-proof", "#add-consent"):
            browser.miss(field)
        browser.click("#add-yes")
        browser.see(".finished.success", "Hall Lamp", "is on your network")
        expect("correct horse" not in browser.driver.page_source, "the page has the passphrase")
        expect(not world.control("ListAccess")["records"], "there is a record")
        expect(world.control("GetStatus")["leases"] == [], "a hotspot was joined")
