# SPDX-License-Identifier: Apache-2.0
"""A join that cuts the page's way to the picker.

The page comes by loopback, so the air's radio has that name here. A picker that is stopped stands for the cut: connections
stay, and nothing comes any more.
"""

import contextlib
import signal

from browser import Browser
from report import expect
from scenario import scenario
from scenarios.choosing import card, fails
from scenarios.languages import unknown
from scenarios.losses import LOST
from scenarios.reading import OUTSIDE, SMALL, inaccessible
from varlink import AgentError
from world import camera

SETTINGS = {
    "radio": "[Radio lo]\nProfile=HomeNet\nSSID=HomeNet\nRestoreTime=40ms\n", "complains": LOST,
}
CONFIRMED = {"setupOptions": ["confirmAuthorization"]}


@contextlib.contextmanager
def cut(world):
    """While this lasts, nothing comes from the picker."""
    world.picker.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        world.picker.process.send_signal(signal.SIGCONT)


def joins(world, browser):
    """An app whose choice is joined, and waits for the app; returns the app, its call, and the accessory."""
    app = world.app()
    shown = app.show(camera("MyCam-0001", **CONFIRMED))
    browser.click(f"{card('MyCam-0001')} .choose")
    identifier = app.until("accessoryChanged")["accessory"]["id"]
    browser.see("[data-step=joined][data-state=done]")
    return app, shown, identifier


def decide(app, identifier):
    """The app takes the choice. After ten seconds, which an absence can last, the choice stands without it."""
    try:
        app.call("FinishAuthorization", accessory=identifier)
    except AgentError as error:
        if error.name != "UnknownAccessory":
            raise


def absent(browser):
    # Twice four seconds of silence, and the browser's own.
    return browser.see("[data-absent] #heading", "The hub is at “MyCam-0001”", seconds=30)


@scenario("before a choice that cuts the page off, the page warns, and the choice names what the person has to do", **SETTINGS)
def warns(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera("MyCam-0001", **CONFIRMED))
    browser.see("[data-note=page]", "cuts this page off", "this device in “HomeNet”", "comes back by itself")
    browser.miss("[data-note=cuts]")
    browser.click(f"{card('MyCam-0001')} .choose")
    browser.see("#working-text", "about to lose the hub", "“HomeNet”")


@scenario("a page that comes by another way has no such warning, and a lost picker is an error there", complains=LOST)
def other_way(world, browser):
    browser.enter(world.picker.link)
    app = world.app()
    app.show(camera("MyCam-0001", **CONFIRMED))
    browser.see("[data-note=cuts]", "HomeNet")
    browser.miss("[data-note=page]")
    browser.click(f"{card('MyCam-0001')} .choose")
    browser.see("#working-text", "is restored afterwards")
    app.until("accessoryChanged")
    world.picker.process.kill()
    browser.see("[data-banner=lost]")
    browser.miss("[data-absent]")


@scenario("while the way is cut, the page shows where the hub is, and then the result, without a reload", **SETTINGS)
def result(world, browser):
    browser.enter(world.picker.link).js("window.mark = true")
    app, shown, identifier = joins(world, browser)
    with cut(world):
        absent(browser)
        browser.see("#working-text", "Camera", "“HomeNet”", "comes back by itself")
        browser.see("#absent-time", "Away for 0:")
        browser.see("#absent-step", "Joined")
        browser.miss("#absent-long")
        browser.miss("#cancel")
        browser.miss("[data-banner=lost]")
        browser.until("the absence is announced", "return document.querySelector('#live').textContent.includes('The hub is at')")
        # The other view shows it, too.
        browser.click("#to-accessories")
        browser.see("[data-banner=cut]", "The hub is at “MyCam-0001”")
        browser.click("#to-picker")
        decide(app, identifier)
        shown.receive()
    browser.see(".finished.success #heading", "Garden camera is ready")
    browser.miss("#absence")
    expect(browser.js("return window.mark"), "the page was loaded again")


@scenario("after three minutes the page gives reasons for the delay", **SETTINGS)
def delay(world, browser):
    browser.enter(world.picker.link)
    joins(world, browser)
    with cut(world):
        absent(browser)
        browser.js("const now = Date.now; Date.now = () => now() + 180_000")
        browser.see("#absent-time", "Away for 3:")
        browser.see("#absent-long", "This takes long", "Camera", "“HomeNet”")


@scenario("a failure that comes while the way is cut is shown with its reason", **SETTINGS)
def failure(world, browser):
    browser.enter(world.picker.link)
    app, shown, identifier = joins(world, browser)
    with cut(world):
        absent(browser)
        app.call("FailAuthorization", accessory=identifier)
        fails(shown)
    browser.see(".finished.failure #heading", "The connection was lost")
    browser.see(".finished.failure", "Camera was granted nothing")


@scenario("an agent that is killed while the way is cut: the page shows that when it is back", **SETTINGS)
def agent_killed(world, browser):
    browser.enter(world.picker.link)
    joins(world, browser)
    with cut(world):
        absent(browser)
        world.kill_agent()
        world.start_agent()
    browser.see("[data-result=interrupted] #heading", "The agent ended during the set-up")
    browser.see("#reason", "Garden camera", "Camera was granted nothing")
    expect("MyCam-0001" not in world.ctl("access", "list"), "something was granted")
    browser.miss("[data-banner=away]")
    browser.see("[data-result=interrupted]")
    browser.click("#close")
    browser.see("#heading", "Waiting for an app")


@scenario("a choice whose answer the cut swallows is no error: the page is away, and comes back with what became of it",
          **SETTINGS)
def swallowed(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera("MyCam-0001"))
    browser.see(f"{card('MyCam-0001')} .choose")
    with cut(world):
        browser.click(f"{card('MyCam-0001')} .choose")
        absent(browser)
        browser.miss(".complaint:not(:empty)")
    browser.see(".finished.success #heading", "Garden camera is ready")
    shown.receive()


@scenario("a network that is back wakes the page at once", **SETTINGS)
def awake(world, browser):
    browser.enter(world.picker.link)
    app, shown, identifier = joins(world, browser)
    with cut(world):
        absent(browser)
        # No attempt is under way in the wait, which would last for ever.
        browser.js("window.setTimeout = (original => (done, time) => original(done, time === 1000 ? 3_600_000 : time))(setTimeout)")
        browser.devtools("Network.enable")
        browser.devtools("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        browser.until("the page is offline", "return !navigator.onLine")
    decide(app, identifier)
    shown.receive()
    browser.devtools("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.see(".finished.success")


@scenario("a result that the next request covers while the way is cut stands above its accessories", **SETTINGS)
def covered(world, browser):
    browser.enter(world.picker.link)
    app, shown, identifier = joins(world, browser)
    with cut(world):
        absent(browser)
        decide(app, identifier)
        shown.receive()
        app.call("LeaveHotspot")
        world.until_free()
        app.show(camera("MyCam-0042"))
    browser.see(card("MyCam-0042"))
    browser.see("[data-note=earlier]", "Garden camera is ready for Camera")


def states(world, browser):
    """Yields each new state of the page when it is in it."""
    browser.enter(world.picker.link)
    app, shown, identifier = joins(world, browser)
    yield "about to be cut"
    with cut(world):
        absent(browser)
        yield "absent"
        browser.js("const now = Date.now; Date.now = () => now() + 180_000")
        browser.see("#absent-long")
        yield "absent for long"
        browser.click("#to-accessories")
        browser.see("[data-banner=cut]")
        yield "absent, among the accessories"
        browser.click("#to-picker")
        decide(app, identifier)
        shown.receive()
        app.call("LeaveHotspot")
        world.until_free()
        app.show(camera("MyCam-0042"))
    browser.see("[data-note=earlier]")
    yield "an earlier result"
    app.close()
    browser.click("#close")
    app, *_ = joins(world, browser)
    world.kill_agent()
    browser.see("[data-result=interrupted]")
    yield "interrupted"


@scenario("in each of these states axe finds nothing, 320 pixels are wide enough, and everything fits a finger", **SETTINGS)
def accessible(world, browser):
    found = []
    for state in states(world, browser):
        found += [f"{state}, {finding}" for finding in inaccessible(browser, OUTSIDE, SMALL)]
        browser.devtools("Emulation.clearDeviceMetricsOverride")
    expect(not found, "\n".join(found))


@scenario("who reads German is shown German in these states, too", **SETTINGS)
def german(world, _):
    found = {}
    with Browser("de-AT,de") as browser:
        # These look for English words.
        browser.see = lambda selector, *words, **more: Browser.see(browser, selector, **more)
        for state in states(world, browser):
            found |= {word: state for word in unknown(browser, "de")}
    expect(not found, f"these are in no text file: {found}")
