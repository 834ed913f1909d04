# SPDX-License-Identifier: Apache-2.0
"""The page of a desktop's own picker, as the menu opens it."""

from report import expect
from scenario import scenario
from scenarios.entering import REFUSED
from world import Desktop


def reads_of_no_hub(browser):
    text = browser.js("return document.body.innerText")
    expect("hub" not in text.lower(), f"the page has a word of hubs:\n{text}")


@scenario("the menu's second tab leaves the first one as it is, and both may be closed")
def second_tab(world, browser):
    desktop = Desktop(world)
    browser.enter(desktop.link()).see("#accessories-heading", "Accessories")
    first = browser.driver.current_window_handle
    desktop.open()
    browser.driver.switch_to.new_window("tab")
    browser.enter(desktop.link()).see("#accessories-heading", "Accessories")
    browser.click("#to-picker")
    browser.see("#waiting-text", "You can close this tab", "opens by itself")
    reads_of_no_hub(browser)
    browser.driver.close()
    browser.driver.switch_to.window(first)
    # Its connection is alive, and its acts are taken.
    world.grant("MyCam-0001", "Porch")
    browser.see(".device", "Porch")
    browser.click(".forget")
    browser.click("#forget-yes")
    browser.miss(".device")


@scenario("a desktop's page that is locked leads to the menu, without a word of hubs", complains=REFUSED)
def locked(world, browser):
    link = Desktop(world).link()
    browser.open(link.partition("/open")[0] + "/").see("#locked", "menu of your desktop")
    reads_of_no_hub(browser)
    browser.open(link.partition("#")[0] + "#" + "A" * 24).see("#unknown", "menu of your desktop")
    reads_of_no_hub(browser)
