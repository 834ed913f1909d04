# SPDX-License-Identifier: Apache-2.0
"""The page in every state that it has, one after the other."""

import picture
from scenarios import adding
from scenarios.choosing import card
from scenarios.questions import MIGRATIONS, chooses
from selenium.webdriver.common.keys import Keys
from world import GALLERY, camera

# For the states that do not last by themselves. However long a browser takes to start, no accessory vanishes before.
AIR = """
[AccessPoint silent]
SSID=BadCam-0001
BSSID=02:00:00:00:04:01
Fault=silent

[AccessPoint gone]
SSID=MyCam-0300
BSSID=02:00:00:00:03:00
Signal=20
Goes=1s
TimesFrom=look

[Bluetooth hci0]
Address=02:00:00:00:0A:01

[AccessPoint two radios]
SSID=Odd-00112233
BSSID=02:00:00:00:0B:01

[Device two radios]
Address=02:00:00:00:0C:01
Name=Odd-00112233
Services=180D
""" + "".join(f"""
[Device {pairing}]
Address=02:00:00:00:0C:{address}
Name=Cam {pairing}
Services=180D
{more}
""" for address, pairing, more in (
    ("10", "consent", ""), ("11", "forgetful", "Bonded=true\nLostBond=true"), ("12", "silent", "Fault=silent"),
    ("13", "comparison", "Pairing=comparison\nNumber=41926"), ("14", "passkey", "Pairing=passkey\nNumber=41926")))
# In the order of the questions. A number that is typed on the accessory needs no person here.
PAIRINGS = (("10", "pairing"), ("11", "repairing"), ("13", "numericComparison"), ("14", "passkey"))
# The list begins with more than a few.
MANY = 9
AIR += "".join(f"""
[AccessPoint lamp {number}]
SSID=Odd-Many-{number:04}
BSSID=02:00:00:00:06:{number:02x}
Signal={90 - 5 * number}
{"Security=wpa2" if number == 1 else ""}
{"Passphrase=many-0001" if number == 1 else ""}
""" for number in range(1, MANY))
AIR += adding.AIR
SETTINGS = {"air": AIR, "configuration": "[Discovery]\nReportNothingFound=false\n"}


def tour(world, browser):
    """Yields each state's name when the page is in it."""
    world.grant("MyCam-0001", "Porch", app=GALLERY)
    browser.enter(world.picker.link)
    app = world.app()
    yield from cards(app, browser)
    yield from rows(app, browser)
    world.until_free()
    yield from questions(app, world, browser)
    app.call("LeaveHotspot")
    world.until_free()
    yield from twin(app, world, browser)
    yield from bluetooth(app, browser)
    yield from ends(app, world, browser)
    browser.click("#to-accessories")
    yield from none(world, browser)
    yield from accessories(app, world, browser)
    yield from newcomers(world, browser)
    world.kill_agent()
    browser.see("[data-banner=away]")
    yield "agent away"
    world.picker.process.kill()
    browser.see("[data-banner=lost]")
    yield "picker away"


def cards(app, browser):
    # First of all: a network that is gone has been there before.
    app.show(camera(image=picture.camera()), {"name": "The one by the door", "descriptor": {"ssid": "MyCam-0042"}})
    browser.see(card("MyCam-0107"))
    browser.see(f"{card('MyCam-0300')}[data-gone]")
    yield "cards"
    browser.click(f"{card('MyCam-0042')} .choose")
    browser.see(".card .complaint")
    yield "complaint"
    browser.press(Keys.ESCAPE, Keys.ESCAPE)
    browser.mode("waiting")
    yield "waiting"
    app.show(camera("MyCam-9999"), isUnbounded=True)
    browser.see("#looking")
    yield "looking"
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")
    app.show({"name": "Silent camera", "descriptor": {"ssid": "BadCam-0001"}})
    chooses(browser, "BadCam-0001")
    browser.see("#steps")
    yield "joining"
    browser.click("#cancel")
    browser.mode("waiting")


def rows(app, browser):
    app.show({"name": "Lamp", "descriptor": {"ssidPrefix": "Odd-Many-"}})
    browser.see(f".row:nth-child({MANY - 1})")
    yield "list"
    browser.click("#search")
    browser.press("0001", Keys.ENTER)
    browser.see(".row .passphrase")
    yield "list with a passphrase"
    browser.press(Keys.ENTER)
    browser.see(".row .complaint")
    yield "complaint in the list"
    browser.click("#search")
    browser.replace("nothing like this")
    browser.see("#matching", "nothing like this")
    yield "nothing in the list"
    browser.press(Keys.ESCAPE)
    browser.click("#as-cards")
    browser.see(".card")
    yield "many cards"
    browser.click("#as-list")
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")


def questions(app, world, browser):
    shown = app.show(camera("MyCam-0042", setupOptions=["rename"]))
    browser.click(".passphrase")
    browser.press("not the right one", Keys.ENTER)
    browser.see("[data-question=passphrase]")
    yield "passphrase again"
    browser.press("camera-0042", Keys.ENTER)
    browser.see("[data-question=name]")
    yield "name"
    browser.press(Keys.ENTER)
    identifier = shown.receive()["accessory"]["id"]
    browser.see(".finished.success")
    yield "success"
    browser.click("#close")
    app.show(migrations=MIGRATIONS)
    browser.see("[data-question=migration]")
    yield "migration"
    browser.click("#decline")
    browser.mode("waiting")
    app.begin("UpdateAuthorization", accessory=identifier, descriptor={
        "ssid": "MyCam-0042", "bluetoothServiceUUID": "180D"})
    browser.see("[data-question=authorization]")
    yield "authorization"
    browser.click("#accept")
    browser.see("#close")
    browser.click("#close")
    browser.mode("waiting")


def twin(app, world, browser):
    # A passphrase implies a key, and the network is open.
    world.grant("MyCam-0107", "Garden camera", passphrase="camera-0107")
    app.show(camera("MyCam-0107"))
    chooses(browser, "MyCam-0107")
    browser.see("[data-question=security]")
    yield "security"
    gives_up(browser)


def heard(options=(), **more):
    """A display item for accessories that are heard over Bluetooth."""
    descriptor = {"bluetoothServiceUUID": "180D", "supportedOptions": list(options), **more}
    return {"name": "Garden camera", "descriptor": descriptor, "image": picture.camera()}


def device(address):
    return f".card[data-bluetooth='02:00:00:00:0c:{address}']"


def bluetooth(app, browser):
    app.show(heard(ssidPrefix="Odd-"))
    browser.see(f"{device('01')}[data-ssid] .bluetooth-side")
    browser.see(device("14"))
    yield "Bluetooth cards"
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")
    app.show(heard(ssidPrefix="MyCam-"))
    browser.click(f"{device('10')} .choose")
    browser.see("[data-question=network]")
    yield "network"
    browser.click(".networks label")
    yield "network chosen"
    gives_up(browser)
    for address, question in PAIRINGS:
        app.show(heard(["bluetoothPairingLE"]))
        browser.click(f"{device(address)} .choose")
        browser.see(f"[data-question={question}]")
        yield question
        gives_up(browser)
    app.show(heard(["bluetoothPairingLE"]))
    browser.click(f"{device('12')} .choose")
    browser.see("#steps [data-step=pairing]")
    yield "pairing under way"
    browser.click("#cancel")
    browser.mode("waiting")


def gives_up(browser):
    browser.click("#decline")
    browser.until("it is over", """
        document.querySelector("[data-mode=finished] #close")?.click();
        return document.querySelector("#picker").dataset.mode === "waiting";""")


def ends(app, world, browser):
    app.show({"name": "Old camera", "descriptor": {"ssid": "BadCam-0404"}})
    chooses(browser, "BadCam-0404")
    browser.see("[data-question=retry]")
    yield "try again"
    browser.click("#decline")
    browser.mode("waiting")
    world.until_free()
    # With the app's passphrase there is no other to try.
    app.show({"name": "Garden camera", "descriptor": {"ssid": "MyCam-0042"}, "passphrase": "not the right one"})
    browser.click(f"{card('MyCam-0042')} .choose")
    browser.see(".finished.failure")
    yield "failure"
    browser.click("#close")
    world.until_free()
    app.show(camera("MyCam-9999"), discoveryTimeout=1)
    browser.mode("nothingFound")
    yield "nothing found"
    browser.click("#close")
    browser.mode("waiting")


def none(world, browser):
    for device in world.control("ListAccessories")["accessories"]:
        world.ctl("accessory", "remove", device["accessory"]["id"])
    browser.see("#no-accessories")
    yield "no accessories"


def accessories(app, world, browser):
    world.grant("MyCam-0001", "Porch", app=GALLERY)
    porch = world.grant("MyCam-0001", "Porch")
    world.ctl("access", "deny", "--app", GALLERY, "--ssid", "MyCam-0001")
    browser.see(".device", "Porch", "Camera")
    yield "accessories"
    world.control("SetAccessoryImage", accessory=porch, image=picture.disc())
    browser.see(f"[data-accessory='{porch}'] .picture-remove")
    yield "accessory with a person's picture"
    browser.click(f"[data-accessory='{porch}'] .rename-open")
    browser.see(".rename")
    yield "renaming"
    browser.press(Keys.ESCAPE)
    browser.click(f"[data-accessory='{porch}'] .forget")
    browser.see("#forget-dialog")
    yield "forgetting"
    browser.click("#forget-no")
    browser.miss("#forget-dialog")
    app.show(camera())
    browser.see("[data-banner=asks]")
    yield "asked meanwhile"
    browser.click("#banner-show")
    browser.see(".card")
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")


def newcomers(world, browser):
    browser.click("#to-accessories")
    browser.click("#to-add")
    with adding.HandOver(world) as program:
        browser.see(adding.newcomer(adding.ESPRESSIF))
        browser.see("#add-others", "Desk Bulb")
        yield "new accessories"
        browser.click("#label-box summary")
        browser.see("#label-text")
        yield "label to type"
        browser.click("#label-camera")
        browser.see("#label-video")
        yield "label before the camera"
        browser.click("#label-camera-off")
        browser.miss("#label-video")
        adding.begins(browser, adding.ESPRESSIF)
        browser.click("#add-other summary")
        browser.click("#add-yes")
        browser.see("#add-complaint")
        yield "new accessory with secrets"
        browser.click("#add-back")
        adding.begins(browser)
        yield "new accessory in clear text"
        adding.agrees(browser)
        program.orders.get(timeout=15)
        program.report(adding.DEVICE, {"step": "handingOver", "protection": "clear-text"})
        browser.see("[data-step=handingOver][data-state=now]")
        yield "adding"
        browser.click("#to-accessories")
        browser.see("[data-banner=adding]")
        yield "adding elsewhere"
        browser.click("#banner-adding")
        program.end("onNetwork", address="192.168.1.20", page="http://192.168.1.20/")
        browser.see(".finished.success", "192.168.1.20")
        yield "added"
        browser.click("#add-more")
        adding.begins(browser)
        adding.agrees(browser)
        program.end("refused", reason="the camera wants its terms accepted first", kind="termsNeeded")
        browser.see(".finished.failure")
        yield "not added"
        browser.click("#add-close")
        browser.see(".device", adding.SHELLY)
        yield "accessory without an app"
