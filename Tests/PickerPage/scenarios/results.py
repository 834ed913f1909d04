# SPDX-License-Identifier: Apache-2.0
"""How a presentation ends."""

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from scenarios.choosing import card, fails
from world import camera


@scenario("at the end the page sends the person back to the app, where the app wants that")
def go_on(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0001", setupOptions=["finishInApp"]))
    browser.click(".card .choose")
    browser.see("#heading", "Garden camera", "is ready")
    browser.see("#reason", "Continue in Camera.")
    shown.receive()


@scenario("a failure is shown with the agent's whole reason, and with what became of it")
def failure(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show({"name": "Old camera", "descriptor": {"ssid": "BadCam-0404"}})
    browser.click(".card .choose")
    browser.see("[data-question=retry] #heading", "The accessory gave no address")
    browser.see("#reason", "Old camera", "no DHCP server answered")
    browser.see("#question-text", "Camera")
    browser.click("#decline")
    expect(fails(shown) == "NoAddress", "the app gets another error")
    expect("BadCam" not in world.ctl("access", "list"), "something was granted")
    # The person has read it, so it is not shown again.
    browser.see("#heading", "Waiting for an app")


@scenario("after a failure the same join is tried again, as often as the person wants, and then the app gets it")
def try_again(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show({"name": "Old camera", "descriptor": {"ssid": "BadCam-0404"}})
    browser.click(".card .choose")
    for _ in range(2):
        browser.see("[data-question=retry]", "Try again")
        first = browser.js("return document.querySelector('[data-question]').dataset.questionId")
        browser.click("#accept")
        browser.see(f"[data-question=retry]:not([data-question-id='{first}'])")
    # Who leaves does not take the failure back.
    browser.press(Keys.ESCAPE)
    expect(fails(shown) == "NoAddress", "the app gets another error")


@scenario("a failure that would come again offers no second attempt")
def no_second_attempt(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0042", passphrase="not the right one"))
    browser.click(".card .choose")
    browser.see(".finished.failure #heading", "The passphrase is wrong")
    browser.see(".finished.failure", "Camera was granted nothing")
    expect(fails(shown) == "WrongPassphrase", "the app gets another error")


OFF = "[Radio wlan0]\nUnusable=switchedOff\n"
# Apps are not notified that nothing was found, so the page stays until the person has read it.
SILENT = "[Discovery]\nReportNothingFound=false\n"


@scenario("with the radio off, the page and the app get the reason", radio=OFF)
def radio_off(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera())
    browser.see("#heading", "The radio cannot be used")
    browser.see("#reason", "wlan0", "switched off")
    expect(fails(shown) == "RadioUnavailable", "the app gets another error")


@scenario("when nothing matched, the page and the app get the names that were looked for")
def nothing_matched(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-9999"), discoveryTimeout=1)
    browser.see("#looking", "Switch the accessory on")
    browser.see("#heading", "Nothing was found")
    browser.see("#reason", "MyCam-9999")
    expect(fails(shown) == "DiscoveryTimeout", "the app gets another error")


@scenario("when only the app's own accessory is in range, the page and the app get its name")
def nothing_new(world, browser):
    world.grant("MyCam-0001", "Porch camera")
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0001"), discoveryTimeout=1, showsOwn=False)
    browser.see("#heading", "Nothing new was found")
    browser.see("#reason", "MyCam-0001", "already")
    expect(fails(shown) == "DiscoveryTimeout", "the app gets another error")


@scenario("with the radio off and where apps get no reason, the page alone shows it", radio=OFF, configuration=SILENT)
def radio_off_silently(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera())
    browser.mode("nothingFound")
    browser.see("#heading", "The radio cannot be used")
    browser.see("#reason", "wlan0", "switched off")
    browser.click("#close")
    expect(fails(shown) == "UserCancelled", "the app gets another error")
    browser.see("#heading", "Waiting for an app")


@scenario("when nothing matched and where apps get no reason, the page alone shows what was looked for",
          configuration=SILENT)
def nothing_matched_silently(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-9999"), discoveryTimeout=1)
    browser.mode("nothingFound")
    browser.see("#reason", "MyCam-9999")
    browser.press(Keys.ESCAPE)
    expect(fails(shown) == "UserCancelled", "the app gets another error")


@scenario("a command line's set-up without a terminal is shown on the page, too")
def command_line(world, browser):
    browser.enter(world.picker.link)
    process = world.start_ctl("setup", "--app", "org.example.camera", "--ssid", "MyCam-0001", "--", "true")
    browser.click(f"{card('MyCam-0001')} .choose")
    browser.mode("finished")
    expect(process.wait(20) == 0, "it failed")
    expect("MyCam-0001" in world.ctl("access", "list"), "nothing was granted")


@scenario("when the app ends while it asks, the page shows that")
def app_gone(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    app.show(camera())
    browser.see(".card")
    app.close()
    browser.see("#heading", "The app has gone")
    browser.click("#close")
    browser.see("#heading", "Waiting for an app")
