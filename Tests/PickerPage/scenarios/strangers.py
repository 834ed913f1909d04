# SPDX-License-Identifier: Apache-2.0
"""Other sites in the same browser, and texts that an accessory or an app could smuggle into the page."""

import contextlib
import errno
import http.server
import json
import socket
import subprocess
import threading

from selenium.webdriver.common.by import By

from report import expect
from scenario import scenario
from scenarios.entering import REFUSED
from scenarios.hubs import pair
from world import Hub, Picker, camera, free_port

BLOCKED = f"{REFUSED}|status of 40[34]|blocked|CORS|ERR_|Refused|refused|violates|WebSocket|MIME type|Unsafe attempt"

# Everything that a page can try at another address, with the cookie that the browser has for it.
ATTACK = """
const [target, presentation, item] = given;
const attempt = async (name, body) => {
  try { return [name, await body()]; } catch (error) { return [name, "failed"]; }
};
const read = async (path, options) => {
  const answer = await fetch(target + path, { credentials: "include", ...options });
  return answer.type === "opaque" ? "opaque" : `${answer.status}, ${(await answer.text()).length} letters`;
};
const loads = (tag, path, attribute = "src") => new Promise((done) => {
  const node = document.createElement(tag);
  node.onload = () => done("loaded");
  node.onerror = () => done("failed");
  node[attribute] = target + path;
  document.body.append(node);
});
const json = { method: "POST", headers: { "Content-Type": "application/json" } };
const choice = JSON.stringify({ presentation, item });
return Object.fromEntries(await Promise.all([
  attempt("reads the page", () => read("/")),
  attempt("reads the page blindly", () => read("/", { mode: "no-cors" })),
  attempt("reads the events", () => read("/events")),
  attempt("reads the events blindly", () => read("/events", { mode: "no-cors" })),
  attempt("reads the texts blindly", () => read("/texts", { mode: "no-cors" })),
  attempt("chooses", () => read("/choose", { ...json, body: choice })),
  attempt("chooses with a key", () =>
    read("/choose", { ...json, headers: { ...json.headers, "X-Accessory-Picker": "x" }, body: choice })),
  attempt("chooses blindly", () => read("/choose", { method: "POST", mode: "no-cors", body: choice })),
  attempt("cancels blindly", () => read("/cancel", { method: "POST", mode: "no-cors", body: JSON.stringify({ presentation }) })),
  attempt("cancels with a beacon", () => String(navigator.sendBeacon(target + "/cancel", JSON.stringify({ presentation })))),
  attempt("opens an event source", () => new Promise((done) => {
    const source = new EventSource(target + "/events", { withCredentials: true });
    source.onopen = () => done("opened");
    source.onmessage = (event) => done(event.data);
    source.onerror = () => { source.close(); done("failed"); };
  })),
  attempt("opens a socket", () => new Promise((done) => {
    const socket = new WebSocket(target.replace("http", "ws") + "/events");
    socket.onopen = () => done("opened");
    socket.onerror = () => done("failed");
  })),
  attempt("loads a script", () => loads("script", "/main.js")),
  attempt("loads a picture", () => loads("img", "/icon.svg")),
  attempt("loads a style", () => new Promise((done) => {
    const node = Object.assign(document.createElement("link"), { rel: "stylesheet", href: target + "/style.css" });
    node.onload = () => done("loaded");
    node.onerror = () => done("failed");
    document.head.append(node);
  })),
]));
"""


@contextlib.contextmanager
def serving(address, port, answer):
    """A stranger's server with this handler."""
    server = http.server.ThreadingHTTPServer((address, port), answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class Silent(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def site(address="127.0.0.1"):
    """Another program's web server on this machine; `hits` has the requests to it."""
    hits = []

    class Answer(Silent):
        def do_GET(self):
            hits.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Another site</title><link rel=icon href=data:,><body>")

        do_POST = do_GET

    with serving(address, 0, Answer) as server:
        yield server.server_port, hits


def another_window(browser, address):
    """Opens it beside the picker's page, and returns a function that closes it."""
    own = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open(address)

    def back():
        browser.driver.close()
        browser.driver.switch_to.window(own)
    return back


class Sent(list):
    """What a stranger got, beside what it was asked."""

    def __init__(self):
        super().__init__()
        self.asked = threading.Event()


@contextlib.contextmanager
def usurper(address, port, state):
    """Another user's server in the picker's place; `posts` has what the page sends it, and what it asks for with its key."""
    posts = Sent()

    class Answer(Silent):
        def do_GET(self):
            if self.headers["X-Accessory-Picker"]:
                posts.append(f"its key to {self.path}")
            posts.asked.set()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self.wfile.write(f"data: {state}\n\n".encode())

        def do_POST(self):
            posts.append(self.path)
            self.send_response(204)
            self.end_headers()

    with serving(address, port, Answer):
        yield posts


STATE = """
    const answer = await fetch("/events", { headers: { "X-Accessory-Picker": localStorage.getItem("key") } });
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes("\\n\\n")) text += decoder.decode((await reader.read()).value, { stream: true });
    await reader.cancel();
    return text.match(/^data: (.*)$/m)[1];"""


@scenario("whoever takes the picker's port after its end shows nothing and gets nothing", complains="ERR_|Failed to load resource")
def usurped(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see(".card", "Garden camera")
    state = browser.later(STATE).replace("Garden camera", "Evil camera")
    port = int(world.picker.origin.rsplit(":", 1)[1])
    world.picker.process.kill()
    world.picker.process.wait()
    with usurper(world.picker.address, port, state) as posts:
        browser.see("#over-ended", "This page has ended")
        expect("Evil" not in browser.js("return document.body.textContent"), "it shows another's cards")
        expect(not posts, f"it sends {posts}")


@scenario("whoever takes a plain hub's port on loopback gets no phone's key, and the phone comes back to the hub",
          complains="ERR_|Failed to load resource")
def hub_usurped(world, browser):
    hub = Hub(world, "127.0.0.1", "--insecure-http")
    pair(hub, browser)
    browser.see("#heading", "Accessories of")
    state = browser.later(STATE)
    hub.kill()
    browser.see("[data-banner=lost]")
    with usurper("127.0.0.1", hub.port, state.replace("HomeNet", "EvilNet")) as posts:
        expect(posts.asked.wait(30), "the page does not try to return")
        expect(not posts, f"it sends {posts}")
        browser.see("[data-banner=lost]")
        expect("EvilNet" not in browser.js("return document.body.textContent"), "it shows another's state")
        expect(not posts, f"it sends {posts}")
    hub.start()
    shown = world.app().show(camera("MyCam-0001"))
    browser.see(".card", "Garden camera", seconds=30)
    browser.click(".card .choose")
    shown.receive()


@contextlib.contextmanager
def keeper(port):
    """A server that keeps its connections when it gives the port back, and answers on; `asked` has what it is asked."""
    asked = []

    class Answer(Silent):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            asked.append(self.path)
            page = b"<!doctype html><title>Evil</title><h1>Evil page</h1>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        do_POST = do_GET

    with serving("127.0.0.1", port, Answer):
        yield asked


@scenario("whoever had a fixed port before gets nothing of the next picker's link", complains="ERR_|Failed to load resource")
def port_lent(world, browser):
    port = free_port()

    def restart():
        world.picker.process.kill()
        world.picker.process.wait()
        world.picker = Picker(world.binaries, world.run, world.folder / "fixed.log", "--listen", f"127.0.0.1:{port}")
        world.programs.append(world.picker.process)

    restart()
    browser.enter(world.picker.link)
    world.picker.process.kill()
    world.picker.process.wait()
    with keeper(port) as asked:
        browser.see("#over-ended", "This page has ended")
        expect(asked, "the page did not look for its picker")
    asked.clear()
    restart()
    browser.enter(world.picker.link)
    expect(not asked, f"it has {asked}")
    expect("Evil" not in browser.js("return document.title"), "it shows another's page")


@scenario("nobody else can have a fixed port where a browser looks for the page's name")
def port_shared(world, browser):
    port = free_port()
    with socket.socket(socket.AF_INET6) as probe:
        # A container may have no IPv6. Then nobody can wait there.
        if probe.connect_ex(("::1", port)) == errno.EADDRNOTAVAIL:
            return
    for mine, theirs in (("127.0.0.1", "[::1]"), ("[::1]", "127.0.0.1")):
        picker = Picker(world.binaries, world.run, world.folder / "fixed.log", "--listen", f"{mine}:{port}")
        world.programs.append(picker.process)
        for address in ("127.0.0.1", "::1", "::", "0.0.0.0"):
            with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as thief:
                thief.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    thief.bind((address, port))
                    thief.listen()
                except OSError as error:
                    expect(error.errno == errno.EADDRINUSE, f"{address}: {error}")
                else:
                    expect(False, f"somebody else listens at {address} beside {mine}")
        picker.process.terminate()
        picker.process.wait()
        for taken in (mine, theirs):
            with socket.create_server((taken.strip("[]"), port), family=socket.AF_INET6 if "[" in taken else socket.AF_INET):
                late = subprocess.run(
                    [f"{world.binaries}/accessory-picker", "--runtime-dir", world.run, "--listen", f"{mine}:{port}"],
                    capture_output=True, text=True, timeout=20)
            expect(late.returncode == 2 and "open#" not in late.stdout, f"{late.returncode}: {late.stdout}")
            expect(f"cannot listen on {taken}:{port}: Address already in use" in late.stderr, late.stderr)


@scenario("the page of a picker that is gone gives up its address", complains="ERR_|Failed to load resource")
def gone(world, browser):
    browser.enter(world.picker.link)
    world.picker.process.kill()
    browser.see("[data-banner=lost]")
    browser.see("#over-ended", "This page has ended")
    expect(browser.js("return localStorage.getItem('key')") is None, "it keeps its key")


@scenario("other sites can read nothing, do nothing and receive no events, not even on the same host", complains=BLOCKED)
def other_sites(world, browser):
    browser.enter(world.picker.link)
    shown = world.app().show(camera())
    browser.see(".card", "MyCam-0001")
    presentation = json.loads(browser.later(STATE))["picker"]["presentation"]
    item = browser.js("return document.querySelector('.card').dataset.item")
    # The first is the same site to a browser, which sends the cookie along: cookies know no ports.
    for host in (world.picker.address, "localhost"):
        with site(world.picker.address if host != "localhost" else "127.0.0.1") as (port, _):
            back = another_window(browser, f"http://{host}:{port}/")
            browser.answers()
            results = browser.later(ATTACK, world.picker.origin, presentation, item)
            for name, result in results.items():
                expect(result in ("failed", "opaque") or (name, result) == ("cancels with a beacon", "true"),
                       f"from {host} a page {name}: {result}")
            came = [answer for answer in browser.answers() if answer[1].startswith(world.picker.origin)]
            expect(len(came) >= 8, f"from {host} only this was tried: {came}")
            for method, url, status in came:
                expect(status == 403, f"from {host}: {method} {url} was answered with {status}")
            back()
            mode = browser.js("return document.querySelector('#picker').dataset.mode")
            expect(mode == "choosing" and browser.cards(), f"something was done from {host}: the picker is {mode}")
    browser.see(".card", "MyCam-0001")
    browser.click(".card .choose")
    expect(shown.receive()["accessory"]["ssid"] == "MyCam-0001", "the person's own choice does not count")


@scenario("no other site can show the page in a frame", complains=BLOCKED)
def framing(world, browser):
    browser.enter(world.picker.link)
    for host in (world.picker.address, "localhost"):
        with site(world.picker.address if host != "localhost" else "127.0.0.1") as (port, _):
            back = another_window(browser, f"http://{host}:{port}/")
            for path in ("/", "/open"):
                for tag, attribute in (("iframe", "src"), ("object", "data"), ("embed", "src")):
                    browser.later("""
                        const [tag, attribute, address] = given;
                        const node = document.createElement(tag);
                        node[attribute] = address;
                        const over = new Promise((done) => { node.onload = node.onerror = done; });
                        document.body.replaceChildren(node);
                        await over;""", tag, attribute, world.picker.origin + path)
                    if tag != "iframe":
                        continue
                    browser.driver.switch_to.frame(browser.driver.find_element(By.TAG_NAME, "iframe"))
                    source = browser.driver.page_source
                    address = browser.js("return location.href")
                    browser.driver.switch_to.default_content()
                    expect(address.startswith("chrome-error:") and 'id="open"' not in source and 'id="picker"' not in source,
                           f"{path} from {host} is shown in a frame: {address}")
            back()
    for path in ("/", "/open"):
        headers = browser.later("return [...(await fetch(given[0])).headers]", path)
        found = dict(headers)
        policy = found.get("content-security-policy", "")
        expect(found.get("x-frame-options") == "DENY" and "frame-ancestors 'none'" in policy,
               f"{path} does not refuse to be framed: {headers}")


@scenario("nothing runs in the page but its own files, and nothing leaves it", complains=BLOCKED)
def policy(world, browser):
    browser.enter(world.picker.link)
    with site() as (port, hits):
        results = browser.later("""
            const other = given[0];
            window.violations = [];
            document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
            const add = (tag, attributes) => {
              const node = Object.assign(document.createElement(tag), attributes);
              return new Promise((done) => {
                node.onload = node.onerror = done;
                document.body.append(node);
                if (tag === "script" && !attributes.src) done();
              });
            };
            const inner = document.createElement("div");
            inner.innerHTML = "<img src=/no-such onerror='window.ran = 1'><svg onload='window.ran = 2'></svg>";
            document.body.append(inner);
            const link = Object.assign(document.createElement("a"), { href: "javascript:void(window.ran = 'address')" });
            document.body.append(link);
            link.click();
            await add("script", { textContent: "window.ran = 'inline'" });
            await add("script", { src: other + "/script" });
            await add("img", { src: other + "/picture" });
            await add("script", { src: "data:text/javascript,window.ran='data'" });
            await add("iframe", { src: other + "/frame" });
            const base = Object.assign(document.createElement("base"), { href: other });
            document.head.append(base);
            const isBased = document.baseURI.startsWith(other);
            const sent = await fetch(other + "/fetch", { mode: "no-cors" }).then(() => "sent", () => "refused");
            const style = Object.assign(document.createElement("style"), { textContent: "body { display: none }" });
            document.head.append(style);
            return { ran: window.ran ?? null, sent, isBased, display: getComputedStyle(document.body).display };
            """, f"http://127.0.0.1:{port}")
        expect(results["ran"] is None, f"this ran: {results['ran']}")
        expect(not hits, f"this left the page: {hits}")
        expect(results["sent"] == "refused" and not results["isBased"] and results["display"] != "none", f"{results}")
        browser.js("""
            const form = Object.assign(document.createElement("form"), { action: arguments[0] + "/form", method: "post" });
            document.body.append(form);
            form.submit();""", f"http://127.0.0.1:{port}")
        for directive in ("script-src-elem", "script-src-attr", "img-src", "connect-src", "form-action", "base-uri",
                          "style-src-elem"):
            browser.until(f"something is refused by {directive}", "return violations.includes(arguments[0])", directive)
        expect(not hits, f"this left the page: {hits}")


EVIL = "<img src=x onerror=boom=1>"
STRANGE = f"""
[AccessPoint markup]
SSID={EVIL}
BSSID=02:00:00:00:66:01
Signal=60

[AccessPoint bytes]
SSID=Odd-\\xff\\x01\\x1b[31m\\xe2\\x80\\xae
BSSID=02:00:00:00:66:02
Signal=50

[AccessPoint plug]
SSID=Odd-\\xf0\\x9f\\x94\\x8c
BSSID=02:00:00:00:66:03
Signal=40

[AccessPoint sign]
SSID=Odd-\\xe2\\x84\\xab
BSSID=02:00:00:00:66:04
Signal=30
"""


@scenario("names of apps, accessories and networks are shown as the text that they are",
          air=STRANGE, app="<b onclick=boom=1>Camera</b> & Co")
def markup(world, browser):
    browser.enter(world.picker.link)
    name = '"><script>boom=1</script><img src=x onerror=boom=1>'
    world.app().show(
        {"name": name, "descriptor": {"ssidPrefix": "<img"}},
        {"name": "{app} &amp; 'x'", "descriptor": {"ssidPrefix": "Odd-"}})
    browser.see("#heading", "<b onclick=boom=1>Camera</b> & Co asks for an accessory")
    browser.see(".card .name", name)
    browser.see(".card .ssid", EVIL)
    browser.see(".card .name", "{app} &amp; 'x'")
    # Bytes that no name can have are shown as bytes; a plug is shown as a plug.
    browser.see(".card .ssid", "Odd-\\xff\\x01\\x1b[31m\\xe2\\x80\\xae")
    browser.see(".card .ssid", "Odd-\U0001f50c")
    # The sign of the angstrom looks like a letter, which another network may have.
    browser.see(".card .ssid", "Odd-\\xe2\\x84\\xab")
    expect(browser.js("return document.querySelectorAll('.card script, .card b, .card .name img').length") == 0,
           "a name made elements")
    expect(browser.driver.title == "<b onclick=boom=1>Camera</b> & Co asks for an accessory", browser.driver.title)
    browser.click(".card .choose")
    browser.see("#picker", name)
    browser.mode("finished")
    browser.see("#heading", name)
    browser.click("#to-accessories")
    browser.see(".device .name", name)
    browser.see(".device .app", "<b onclick=boom=1>Camera</b> & Co")
    browser.click(".forget")
    browser.see("#forget-heading", name)
    expect(browser.js("return typeof boom") == "undefined", "a name ran")
