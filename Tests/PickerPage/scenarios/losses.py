# SPDX-License-Identifier: Apache-2.0
"""Processes that end, well or not."""

import signal

from report import expect
from scenario import scenario
from world import camera

LOST = "ERR_|Failed to load resource"


@scenario("the page reports an agent that is killed, and goes on without a reload when it is back")
def agent_killed(world, browser):
    world.grant("MyCam-0107", "Porch")
    browser.enter(world.picker.link).js("window.mark = true")
    world.app().show(camera())
    browser.see(".card")
    world.kill_agent()
    browser.see("[data-banner=away]", "The accessory agent cannot be reached")
    browser.miss(".card")
    world.start_agent()
    browser.miss("[data-banner=away]")
    shown = world.app().show(camera())
    browser.click(".card[data-ssid='MyCam-0001'] .choose")
    shown.receive()
    browser.click("#to-accessories")
    browser.see(".device", "Porch")
    browser.see(".device", "MyCam-0001")
    expect(browser.js("return window.mark"), "the page was loaded again")


@scenario("a page whose agent is away does not wait for an app as well")
def agent_killed_while_waiting(world, browser):
    browser.enter(world.picker.link)
    browser.see("#heading", "Waiting for an app")
    world.kill_agent()
    browser.see("[data-banner=away]", "The accessory agent cannot be reached")
    browser.see("#heading", "Nothing can be chosen now")
    world.start_agent()
    browser.miss("[data-banner=away]")
    browser.see("#heading", "Waiting for an app")


@scenario("the page reports a picker that is killed, and what it showed cannot be chosen", complains=LOST)
def picker_killed(world, browser):
    browser.enter(world.picker.link)
    world.app().show(camera())
    browser.see(".card")
    world.picker.process.kill()
    browser.see("[data-banner=lost]", "The connection is lost")
    browser.miss(".choose:not(:disabled)")


@scenario("a picker that is ended announces that on the page", complains=LOST)
def picker_ended(world, browser):
    browser.enter(world.picker.link)
    world.picker.process.send_signal(signal.SIGTERM)
    browser.see("#over-ended", "This page has ended")
    expect(world.picker.process.wait(20) == 0, "it did not end well")
