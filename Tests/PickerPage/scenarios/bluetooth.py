# SPDX-License-Identifier: Apache-2.0
"""Accessories that are heard over Bluetooth, alone or beside their network."""

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from scenarios.choosing import fails
from world import camera

# The name is the SSID of the first one, and nobody's SSID of the others.
AIR = """
[Bluetooth hci0]
Address=02:00:00:00:0A:01

[AccessPoint dual]
SSID=MyCam-00112233
BSSID=02:00:00:00:0B:01
Signal=70

[Device dual]
Address=02:00:00:00:0C:01
Name=MyCam-00112233
Services=180D
RSSI=-50
"""
ALONE = """
[Bluetooth hci0]
Address=02:00:00:00:0A:01

[Device alone]
Address=02:00:00:00:0C:02
Name={name}
Services=180D
RSSI=-60
Pairing={pairing}
{more}
"""
EVIL = "<img src=x onerror=alert(1)>"
DUAL = ".card[data-bluetooth='02:00:00:00:0c:01']"
LONE = ".card[data-bluetooth='02:00:00:00:0c:02']"


def alone(name="Cam 7", pairing="just-works", more=""):
    return {"air": ALONE.format(name=name, pairing=pairing, more=more)}


def heard(options=("bluetoothPairingLE",), **more):
    """A display item for accessories that are heard over Bluetooth."""
    descriptor = {"bluetoothServiceUUID": "180D", "supportedOptions": list(options), **more}
    return {"name": "Garden camera", "descriptor": descriptor}


def chooses(browser, where=LONE):
    browser.click(f"{where} .choose")


def ends(browser, shown, accepted):
    if accepted:
        expect(shown.receive()["accessory"]["bluetoothIdentifier"], "the app has no Bluetooth side")
        browser.see("#heading", "Garden camera", "is ready")
    else:
        fails(shown)
        browser.see("#close")
        browser.click("#close")
        browser.mode("waiting")


@scenario("what has both radios is one card with both names, and is joined", air=AIR)
def dual(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(heard(options=(), ssidPrefix="MyCam-"))
    browser.see("[data-note=radios]", "one device with two radios")
    browser.see(f"{DUAL} .wifi-side", "Network", "MyCam-00112233")
    browser.see(f"{DUAL} .bluetooth-side", "Bluetooth", "MyCam-00112233")
    browser.see(f"{DUAL} .security", "Open")
    expect(browser.cards() == ["MyCam-00112233"], f"the cards are {browser.cards()}")
    chooses(browser, DUAL)
    browser.see("#heading", "Garden camera", "is ready")
    accessory = shown.receive()["accessory"]
    expect(accessory["ssid"] == "MyCam-00112233" and accessory["bluetoothIdentifier"], f"it has {accessory}")


@scenario("what is seen over Bluetooth alone has no network, and its name is no markup", **alone(name=EVIL))
def no_markup(world, browser):
    browser.enter(world.picker.link)
    world.app().show(heard())
    browser.see(f"{LONE} .bluetooth-side", EVIL)
    expect("etwork" not in browser.see(LONE), "it names a network that it does not have")
    for part in (".wifi-side", ".security", ".secret"):
        browser.miss(f"{LONE} {part}")
    expect(browser.see(f"{LONE} .choose") == "Set up", "it cannot be set up")
    expect(not browser.js("return document.querySelectorAll('.card img[src=x]').length"), "the name became markup")


@scenario("a pairing without a comparison shows that, and happens only when the person wants it", **alone())
def pairing(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    for accepts in (False, True):
        shown = app.show(heard())
        browser.see(LONE)
        chooses(browser)
        browser.see("[data-question=pairing] #heading", "Pair with Garden camera?")
        browser.see("#question-text", "Nothing is compared")
        browser.see("#heard", "Cam 7")
        expect(browser.js("return document.activeElement.id") == "heading", "Enter would pair")
        browser.tab_to("#accept" if accepts else "#decline")
        browser.press(Keys.ENTER)
        ends(browser, shown, accepts)


@scenario("an accessory becomes an input device only when the person wants it", **alone())
def input_device(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    for accepts in (False, True):
        shown = app.show(heard(options=("bluetoothHID",)))
        browser.see(LONE)
        chooses(browser)
        browser.see("[data-question=inputDevice] #heading", "May Garden camera be an input device?")
        browser.see("#question-text", "typed and clicked on this machine")
        browser.see("#heard", "Cam 7")
        expect("primary" in browser.js("return document.querySelector('#decline').className"), "to allow it stands out")
        browser.click("#accept" if accepts else "#decline")
        # The answer is one to the pairing, too.
        ends(browser, shown, accepts)


@scenario("numbers are compared, and a pairing that the person declines gives the app nothing",
          **alone(pairing="comparison", more="Number=41926"))
def comparison(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    shown = app.show(heard())
    browser.see(LONE)
    chooses(browser)
    browser.see("[data-question=numericComparison] #number", "041 926")
    browser.click("#decline")
    fails(shown)
    expect(not app.call("ListAccessories")["accessories"], "it was granted")


@scenario("a number is typed that the accessory shows", **alone(pairing="passkey", more="Number=41926"))
def passkey(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(heard())
    browser.see(LONE)
    chooses(browser)
    browser.see("[data-question=passkey]")
    browser.press("no", Keys.ENTER)
    browser.see("#question-error", "Type the code")
    browser.replace("041926" + Keys.ENTER)
    expect(shown.receive()["accessory"]["bluetoothIdentifier"], "the app has no Bluetooth side")


@scenario("an accessory that has forgotten its pairing is paired with anew only when the person wants it",
          **alone(more="Bonded=true\nLostBond=true"))
def repairing(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(heard())
    browser.see(LONE)
    chooses(browser)
    browser.see("[data-question=repairing] #heading", "Garden camera has forgotten its pairing")
    browser.see("#question-text", "another device poses as it")
    browser.click("#accept")
    browser.see("[data-question=pairing]")
    browser.click("#accept")
    expect(shown.receive()["accessory"]["bluetoothIdentifier"], "the app has no Bluetooth side")


@scenario("where no network correlates with the accessory, the person chooses one, by the keyboard alone", **alone())
def network(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(heard(options=(), ssidPrefix="MyCam-"))
    browser.see(LONE)
    browser.tab_to(LONE)
    browser.press(Keys.ENTER)
    browser.see("[data-question=network] #heading", "Which network belongs to Garden camera?")
    names = browser.js("return [...document.querySelectorAll('.networks bdi')].map((name) => name.textContent)")
    expect(set(names) == {"MyCam-0001", "MyCam-0042", "MyCam-0107"}, f"the networks are {names}")
    expect(not browser.js("return document.querySelectorAll('.networks input:checked').length"), "one is suggested")
    browser.tab_to("#accept")
    browser.press(Keys.ENTER)
    browser.see("#question-error", "Choose one of the networks first.")
    expect(browser.focus().startswith("input"), f"the focus is at {browser.focus()}")
    browser.press(Keys.SPACE)
    browser.press(*[Keys.ARROW_DOWN] * names.index("MyCam-0001"))
    browser.press(Keys.ENTER)
    browser.see("#heading", "Garden camera", "is ready")
    accessory = shown.receive()["accessory"]
    expect(accessory["ssid"] == "MyCam-0001" and accessory["bluetoothIdentifier"], f"it has {accessory}")
