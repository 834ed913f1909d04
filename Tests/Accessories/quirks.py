# SPDX-License-Identifier: Apache-2.0
"""What each family does that the others do not."""

import json

from playing import ADDRESS, JSON, RIGHT, SSID, WRONG, Device, check, esphome, shelly, shelly1, tasmota, theta


def check_shelly():
    def call(device, method, **parameters):
        return json.loads(device.post("/rpc", {"id": 7, "src": "me", "method": method, "params": parameters}).text)

    with Device("shelly") as device:
        answer = call(device, "Shelly.GetDeviceInfo")
        check(
            "shelly",
            "names itself and the caller",
            answer["id"] == 7 and answer["dst"] == "me" and answer["src"] == answer["result"]["id"],
        )
        check(
            "shelly",
            "refuses an unknown method",
            call(device, "Foo.Bar")["error"]["code"] == 404 and device.get("/rpc/Foo.Bar").status == 404,
        )
        bad = [
            {"sta": {"ssid": "", "enable": True}},
            {"sta": {"ssid": SSID, "pass": "short", "enable": True}},
            {"sta": {"ssid": SSID, "is_open": False, "enable": True}},
            {"nothing": {}},
        ]
        check(
            "shelly",
            "refuses wrong arguments",
            all(call(device, "WiFi.SetConfig", config=config)["error"]["code"] == -103 for config in bad),
        )
        check(
            "shelly", "is not connected at first", call(device, "WiFi.GetStatus")["result"]["status"] == "disconnected"
        )
        check(
            "shelly",
            "finds the network",
            SSID in [network["ssid"] for network in call(device, "WiFi.Scan")["result"]["results"]],
        )
        config = json.dumps({"sta": {"ssid": SSID, "pass": RIGHT, "enable": True}})
        check(
            "shelly",
            "takes the network by GET",
            json.loads(device.get("/rpc/WiFi.SetConfig", config=config).text) == {"restart_required": False},
        )
        device.event()
        check(
            "shelly",
            "says that it has an address",
            call(device, "WiFi.GetStatus")["result"]
            == {"sta_ip": ADDRESS, "status": "got ip", "ssid": SSID, "rssi": -60},
        )
        check("shelly", "has a relay", device.get("/rpc/Light.Set", id=0, on="true").status == 404)
        check("shelly", "shows no passphrase", RIGHT not in json.dumps(call(device, "Shelly.GetConfig")))
        check(
            "shelly",
            "ends the calls over Bluetooth",
            call(device, "BLE.SetConfig", config={"enable": True, "rpc": {"enable": False}})["result"]
            == {"restart_required": False}
            and call(device, "BLE.GetConfig")["result"]["rpc"] == {"enable": False},
        )
        check(
            "shelly",
            "closes its hotspot",
            call(device, "WiFi.SetConfig", config={"ap": {"enable": False}})["result"]
            and device.get("/shelly") is None,
        )
    with Device("shelly", "--light") as device:
        answer = json.loads(device.get("/rpc/Light.Set", id=0, on="true").text)
        check("shelly", "turns its light on", answer == {"was_on": False} and device.event() == {"event": "lamp", "on": True})
        check("shelly", "reports its light", json.loads(device.get("/rpc/Shelly.GetStatus").text)["light:0"]["output"] is True)
    with Device("shelly") as device:
        shelly(device, WRONG)
        device.event()
        check(
            "shelly",
            "gives no reason for a failure",
            call(device, "WiFi.GetStatus")["result"]
            == {"sta_ip": None, "status": "disconnected", "ssid": None, "rssi": 0},
        )
    closing = {"config": {"rpc": {"enable": False}}}
    for firmware in ("1.7.1", "2.0.0"):
        with Device("shelly", "--firmware", firmware) as device:
            answer = call(device, "BLE.SetConfig", **closing)
            check("shelly", f"closes Bluetooth with {firmware}", answer["result"]["restart_required"] is False, answer)
    with Device("shelly", "--firmware", "2.0.0") as device:
        answer = call(device, "BLE.SetConfig", config={"enable": True, **closing["config"]})
        check("shelly", "has no switch for Bluetooth in 2.0.0", answer["error"]["code"] == -103, answer)
    with Device("shelly", "--locked") as device:
        answer = shelly(device, RIGHT)
        check(
            "shelly",
            "wants a password where one was set",
            answer.status == 401
            and "SHA-256" in answer.headers["WWW-Authenticate"]
            and device.get("/shelly").status == 200,
        )


def check_shelly1():
    with Device("shelly1") as device:
        station = json.loads(device.get("/status").text)["wifi_sta"]
        own = {"connected": False, "ssid": "", "ip": "192.168.33.1", "rssi": 0}
        check("shelly1", "shows its own address in its hotspot", station == own, station)
        check("shelly1", "lists networks", json.loads(device.get("/wifiscan").text)["results"][0]["ssid"] == SSID)
        answer = json.loads(device.get("/settings/sta", enabled="yes", ssid=SSID).text)
        check("shelly1", "takes any other word for no", answer["enabled"] is False, answer)
        answer = device.get("/settings/sta", enabled="1", ssid="")
        seen = answer.status, answer.headers["Content-Type"], answer.text
        check("shelly1", "refuses an empty name in words", seen == (400, "text/plain", "Bad ssid!"), seen)
        answer = json.loads(shelly1(device, RIGHT).text)
        check(
            "shelly1",
            "answers the new settings without the key",
            answer["ssid"] == SSID and RIGHT not in json.dumps(answer),
        )
        check("shelly1", "closes its hotspot at once", device.get("/status") is None)
    for word in ("t", "Y", "TRUE"):
        with Device("shelly1") as device:
            device.get("/settings/sta", enabled=word, ssid=SSID, key=RIGHT)
            check("shelly1", f"takes {word} for yes", device.event().get("event") == "joined")
    with Device("shelly1", "--locked") as device:
        check(
            "shelly1",
            "wants a password where one was set",
            shelly1(device, RIGHT).status == 401 and device.get("/shelly").status == 200,
        )


def check_esphome():
    with Device("esphome", "--network", "Home", "--neighbour", "Café") as device:
        networks = json.loads(device.get("/config.json").text)["aps"]
        check(
            "esphome",
            "lists an empty network first",
            networks[0] == {} and [network["ssid"] for network in networks[1:]] == ["Home", "Café"],
        )
    with Device("esphome") as device:
        text = device.get("/config.json").text
        try:
            json.loads(text)
            check("esphome", "escapes nothing in names", False, text)
        except ValueError:
            check("esphome", "escapes nothing in names", f'"ssid":"{SSID}"' in text)
        answer = esphome(device, RIGHT)
        check(
            "esphome",
            "redirects and says no more",
            answer.status == 302 and answer.headers["Location"] == "/?save" and not answer.text,
        )
        device.event()
        check("esphome", "closes its hotspot", device.get("/config.json") is None)
    with Device("esphome", "--web-server", "auth") as device:
        check("esphome", "can have a web server with a password", device.get("/config.json").status == 401)
    with Device("esphome", "--web-server", "page") as device:
        check("esphome", "can have another page", "esp-app" in device.get("/config.json").text)


def check_wled():
    with Device("wled") as device:
        device.post("/json/cfg", {"nw": {"ins": [{"ssid": SSID, "psk": RIGHT}]}})
        network = json.loads(device.get("/json/cfg").text)["nw"]["ins"][0]
        check("wled", "shows the passphrase's length alone", network["pskl"] == len(RIGHT) and "psk" not in network)
        check("wled", "does not join before its restart", json.loads(device.get("/json/info").text)["ip"] == "")
        check("wled", "refuses what is no JSON", device.request("POST", "/json/cfg", headers=JSON).status == 400)
        answer = device.post("/json/state", {"rb": True})
        device.event()
        check(
            "wled",
            "answers, restarts and closes its hotspot",
            json.loads(answer.text) == {"success": True} and device.get("/json/info") is None,
        )
    with Device("wled", "--pin", "1234") as device:
        cfg = {"nw": {"ins": [{"ssid": SSID, "psk": RIGHT}]}}
        check(
            "wled",
            "wants its PIN",
            device.post("/json/cfg", cfg).status == 401
            and device.post("/json/cfg", {**cfg, "pin": "1234"}).status == 200,
        )


def check_tasmota():
    name, trying = "Home &amp; &quot;Garden&quot;", "Trying to connect device to network"
    with Device("tasmota", "--join-time", "2") as device:
        texts = tasmota(device, RIGHT).text, device.get("/wi").text
        check("tasmota", "says that it tries", trying in texts[0] and f"{trying}<br>{name}" in texts[1], texts)
    with Device("tasmota") as device:
        check("tasmota", "lists networks", f"{name}</a>" in device.get("/wi").text)
        tasmota(device, RIGHT)
        device.event()
        text = device.get("/").text
        check(
            "tasmota",
            "names its new address alone",
            "Successful WiFi Connection" in text and f"http://{ADDRESS}'" in text and "id='s1'" not in text,
            text,
        )
        check("tasmota", "restarts after that", device.get("/wi") is None)
    failed = f"Connect failed to {name}<br>Please, check your credentials"
    for option, second in (("--join-time=0", failed), ("--esp32", "Configuration saved")):
        with Device("tasmota", option) as device:
            for word in (failed, second):
                tasmota(device, WRONG)
                device.event()
                text = device.get("/wi").text
                check("tasmota", f"says how it failed with {option}", word in text, text)
    with Device("tasmota") as device:
        answer = device.request("GET", "/generate_204", headers={"Host": "connectivitycheck.gstatic.com"})
        seen = answer.status, answer.headers["Location"]
        check("tasmota", "leads other hosts to itself", seen == (302, "http://192.168.4.1"), seen)
        check("tasmota", "has no other page", device.get("/generate_204").status == 404)
        answer = json.loads(device.get("/cm", cmnd="Status 5").text)
        check("tasmota", "takes commands", answer["StatusNET"]["Mac"] == "C0:49:EF:8C:48:0C", answer)
    with Device("tasmota", "--locked") as device:
        texts = device.get("/wi").text, device.get("/").text
        check("tasmota", "has a form without a password", "id='s1'" in texts[0] and "id='s1'" not in texts[1], texts)
        check("tasmota", "takes no command without it", device.get("/cm", cmnd="Status 5").status == 401)
        seen = tasmota(device, RIGHT).status, device.event().get("event"), device.get("/wi").status
        check("tasmota", "hides the result behind it", seen == (401, "joined", 401), seen)
    with Device("tasmota", "--limit", "0") as device:
        check("tasmota", "ends after its time", device.get("/wi") is None)


def check_theta():
    def execute(device, name, **parameters):
        answer = device.post("/osc/commands/execute", {"name": name, "parameters": parameters})
        return answer.status, json.loads(answer.text)

    def code(device, name, **parameters):
        return execute(device, name, **parameters)[1]["error"]["code"]

    network = {"ssid": SSID, "security": "WPA/WPA2 PSK", "password": RIGHT}
    client = {"options": {"_networkType": "CL"}}
    with Device("theta") as device:
        refusal = code(device, "camera.setOptions", **client)
        check("theta", "has no client mode without a network", refusal == "disabledCommand", refusal)
        answer = execute(device, "camera._setAccessPoint", **network)
        check("theta", "keeps the network", answer == (200, {"name": "camera._setAccessPoint", "state": "done"}))
        check("theta", "lists it without the password", RIGHT not in str(execute(device, "camera._listAccessPoints")))
        answer = execute(device, "camera.setOptions", **client)
        check(
            "theta",
            "joins when it is switched to its client mode",
            answer[0] == 200 and device.event().get("event") == "joined" and device.get("/osc/info") is None,
        )
    with Device("theta") as device:
        bad = [
            (network | {"security": "WPA9"}, "invalidParameterValue"),
            ({"security": "none"}, "missingParameter"),
            ({"ssid": SSID}, "missingParameter"),
            (network | {"security": "none"}, "invalidParameterValue"),
            (network | {"security": "WPA3-SAE"}, "invalidParameterValue"),
        ]
        check(
            "theta",
            "refuses wrong parameters",
            all(code(device, "camera._setAccessPoint", **parameters) == error for parameters, error in bad),
        )
        check("theta", "refuses another command", code(device, "camera.fly") == "unknownCommand")
        check(
            "theta",
            "refuses other options",
            code(device, "camera.setOptions", options={"_wings": 2}) == "invalidParameterName",
        )
        for number in range(6):
            execute(device, "camera._setAccessPoint", ssid=f"Network {number}", security="none")
        points = execute(device, "camera._listAccessPoints")[1]["results"]["accessPoints"]
        check("theta", "keeps five networks", [point["ssid"][-1] for point in points] == list("54321"), points)
    with Device("theta", "--model", "RICOH THETA SC2") as device:
        check(
            "theta",
            "is no station as an SC2",
            code(device, "camera._setAccessPoint", **network) == "unknownCommand"
            and code(device, "camera.setOptions", **client) == "invalidParameterName",
        )
    with Device("theta", "--model", "RICOH360 THETA A1") as device:
        check(
            "theta",
            "takes no open network as an A1",
            code(device, "camera._setAccessPoint", ssid=SSID, security="none") == "invalidParameterValue"
            and execute(device, "camera._setAccessPoint", **network | {"security": "WPA3-SAE"})[0] == 200,
        )
