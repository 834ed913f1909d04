# SPDX-License-Identifier: Apache-2.0
"""Chromium without a screen, and what a person and a test do with a page in it."""

import json
import pathlib
import tempfile

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, NoSuchElementException,
    StaleElementReferenceException, TimeoutException)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from report import Failed

SECONDS = 15
# A name that somebody else's DNS has for this machine.
REBOUND = "rebound.example"
# What the camera sees, in the profile; the browser opens it with the camera.
CAMERA = "camera.y4m"

# Runs before the page's own scripts: when what was first there, for who looks later.
WATCH = """
window.history_ = [];
new MutationObserver(() => {
  const cards = [...document.querySelectorAll(".card")].map((card) => [card.dataset.ssid, card.hasAttribute("data-gone")]);
  const text = JSON.stringify(cards);
  if (history_.at(-1)?.text !== text) history_.push({ text, at: Date.now() });
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ssid", "data-gone"] });
"""


class Browser:
    def __init__(self, language="en-US,en"):
        self.profile = tempfile.TemporaryDirectory(prefix="picker-page-")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in (
                # Root has no sandbox, containers have little shared memory, and this machine needs no graphics card.
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--password-store=basic", "--hide-scrollbars", "--force-device-scale-factor=1",
                "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                f"--use-file-for-fake-video-capture={self.profile.name}/{CAMERA}",
                f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1", f"--user-data-dir={self.profile.name}",
                "--window-size=1100,820"):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.point_camera(b"\x80" * 320 * 240, 320, 240)
        self.driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
        self.console = []
        self.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.profile.cleanup()

    def devtools(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def point_camera(self, grey, width, height):
        """The camera sees this, a byte for each pixel, from when it is switched on next."""
        head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode()
        frame = b"FRAME\n" + grey + b"\x80" * (width * height // 2)
        (pathlib.Path(self.profile.name) / CAMERA).write_bytes(head + frame * 2)

    def trust(self, certificates=True):
        """The person has compared the fingerprint of a hub's own certificate."""
        self.devtools("Security.setIgnoreCertificateErrors", ignore=certificates)

    def clean(self):
        """As new, for the next scenario."""
        self.trust(certificates=False)
        self.driver.get("about:blank")
        self.devtools("Network.clearBrowserCookies")
        self.devtools("Emulation.clearDeviceMetricsOverride")
        self.devtools("Emulation.setEmulatedMedia", features=[])
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.console = []

    def open(self, address):
        self.driver.get(address)
        return self

    def enter(self, link):
        """Opens the link and waits for the page behind it."""
        self.open(link)
        self.until("the page has the picker's state", "return document.querySelector('#picker')?.dataset.mode")
        return self

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def later(self, script, *arguments):
        """An async function's body; its result."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);"
            f"(async () => {{ {script} }})()"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }));",
            *arguments)
        if "error" in result:
            raise Failed(f"{result['error']} in {script}")
        return result.get("value")

    def until(self, what, script, *arguments, seconds=SECONDS):
        """Waits until the script returns something, and returns that."""
        try:
            return WebDriverWait(self.driver, seconds, 0.02).until(lambda _: self.js(script, *arguments))
        except TimeoutException:
            raise Failed(f"{what}: not within {seconds} s. The page:\n{self.readable()}") from None

    def see(self, selector, *words, seconds=SECONDS):
        """Waits until the first such element is shown with these words, and returns its text."""
        return self.until(f"{selector} is shown" + "".join(f" with '{word}'" for word in words), """
            const [selector, words] = arguments;
            for (const node of document.querySelectorAll(selector)) {
              const text = node.innerText ?? node.textContent;
              if (node.checkVisibility({ visibilityProperty: true }) && words.every((word) => text.includes(word)))
                return text || " ";
            }
            return null;""", selector, words, seconds=seconds)

    def miss(self, selector, seconds=SECONDS):
        """Waits until no such element is shown."""
        self.until(f"no {selector} is shown", """
            return ![...document.querySelectorAll(arguments[0])]
              .some((node) => node.checkVisibility({ visibilityProperty: true }));""", selector, seconds=seconds)

    def mode(self, mode):
        """Waits until the picker is in that mode."""
        self.until(f"the picker is {mode}", "return document.querySelector('#picker')?.dataset.mode === arguments[0]", mode)

    def cards(self):
        """The shown cards' networks, in order."""
        return self.js("return [...document.querySelectorAll('.card')].map((card) => card.dataset.ssid)")

    def click(self, selector):
        """A mouse's click, as soon as there is something to click on."""
        def clicked(driver):
            try:
                driver.find_element(By.CSS_SELECTOR, selector).click()
                return True
            except (NoSuchElementException, StaleElementReferenceException, ElementNotInteractableException,
                    ElementClickInterceptedException):
                return False
        try:
            WebDriverWait(self.driver, SECONDS, 0.02).until(clicked)
        except TimeoutException:
            raise Failed(f"{selector} cannot be clicked. The page:\n{self.readable()}") from None

    def press(self, *keys):
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def replace_in(self, selector, text):
        """Types it in the place of all that this field has."""
        self.click(selector)
        self.replace(Keys.BACKSPACE + text)

    def replace(self, text):
        """Types it in the place of all that the field has."""
        keys = ActionChains(self.driver, duration=0)
        keys.key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(text).perform()

    def tab_to(self, selector, limit=30):
        """Moves the focus there by the keyboard alone, and returns the number of steps."""
        for steps in range(limit):
            if self.js("return document.activeElement?.matches(arguments[0]) ?? false", selector):
                return steps
            self.press(Keys.TAB)
        raise Failed(f"{limit} times Tab do not reach {selector}; the focus is at {self.focus()}")

    def focus(self):
        return self.js("""
            const node = document.activeElement;
            return node ? node.tagName.toLowerCase() + (node.id ? "#" + node.id : "") + "." + node.className : "";""")

    def style(self, selector, *properties):
        return self.js("""
            const style = getComputedStyle(document.querySelector(arguments[0]));
            return arguments[1].map((property) => style.getPropertyValue(property));""", selector, properties)

    def media(self, **features):
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def size(self, width, height, scale=1):
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def answers(self):
        """Method, address and status of what the network brought since the last time."""
        asked, found = {}, {}
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            match message["method"]:
                case "Network.requestWillBeSent":
                    request = message["params"]["request"]
                    asked[message["params"]["requestId"]] = request["method"], request["url"]
                # Also of what the page itself is not let know of.
                case "Network.responseReceivedExtraInfo":
                    found[message["params"]["requestId"]] = message["params"]["statusCode"]
        return [(*asked[request], status) for request, status in found.items() if request in asked]

    def console_lines(self):
        """Everything that the console has had so far."""
        self.console += [entry["message"] for entry in self.driver.get_log("browser")]
        return self.console

    def readable(self):
        return self.js("return document.title + '\\n' + (document.body?.innerText ?? '').slice(0, 1500)")

    def leave_traces(self, folder):
        """The page and the console of a failed scenario."""
        (folder / "page.html").write_text(self.driver.page_source)
        (folder / "console.log").write_text("\n".join(self.console_lines()) + "\n")
        self.driver.save_screenshot(str(folder / "page.png"))
