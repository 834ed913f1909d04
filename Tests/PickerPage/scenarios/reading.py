# SPDX-License-Identifier: Apache-2.0
"""Whether everybody can read the page and work with it."""

import importlib.util
import os
import pathlib

from selenium.webdriver.common.keys import Keys

from report import expect
from scenario import scenario
from scenarios.languages import unknown
from scenarios.losses import LOST
from tour import SETTINGS, tour
from world import camera

# Light and dark, wide and narrow. The whole run of packaging/test, in which the lab leaves out what is long, has each once.
LOOKS = [("light", 1100), ("dark", 320)] + ([] if os.environ.get("LAB_LONG") == "no" else [("dark", 1100), ("light", 360)])
AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text()
# The nodes of each finding, without duplicates.
FINDINGS = """
const result = await axe.run(document, { resultTypes: ["violations"] });
return result.violations.flatMap((rule) => rule.nodes.map((node) =>
  `${rule.id} (${rule.impact}): ${node.target} ${node.failureSummary.replaceAll("\\n", " ")}`));
"""


def still(browser):
    """Waits until no colour changes, because contrast is measured of the final ones."""
    browser.later("""
        const ends = document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity);
        await Promise.all(ends.map((one) => one.finished.catch(() => {})));""")


# What extends beyond the page's edge, and text that is cut off in its box.
OUTSIDE = """
const wide = document.documentElement;
const found = wide.scrollWidth > innerWidth ? [`the page scrolls sideways: ${wide.scrollWidth} of ${innerWidth}`] : [];
for (const node of document.querySelectorAll("h1, h2, p, button, a, label, input, .banner")) {
  if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".unseen, .skip")) continue;
  const box = node.getBoundingClientRect(), text = (node.innerText || node.id).slice(0, 40);
  // What is in the row of cards is reached by scrolling the row.
  if (!node.closest(".cards") && (box.left < -1 || box.right > innerWidth + 1))
    found.push(`'${text}' stands out: ${box.left} to ${box.right}`);
  const isBox = node.clientWidth && node.tagName !== "INPUT" && getComputedStyle(node).display !== "inline";
  if (isBox && node.scrollWidth > node.clientWidth + 1) found.push(`'${text}' is cut off`);
  if (node.matches(".networks label") && node.scrollHeight > node.clientHeight + 1) found.push(`'${text}' is cut off`);
}
for (const card of document.querySelectorAll(".card"))
  if (card.offsetWidth > innerWidth) found.push("a card is wider than the page");
return found;
"""

# A target for a finger has 44 pixels each way (WCAG 2.2, 2.5.5).
# To a tenth of a pixel: the browser's own sums are off by less.
SMALL = """
return [...document.querySelectorAll("button, nav a, .banner a, a.primary, a.small, summary, input")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.id || node.className, (["radio", "checkbox"].includes(node.type) ? node.closest("label") : node).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([name, box]) => `${name} ${box.width}x${box.height}`);
"""

# As computed all times are in seconds.
MOVING = """
const seconds = (text) => Math.max(...text.split(",").map(parseFloat));
const found = new Set();
for (const node of document.querySelectorAll("*")) {
  if (!node.checkVisibility()) continue;
  for (const pseudo of ["", "::before", "::after"]) {
    const style = getComputedStyle(node, pseudo);
    const isAnimated = style.animationName !== "none"
      && (seconds(style.animationDuration) > 0.001 || style.animationIterationCount === "infinite");
    if (isAnimated || seconds(style.transitionDuration) > 0 || style.scrollBehavior === "smooth")
      found.add(`${node.tagName}.${node.className?.baseVal ?? node.className}${pseudo}`);
  }
}
return [...found];
"""


def moving(browser):
    """For somebody who wants less motion."""
    return [f"moves: {node}" for node in browser.js(MOVING)]


def inaccessible(browser, *checks):
    """What axe finds in each look, and what these scripts find."""
    for scheme, width in LOOKS:
        browser.size(width, 820)
        browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        still(browser)
        browser.js(f"if (!window.axe) {{ {AXE} }}")
        for findings in (browser.later(FINDINGS), *map(browser.js, checks)):
            yield from (f"{scheme}, {width} wide: {finding}" for finding in findings)


def outside(browser):
    for name, width, height, scale, size in (
            ("320 wide", 320, 640, 1, "100%"), ("360 wide, text of 200 %", 360, 740, 1, "200%"),
            ("1280 wide at 200 %", 640, 512, 2, "100%"), ("1280 wide, text of 200 %", 1280, 900, 1, "200%")):
        browser.size(width, height, scale)
        browser.js("document.documentElement.style.fontSize = arguments[0]", size)
        yield from (f"{name}: {finding}" for finding in browser.js(OUTSIDE))
    browser.js("document.documentElement.style.fontSize = ''")
    browser.size(320, 640)
    yield from (f"too small for a finger: {small}" for small in browser.js(SMALL))


# One tour for all, because most of the time of each goes into getting from state to state.
@scenario("in every state, light and dark, wide and narrow, axe finds nothing: roles, names, labels, order, contrast; "
          "320 pixels are wide enough, and a finger, text of double size and a window at 200 %; nothing moves for who wants less motion; "
          "who reads English is shown no key of a text",
          complains=LOST, **SETTINGS)
def accessible(world, browser):
    browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    found = []
    for state in tour(world, browser):
        found += [f"{state}, in no text file: {word}" for word in unknown(browser, "en")]
        for check in (moving, inaccessible, outside):
            found += [f"{state}, {finding}" for finding in check(browser)]
        browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        browser.devtools("Emulation.clearDeviceMetricsOverride")
    browser.devtools("Emulation.setEmulatedMedia", features=[])
    expect(not found, "\n".join(found))


@scenario("with motion wanted there is some, so that its absence proves something")
def some_motion(world, browser):
    browser.enter(world.picker.link)
    expect(browser.js("return document.getAnimations().length") > 0, "nothing moves on the waiting page")


def tree(browser):
    """Role, name and value of the nodes that a screen reader gets, in its order."""
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    return [(node["role"]["value"], node.get("name", {}).get("value", ""), {
        each["name"]: each["value"].get("value") for each in node.get("properties", [])})
        for node in nodes if not node.get("ignored")]


def finds(nodes, role, name, **properties):
    for node in nodes:
        if node[0] == role and name in node[1] and properties.items() <= node[2].items():
            return node
    shown = "\n".join(f"{each[0]} '{each[1]}' {each[2]}" for each in nodes if "Text" not in each[0])
    expect(False, f"there is no {role} '{name}' {properties} among\n{shown}")


@scenario("a screen reader is given headings, named cards, labelled fields, switches with their state, and what changes")
def tree_of_names(world, browser):
    identifier = world.grant("MyCam-0107", "Porch")
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see("#found", "3 accessories found")
    nodes = tree(browser)
    finds(nodes, "heading", "Camera asks for an accessory", level=1)
    finds(nodes, "navigation", "Views")
    finds(nodes, "main", "")
    finds(nodes, "status", "")
    number = browser.cards().index("MyCam-0042") + 1
    finds(nodes, "group", f"Garden camera ·\u00a00042, {number} of 3")
    finds(nodes, "button", "Join Garden camera ·\u00a00042 for Camera")
    finds(nodes, "textbox", "Passphrase")
    finds(nodes, "button", "Cancel")
    browser.until("who asks is announced", "return document.querySelector('#live').textContent.includes('Camera asks')")
    for selector in ("#live", "#found", "#banner"):
        expect(browser.js("return document.querySelector(arguments[0]).role", selector) == "status",
               f"changes in {selector} are not announced")
    browser.press(Keys.ESCAPE)
    browser.click("#to-accessories")
    browser.see(".device", "Porch")
    nodes = tree(browser)
    finds(nodes, "switch", "Camera may use Porch", checked="true")
    finds(nodes, "button", "Rename Porch")
    finds(nodes, "button", "Choose a picture of Porch")
    finds(nodes, "button", "Forget Porch")
    browser.click(f"[data-accessory='{identifier}'] .forget")
    finds(tree(browser), "dialog", "Forget Porch?", modal=True)


@scenario("Tab moves through the page in the order in which it is read")
def focus_order(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera("MyCam-0042"), {"name": "Other", "descriptor": {"ssid": "MyCam-0001"}})
    browser.see("#found", "2 accessories found")
    browser.js("document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()")
    order = []
    for _ in range(12):
        browser.press(Keys.TAB)
        order.append(browser.js("return document.activeElement.id || document.activeElement.className"))
        if order[-1] == "cancel":
            break
    expect(order[:4] == ["skip", "to-picker", "to-accessories", order[3]] and order[3].startswith("card"), f"{order}")
    expect(order[-1] == "cancel", f"Cancel is not reached: {order}")
    # Only the card with the focus has stops.
    expect(sum(stop.startswith("card") for stop in order) == 1, f"{order}")
    # The link that skips the navigation can be seen when it has the focus.
    browser.js("document.querySelector('.skip').focus()")
    browser.until("the skipping link is in sight", "return document.activeElement.getBoundingClientRect().top >= 0")
