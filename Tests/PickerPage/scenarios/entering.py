# SPDX-License-Identifier: Apache-2.0
"""The link, and the browsers that it lets in."""

import http.client
import json

from browser import REBOUND, Browser
from report import expect
from scenario import scenario
from world import Picker, camera

REFUSED = "403 \\(Forbidden\\)|Cross-Origin-Opener-Policy header has been ignored"
# The pages and calls behind the link.
PLACES = ["/", "/texts", "/events", "/image?of=image:1", "/main.js", "/picker.js", "/no-such"]
ACTS = ["choose", "answer", "cancel", "shown", "close", "access", "rename", "depict", "forget"]


def sees_nothing(browser, *secrets):
    """The page has none of these, and no picker."""
    source = browser.driver.page_source
    for secret in (*secrets, 'id="picker"'):
        expect(secret not in source, f"the page has '{secret}'")


def ask(world, method, path, body=None, host=None, **headers):
    """A request that no browser makes; its status, headers and text."""
    connection = http.client.HTTPConnection(world.picker.address, world.picker.port, timeout=10)
    try:
        connection.putrequest(method, path, skip_host=True)
        headers = {"Host": host or f"{world.picker.address}:{world.picker.port}", **{
            name.replace("_", "-"): value for name, value in headers.items()}}
        if body is not None:
            headers |= {"Content-Length": str(len(body)), "Content-Type": "application/json"}
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders(body.encode() if body else None)
        answer = connection.getresponse()
        # A stream that was let in has no end to wait for.
        return answer.status, answer.headers, answer.read() if answer.status != 200 else b""
    finally:
        connection.close()


@scenario("the link opens the page, and stands in no address any more")
def opens(world, browser):
    browser.enter(world.picker.link)
    browser.see("#heading", "Waiting for an app")
    token = world.picker.link.partition("#")[2]
    address = browser.driver.current_url
    expect(address == f"{world.picker.origin}/", f"the address is {address}")
    expect(token not in json.dumps(browser.js("return performance.getEntries().map((entry) => entry.name)")),
           "the token was part of a request's address")
    world.picker.wait_for_line("The link was opened")
    cookie, = browser.driver.get_cookies()
    expect(cookie["httpOnly"] and cookie["sameSite"] == "Strict", f"the cookie is {cookie}")
    # The page stays when it is loaded again.
    browser.driver.refresh()
    browser.see("#heading", "Waiting for an app")


@scenario("a link that was used opens nothing in the same browser either", complains=REFUSED)
def replays(world, browser):
    browser.enter(world.picker.link)
    browser.open("about:blank").open(world.picker.link)
    browser.see("#used", "This link has already been used")
    sees_nothing(browser)
    browser.see("#onward", "Go to the page")
    world.picker.wait_for_line("tried again")
    # A browser that was let in stays in.
    browser.click("#onward a")
    browser.see("#heading", "Waiting for an app")


@scenario("a second browser is refused, and sees nothing of what is asked", complains=REFUSED)
def second_browser(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see(".card", "MyCam-0001")
    with Browser() as second:
        second.open(world.picker.link).see("#used")
        sees_nothing(second, "MyCam", "Garden camera")
        for place in PLACES:
            second.open(world.picker.origin + place)
            sees_nothing(second, "MyCam", "Garden camera")
        statuses = {status for _, url, status in second.answers()
                    if url.startswith(world.picker.origin) and not url.endswith(("/open", ".css", "/open.js", "/icon.svg"))}
        expect(statuses == {403}, f"answered with {statuses}")
    browser.see(".card", "MyCam-0001")


@scenario("a link with a wrong token opens nothing, and leaves the right one as it is", complains=REFUSED)
def wrong_token(world, browser):
    browser.open(f"{world.picker.origin}/open#{'A' * 24}").see("#unknown", "opens nothing")
    browser.open("about:blank").open(f"{world.picker.origin}/open").see("#unknown")
    browser.open("about:blank").enter(world.picker.link).see("#heading", "Waiting")


@scenario("without the cookie nothing is answered, and with it alone nothing is done or streamed", complains=REFUSED)
def no_cookie(world, browser):
    browser.enter(world.picker.link)
    cookie, = browser.driver.get_cookies()
    key = browser.js("return localStorage.getItem('key')")
    origin = {"Origin": world.picker.origin}
    for place in PLACES:
        for headers in ({}, {"X_Accessory_Picker": key}, {"Cookie": f"{cookie['name']}=AAAAAAAAAAAAAAAAAAAAAAAA"}):
            status, _, text = ask(world, "GET", place, **headers)
            expect(status == 403 and b"Camera" not in text, f"GET {place} with {list(headers)}: {status}")
    sent = f"{cookie['name']}={cookie['value']}"
    for act in ACTS:
        for headers in ({}, {"X_Accessory_Picker": key}, {"Cookie": sent}, {"Cookie": sent, "X_Accessory_Picker": "A" * 24}):
            status, _, _ = ask(world, "POST", f"/{act}", "{}", **headers, **origin)
            expect(status == 403, f"POST /{act} with {list(headers)}: {status}")
    status, _, _ = ask(world, "GET", "/events", Cookie=sent)
    expect(status == 403, f"GET /events with the cookie alone: {status}")
    # The same request with both is let in, so this was the reason for the refusals.
    status, _, _ = ask(world, "POST", "/close", "{}", Cookie=sent, X_Accessory_Picker=key, **origin)
    expect(status == 204, f"POST /close with cookie and key: {status}")
    browser.devtools("Network.clearBrowserCookies")
    browser.driver.refresh()
    browser.see("#locked", "This page is locked here", "press Enter")
    sees_nothing(browser)


@scenario("a new link that is opened in the tab of an old one opens the page", complains=REFUSED)
def same_tab(world, browser):
    old = world.picker.link
    new = world.picker.renew()
    browser.open(old).see("#expired", "This link is too old", "press Enter")
    browser.js("location.hash = arguments[0]", new.partition("#")[2])
    browser.see("#heading", "Waiting for an app")


@scenario("a new link ends the page that the first one opened", complains=REFUSED)
def new_link(world, browser):
    browser.enter(world.picker.link)
    old = world.picker.link
    new = world.picker.renew()
    # Before anybody opens the new one.
    browser.see("#over-session", "This page is closed")
    world.app().show(camera())
    browser.driver.refresh()
    sees_nothing(browser, "MyCam", "Garden camera")
    with Browser() as second:
        second.enter(new).see(".card", "MyCam-0001")
        browser.open(f"{world.picker.origin}/")
        sees_nothing(browser, "MyCam", "Garden camera")
        browser.open("about:blank").open(old).see("#used")
        second.see(".card", "MyCam-0001")


@scenario("another name of this address gets nothing, and does not use the link up", complains=REFUSED)
def rebinding(world, browser):
    # The one address that a stranger's DNS can know.
    world.picker = Picker(world.binaries, world.run, world.folder / "rebound.log", "--listen", "127.0.0.1")
    world.programs.append(world.picker.process)
    rebound = world.picker.link.replace(world.picker.address, REBOUND)
    browser.open(rebound)
    sees_nothing(browser)
    statuses = {status for _, url, status in browser.answers() if REBOUND in url}
    expect(statuses == {403}, f"answered with {statuses}")
    for host in (f"{REBOUND}:{world.picker.port}", f"localhost:{world.picker.port}", "127.0.0.1", "127.0.0.1:1", ""):
        for path in ("/open", "/style.css"):
            # An empty name is no request at all.
            status, _, _ = ask(world, "GET", path, host=host or " ")
            expect(status in (400, 403), f"{path} for the host '{host}': {status}")
    browser.open("about:blank").enter(world.picker.link).see("#heading", "Waiting")
