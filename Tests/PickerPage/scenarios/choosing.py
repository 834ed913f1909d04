# SPDX-License-Identifier: Apache-2.0
"""Cards, and choosing one."""

import json
import time

from selenium.webdriver.common.keys import Keys

import picture
from report import expect
from scenario import scenario
from varlink import AgentError
from world import camera

PASSPHRASE = "camera-0042"


def card(ssid):
    return f".card[data-ssid='{ssid}']"


def go_to(browser, ssid):
    """By the arrow beside the row."""
    for _ in browser.cards():
        if browser.js("return document.querySelector(arguments[0]).hasAttribute('aria-current')", card(ssid)):
            return
        browser.click("#next")
    browser.see(f"{card(ssid)}[aria-current]")


def fails(connection):
    """The name of the error that a call ends with."""
    try:
        reply = connection.receive()
    except AgentError as error:
        return error.name
    expect(False, f"it succeeded: {reply}")


@scenario("what an app asks for appears without loading the page again, and its title names the app")
def appears(world, browser):
    browser.enter(world.picker.link).js("window.mark = true")
    browser.see("#heading", "Waiting for an app")
    app = world.app()
    app.show(camera())
    browser.see("#heading", "Camera asks for an accessory")
    browser.see("#found", "3 accessories found")
    expect(browser.driver.title == "Camera asks for an accessory", browser.driver.title)
    expect(sorted(browser.cards()) == ["MyCam-0001", "MyCam-0042", "MyCam-0107"], f"{browser.cards()}")
    expect(browser.js("return window.mark"), "the page was loaded again")
    app.until("pickerDidPresent")


@scenario("each card has the app's name, the network's, the signal, the security and what it cuts")
def facts(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera(), {"name": "The one by the door", "descriptor": {"ssid": "MyCam-0042"}})
    first = browser.see(card("MyCam-0001"), "Garden camera", "MyCam-0001", "Open")
    expect("Passphrase" not in first, first)
    # A warning stands once, however many cards it is about.
    browser.see("[data-note=cuts]", "HomeNet", "Camera")
    browser.see("[data-note=open]", "no passphrase")
    cuts = browser.js("return document.querySelector('#picker').innerText.split('HomeNet').length - 1")
    expect(cuts == 1, f"the cut connection is named {cuts} times")
    # Of two matching items the one with the network's name counts.
    browser.see(card("MyCam-0042"), "The one by the door", "MyCam-0042", "WPA2", "Passphrase")
    browser.until("a strong signal has four bars, a weak one two", """
        const bars = (ssid) => document.querySelector(`.card[data-ssid='${ssid}'] .bars`).dataset.bars;
        return bars("MyCam-0001") === "4" && bars("MyCam-0107") === "2";""")


@scenario("a network that comes gets a card behind the others; one that goes stays, cannot be chosen, and comes back",
          air="""
[AccessPoint late]
SSID=MyCam-0200
BSSID=02:00:00:00:02:00
Signal=100
Appears=4s
TimesFrom=look

[AccessPoint restless]
SSID=MyCam-0300
BSSID=02:00:00:00:03:00
Signal=20
Goes=5s
Returns=7s
TimesFrom=look
""")
def comes_and_goes(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    gone = f"{card('MyCam-0300')}[data-gone]"
    browser.see(gone, "Out of range")
    expect(browser.js("return document.querySelector(arguments[0] + ' .choose').disabled", gone), "it can be chosen")
    opacity, = browser.style(f"{gone} .picture", "opacity")
    expect(float(opacity) < 1, "it looks as the others do")
    browser.see(f"{card('MyCam-0300')}:not([data-gone])")
    expect(browser.js("return !document.querySelector(arguments[0]).disabled", f"{card('MyCam-0300')} .choose"),
           "it cannot be chosen again")
    history = [json.loads(entry["text"]) for entry in browser.js("return history_")]
    names = [[name for name, _ in cards] for cards in history]
    first = next(cards for cards in names if len(cards) == 4)
    expect("MyCam-0200" not in first, "this machine is too slow: what comes after 4 s was there from the start")
    for cards in names[names.index(first):]:
        expect(cards[:4] == first, f"the order changed: {names}")
    expect(names[-1] == [*first, "MyCam-0200"], f"the new one is not the last: {names}")
    go_to(browser, "MyCam-0300")
    browser.click(f"{card('MyCam-0300')} .choose")
    browser.see("#heading", "Garden camera", "is ready")


@scenario("a picture stands in its box of 180 by 120, whole and transparent; without one there is a letter")
def pictures(world, browser):
    browser.enter(world.picker.link)
    world.app().show(
        camera("MyCam-0001", image=picture.disc(100, 200)), camera("MyCam-0042", image=picture.disc(720, 240)),
        {"name": "öse", "descriptor": {"ssid": "MyCam-0107"}})
    for ssid, width, height in (("MyCam-0001", 100, 200), ("MyCam-0042", 720, 240)):
        found = browser.until(f"{ssid} has its picture", """
            const image = document.querySelector(arguments[0] + " .picture img");
            if (!image?.complete || !image.naturalWidth || image.hidden) return null;
            const { naturalWidth: width, naturalHeight: height } = image;
            const canvas = Object.assign(document.createElement("canvas"), { width, height });
            const drawing = canvas.getContext("2d", { willReadFrequently: true });
            drawing.drawImage(image, 0, 0);
            const alpha = (x, y) => drawing.getImageData(x, y, 1, 1).data[3];
            const style = getComputedStyle(image);
            const backgrounds = [image, image.parentElement].map((node) => getComputedStyle(node).backgroundColor);
            return {
              natural: [width, height],
              box: [image.parentElement, image].flatMap((node) => [node.offsetWidth, node.offsetHeight]),
              fit: style.objectFit, corner: alpha(0, 0), middle: alpha(canvas.width / 2, canvas.height / 2), backgrounds,
            };""", card(ssid))
        expect(found["natural"] == [width, height], f"{found}")
        expect(found["box"] == [180, 120, 180, 120] and found["fit"] == "contain", f"{found}")
        expect(found["corner"] == 0 and found["middle"] == 255, f"what is transparent does not stay so: {found}")
        expect(set(found["backgrounds"]) == {"rgba(0, 0, 0, 0)"}, f"something is behind the picture: {found}")
    browser.see(f"{card('MyCam-0107')} .letter", "Ö")
    expect(browser.js("return document.querySelector(arguments[0]).hidden", f"{card('MyCam-0107')} img"),
           "a broken picture is shown")


@scenario("the mouse chooses: the card's button joins it, and the app gets it")
def mouse(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(camera())
    browser.click(f"{card('MyCam-0107')} .choose")
    reply = shown.receive()
    expect(reply["accessory"]["ssid"] == "MyCam-0107" and reply["link"]["address"] == "192.168.4.2", f"{reply}")
    app.until("accessoryAdded")
    browser.see("#heading", "Garden camera", "is ready")
    browser.see("#reason", "Camera may use it now")
    browser.click("#close")
    browser.see("#heading", "Waiting for an app")


@scenario("the keyboard alone chooses: Tab to the cards, arrows between them, Enter")
def keyboard(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(camera())
    browser.see("#found", "3 accessories found")
    order = browser.cards()
    browser.tab_to(".card")
    at = "return document.activeElement.dataset.ssid"
    expect(browser.js(at) == order[0], f"Tab leads to {browser.js(at)}, not {order[0]}")
    left, right = Keys.ARROW_LEFT, Keys.ARROW_RIGHT
    for key, place in ((right, 1), (right, 2), (right, 2), (Keys.HOME, 0), (Keys.END, 2), (left, 1)):
        browser.press(key)
        expect(browser.js(at) == order[place], f"{key!r} leads to {browser.js(at)}, not {order[place]}")
        outline, = browser.style(".card:focus", "outline-style")
        expect(outline != "none", "the focus cannot be seen")
    browser.press(Keys.HOME if order[0] == "MyCam-0001" else Keys.END)
    while browser.js(at) != "MyCam-0001":
        browser.press(Keys.ARROW_LEFT)
    browser.press(Keys.ENTER)
    expect(shown.receive()["accessory"]["ssid"] == "MyCam-0001", "another one was chosen")
    browser.mode("finished")
    browser.tab_to("#close")
    browser.press(Keys.ENTER)
    browser.see("#heading", "Waiting for an app")


@scenario("the keyboard alone types a passphrase and joins")
def keyboard_passphrase(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0042"))
    browser.see(".card")
    browser.tab_to(".card .passphrase")
    browser.press("short", Keys.ENTER)
    browser.see(".card .complaint", "8 to 63 characters")
    browser.replace(PASSPHRASE)
    kind = "return document.querySelector('.passphrase').type"
    expect(browser.js(kind) == "password", "the passphrase can be read")
    browser.tab_to(".reveal")
    browser.press(Keys.SPACE)
    expect(browser.js(kind) == "text", "it is not shown when asked for")
    browser.tab_to(".choose")
    browser.press(Keys.ENTER)
    expect(shown.receive()["accessory"]["ssid"] == "MyCam-0042", "another one was chosen")


@scenario("a passphrase that is being typed stays, with the focus, while cards come and change")
def typed_stays(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    app.show(camera(), filterDiscoveryResults=True)
    found = {}
    while len(found) < 3:
        accessory = app.until("accessoryDiscovered")["accessory"]
        found[accessory["ssid"]] = accessory["id"]

    def update(*named):
        app.call("UpdatePicker", items=[{"accessory": found[ssid], "name": name} for ssid, name in named])
    update(("MyCam-0042", "First"))
    browser.see(".card", "First")
    browser.click(".card .passphrase")
    browser.press("camera")
    for number, ssid in enumerate(("MyCam-0001", "MyCam-0107", "MyCam-0042")):
        update((ssid, f"Name {number}"))
        browser.see(".card .name", f"Name {number}")
        browser.press("-")
    typed, focused = browser.js("""
        const field = document.querySelector(arguments[0] + " .passphrase");
        return [field.value, document.activeElement === field];""", card("MyCam-0042"))
    expect(typed == "camera---" and focused, f"'{typed}' is left, and the focus is at {browser.focus()}")


@scenario("a wrong passphrase is asked for again until it is right")
def wrong_passphrase(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0042"))
    browser.click(".passphrase")
    browser.press("not the right one", Keys.ENTER)
    browser.see("[data-question=passphrase] #heading", "Another passphrase for Garden camera")
    first = browser.js("return document.querySelector('[data-question]').dataset.questionId")
    expect(browser.js("return document.activeElement.id") == "answer", f"the focus is at {browser.focus()}")
    browser.press("wrong", Keys.ENTER)
    browser.see("#question-error", "8 to 63 characters")
    browser.press("-again", Keys.ENTER)
    browser.see(f"[data-question=passphrase]:not([data-question-id='{first}'])")
    expect(browser.js("return document.querySelector('#answer').value") == "", "the wrong one is still there")
    browser.press(PASSPHRASE, Keys.ENTER)
    expect(shown.receive()["accessory"]["ssid"] == "MyCam-0042", "another one was joined")
    browser.see("#heading", "Garden camera", "is ready")


@scenario("Escape cancels, and the app gets the person's cancellation")
def escape(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(camera())
    browser.see(".card")
    browser.press(Keys.ESCAPE)
    expect(fails(shown) == "UserCancelled", "the app gets another error")
    browser.see("#heading", "Waiting for an app")
    shown = app.show(camera())
    browser.click("#cancel")
    expect(fails(shown) == "UserCancelled", "the app gets another error")
    # In a field it leaves the field only.
    shown = app.show(camera("MyCam-0042"))
    browser.click(".passphrase")
    browser.press("camera", Keys.ESCAPE)
    expect(browser.js("return document.querySelector('.passphrase').value") == "camera", "what was typed is lost")
    browser.press(Keys.ESCAPE)
    expect(fails(shown) == "UserCancelled", "the app gets another error")


MANY = 30


@scenario(f"{MANY} cards are all there, and each can be reached and chosen", air="\n".join(f"""
[AccessPoint many {number}]
SSID=MyCam-1{number:03}
BSSID=02:00:00:00:05:{number:02x}
Frequency={(2412, 2437, 2462)[number % 3]}
Signal={95 - number}
""" for number in range(MANY - 3)))
def many(world, browser):
    browser.enter(world.picker.link)
    # As after the switch in an earlier request.
    browser.js("localStorage.setItem('matches', 'cards')")
    app = world.app()
    shown = app.show(camera(), filterDiscoveryResults=True)
    items = []
    while len(items) < MANY:
        accessory = app.until("accessoryDiscovered")["accessory"]
        items.append({"accessory": accessory["id"], "name": f"Camera {accessory['ssid']}", "image": picture.disc(36, 24)})
    browser.see("#looking")
    began = time.time()
    app.call("UpdatePicker", items=items)
    browser.until(f"there are {MANY} cards", f"return document.querySelectorAll('.card').length === {MANY}")
    there = next(entry["at"] for entry in browser.js("return history_") if len(json.loads(entry["text"])) == MANY)
    print(f"       {there - began * 1000:6.0f} ms  from the app's update, through agent and picker, to {MANY} cards in the page",
          flush=True)
    last = browser.cards()[-1]
    browser.tab_to(".card")
    browser.press(Keys.END)
    expect(browser.js("return document.activeElement.dataset.ssid") == last, "End does not lead to the last card")
    browser.until("the last card is in sight", """
        const box = document.activeElement.getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth;""")
    browser.see("#place", f"{MANY} of {MANY}")
    # The arrows beside the row, too.
    for _ in range(MANY - 1):
        browser.click("#previous")
    browser.see("#place", f"1 of {MANY}")
    first = browser.cards()[0]
    browser.click(f"{card(first)} .choose")
    expect(shown.receive()["accessory"]["ssid"] == first, "another one was chosen")
