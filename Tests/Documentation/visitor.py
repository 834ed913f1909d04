# SPDX-License-Identifier: Apache-2.0
"""A person at the picker's page, without a browser: an app asks, and the person chooses the strongest camera."""

import http.client
import json
import ssl
import subprocess
import threading

import agent

APP = "org.example.camera"


def visit(host, token):
    """Opens the link in the background."""
    threading.Thread(target=choose, args=(host, token), daemon=True).start()


def pair(host, token):
    """Opens a hub's link, as a phone does whose person has compared the fingerprint."""
    connection = http.client.HTTPSConnection(host, timeout=agent.PATIENCE, context=ssl._create_unverified_context())
    connection.request(
        "POST", "/open", json.dumps({"token": token}),
        {"Content-Type": "application/json", "Origin": f"https://{host}", "Sec-Fetch-Site": "same-origin"})
    connection.getresponse().read()


def choose(host, token):
    answer = post(host, "open", {"token": token}, {})
    session = {
        "Cookie": answer.headers["Set-Cookie"].partition(";")[0],
        "X-Accessory-Picker": json.loads(answer.read())["key"],
    }
    app = subprocess.Popen(
        ["accessoryctl", "setup", "--app", APP, "--", "true"], env=agent.environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    chosen = False
    for state in states(host, session):
        if state.get("mode") == "choosing" and state.get("items") and not chosen:
            item = max(state["items"], key=lambda item: item.get("signal", 0))
            post(host, "choose", {"presentation": state["presentation"], "item": item["id"]}, session)
            chosen = True
        elif state.get("mode") == "finished":
            post(host, "close", {"presentation": state["presentation"]}, session)
            break
    app.wait()


def connect(host):
    return http.client.HTTPConnection(host, timeout=agent.PATIENCE)


def post(host, act, body, session):
    connection = connect(host)
    connection.request(
        "POST", f"/{act}", json.dumps(body),
        {"Content-Type": "application/json", "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin", **session})
    return connection.getresponse()


def states(host, session):
    connection = connect(host)
    connection.request("GET", "/events", headers={"Sec-Fetch-Site": "same-origin", **session})
    for line in connection.getresponse():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])["picker"]
