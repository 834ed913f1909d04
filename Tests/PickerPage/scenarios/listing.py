# SPDX-License-Identifier: Apache-2.0
"""Many accessories: the list, its search, and the switch to cards."""

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from scenarios.choosing import card
from world import camera

FORTY = "\n".join(f"""
[AccessPoint many {number}]
SSID=MyCam-2{number:03}
BSSID=02:00:00:00:07:{number:02x}
Frequency={(2412, 2437, 2462)[number % 3]}
Signal={95 - 2 * number}
""" for number in range(37))


def row(ssid):
    return f".row[data-ssid='{ssid}']"


def shown(browser):
    """The networks of the lines in sight, in order."""
    return browser.js("return [...document.querySelectorAll('.row:not([hidden])')].map((row) => row.dataset.ssid)")


@scenario("of 40 matches a person finds the one with 0042 by the keyboard: Tab, the number, Enter", air=FORTY)
def by_keyboard(world, browser):
    browser.enter(world.picker.link)
    joined = world.app().show(camera())
    browser.see(".row:nth-child(40)")
    browser.tab_to("#search")
    browser.press("0042")
    browser.until("one line is left", "return document.querySelectorAll('.row:not([hidden])').length === 1")
    browser.see("#matching", "1 of 40")
    browser.press(Keys.ENTER)
    expect(browser.js("return document.activeElement.matches('.passphrase')"), f"the focus is at {browser.focus()}")
    browser.press("camera-0042", Keys.ENTER)
    expect(joined.receive()["accessory"]["ssid"] == "MyCam-0042", "another one was joined")
    # The name that the list of accessories has, too, and what told it apart.
    browser.see("#heading", "Garden camera is ready")
    browser.see(".finished .printed", "MyCam-0042")


@scenario("on a telephone's screen the search leaves the line that a finger opens and joins", air=FORTY)
def by_touch(world, browser):
    browser.size(360, 740)
    browser.enter(world.picker.link)
    joined = world.app().show(camera())
    browser.see(".row:nth-child(40)")
    browser.click("#search")
    browser.press("mycam 2 007")
    expect(shown(browser) == ["MyCam-2007"], f"these are left: {shown(browser)}")
    browser.click(f"{row('MyCam-2007')} .choose")
    expect(joined.receive()["accessory"]["ssid"] == "MyCam-2007", "another one was joined")


@scenario("the arrows move through the list, Enter opens a line, and Escape empties the search first", air=FORTY)
def arrows(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see(".row:nth-child(40)")
    order = shown(browser)
    browser.tab_to("#search")
    at = "return document.activeElement.closest('.row')?.dataset.ssid"
    for key, place in ((Keys.ARROW_DOWN, 0), (Keys.ARROW_DOWN, 1), (Keys.END, 39), (Keys.HOME, 0)):
        browser.press(key)
        expect(browser.js(at) == order[place], f"{key!r} leads to {browser.js(at)}, not {order[place]}")
    browser.press(Keys.ENTER)
    browser.see(f"{row(order[0])} .choose")
    browser.press(Keys.ARROW_UP, "0042", Keys.ESCAPE)
    expect(len(shown(browser)) == 40 and browser.js("return document.activeElement.id") == "search", "the search stays")
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")


@scenario("the switch between list and cards is remembered; a few stay cards", air=FORTY)
def remembered(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    app.show(camera())
    browser.see(".row:nth-child(40)")
    browser.click("#as-cards")
    browser.see(".card:nth-child(40)")
    for switch, found in (("#as-list", ".card"), (None, ".row")):
        browser.press(Keys.ESCAPE)
        browser.mode("waiting")
        app.show(camera())
        browser.until(f"there are 40 of {found}", "return document.querySelectorAll(arguments[0]).length === 40", found)
        if switch:
            browser.click(switch)
    # The list is for many.
    browser.press(Keys.ESCAPE)
    browser.mode("waiting")
    app.show(camera("MyCam-0042"))
    browser.see(card("MyCam-0042"))
    browser.miss("#views")


@scenario("a wrong passphrase's line stays open, with what was typed, while others come", air=FORTY + """
[AccessPoint late]
SSID=MyCam-0200
BSSID=02:00:00:00:02:00
Appears=4s
TimesFrom=look
""")
def typed_stays(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see(".row:nth-child(40)")
    # A person scrolls the line out from behind Cancel.
    browser.js("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", row("MyCam-0042"))
    browser.click(f"{row('MyCam-0042')} .row-head")
    browser.click(f"{row('MyCam-0042')} .passphrase")
    browser.press("camera")
    browser.see(row("MyCam-0200"))
    typed, focused = browser.js("""
        const field = document.querySelector(arguments[0] + " .passphrase");
        return [field.value, document.activeElement === field];""", row("MyCam-0042"))
    expect(typed == "camera" and focused, f"'{typed}' is left, and the focus is at {browser.focus()}")
