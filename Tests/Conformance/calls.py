# SPDX-License-Identifier: Apache-2.0
"""Every method of the agent, called on the air of conf/demo-air.conf and AIR: a table in the order in which the calls are made.

A new method needs a row here, or the last check fails. Fields of replies and errors that are not named are still compared
with the interface's description, strictly. A row is on a connection of its own, unless `on` names one: that stays open for
later rows of the same name, until Close.
"""

from dataclasses import dataclass, field
from typing import Any

from shapes import ABSENT, Including, Save, Saved

SETUP, PICKER, CONTROL = "org.accessoryd.Setup", "org.accessoryd.Picker", "org.accessoryd.Control"
BLUETOOTH = "org.accessoryd.Bluetooth"
APP = "org.example.conformance"
MANIFEST = """[App]
Name=Conformance
[Identity]
Users={user}
[Discovery]
SSIDs=MySensor
SSIDPrefixes=MyCam-
BluetoothServices=180D
"""
SETTINGS = f"""[Uplink]
CredentialsFor={APP}
"""
# In addition to conf/demo-air.conf: a device whose name is an access point's SSID, one without a network, and accessories
# that take the home network from the agent and from another program.
AIR = """
[AccessPoint two radios]
SSID=MyCam-00112233
BSSID=02:00:00:00:0A:01
Signal=40

[Device two radios]
Address=02:00:00:00:0C:01
Name=MyCam-00112233
Services=180D
ServiceData=180D:0102
ManufacturerData=02F2:0304
Characteristics=180D/2A37:0001 read write notify; 180D/2A39:00 write-without-response
Descriptors=180D/2A37/2901:'Rate'

[AccessPoint new]
SSID=shelly1-C049EF
BSSID=02:00:00:00:0A:02
Signal=30

[Device matter]
Address=02:00:00:00:0C:03
Name=Desk Bulb
ServiceData=FFF6:00000FF1FF008000

[Device another]
Address=C2:00:00:00:0C:02
AddressType=random
RSSI=unknown

[AccessPoint home at 2.4 GHz]
SSID=HomeNet
BSSID=02:00:00:00:0A:03
Frequency=2462
Signal=20
Security=wpa2
Passphrase=correct horse battery

[Device bulb that takes no network]
Address=02:00:00:00:0C:04
Name=Bulb
Services=00467768-6228-2272-4663-277478268000
ServiceData=4677:020100000000
Characteristics=00467768-6228-2272-4663-277478268000/00467768-6228-2272-4663-277478268003:00 write
RSSI=-50
"""
PLAN = f"""[Plan]
App={APP}
Choose=only
Afterwards=run
[Accessory]
SSID=MyCam-0001
Name=Planned
[Program]
Command=/bin/true --quiet
"""


@dataclass
class Call:
    """One reply: `reply` has the least fields that it must have. `error` is of the method's interface unless it has dots."""

    method: str
    parameters: dict = field(default_factory=dict)
    reply: Any = None
    error: str | None = None
    # The field that the error names.
    names: str | None = None
    # The fields that the error must have.
    fields: dict = field(default_factory=dict)
    on: str | None = None
    # The calls by others until the reply comes.
    during: list = field(default_factory=list)


@dataclass
class Stream:
    """Replies to a call with `more`: these come in this order, maybe with others between them.

    `ends`: nothing comes after the last of them. Without `on` the connection is closed then.
    """

    method: str
    parameters: dict = field(default_factory=dict)
    replies: list = field(default_factory=list)
    error: str | None = None
    # The field that the error names.
    names: str | None = None
    # The fields that the error must have.
    fields: dict = field(default_factory=dict)
    on: str | None = None
    ends: bool = False


@dataclass
class Next:
    """More replies on a stream that was begun before."""

    on: str
    replies: list
    error: str | None = None
    ends: bool = False


@dataclass
class Close:
    """Ends a connection, and what it held."""

    on: str


def record(ssid, **more):
    return {"app": APP, "accessory": {"ssid": ssid, "state": "authorized"}, **more}


def lease(state, **more):
    return {"lease": {"state": state, **more}}


JOINING = [lease("associating", uplink="HomeNet"), lease("authenticating"), lease("addressing")]
JOINED = lease("joined", link={"interface": "wlan0", "address": "192.168.4.2", "gateway": "192.168.4.1"})
LEFT = [lease("left", uplink="HomeNet"), lease("restored", uplink="HomeNet")]
CAMERA = {"name": "A camera", "descriptor": {"ssid": "MyCam-0001"}}
# Shown first without items, then with what was heard.
SHOWN = {"update": {"kind": "items", "app": APP, "presentation": Save("presentation", str),
                    "items": [{"id": Save("item", str), "ssid": "MyCam-0001", "needsPassphrase": False}]}}
CHANGE = {"expected": "wpa2", "seen": "open"}
CHANGED = {"message": Including("MyCam-0107"), "field": ABSENT, "change": CHANGE}
SERVICE = "0000180D-0000-1000-8000-00805F9B34FB"
# The header of a GIF of 1 by 1 pixel.
PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAAA=="
PICK = {"presentation": Saved("presentation"), "item": Saved("item")}
ASKED = {"update": {"kind": "question", "presentation": Save("presentation", str), "question": {
    "id": Save("question", str)}}}
ANSWER = {"presentation": Saved("presentation"), "question": Saved("question")}


def event(kind, **more):
    return {"event": {"type": kind, **more}}


ROWS = [
    # The agent, its apps and its air.
    Call(f"{CONTROL}.GetStatus", reply={
        "version": str, "backend": Including("simulated"), "apps": 1, "accessRecords": 0, "pickers": 0, "faults": [],
        "leases": [], "adapters": [{"interface": "wlan0", "state": "connected", "detail": "HomeNet"}],
        "bluetooth": {"backend": Including("simulated"), "unavailable": ABSENT, "adapters": [
            {"name": "hci0", "address": "02:00:00:00:0b:00", "unavailable": ABSENT}]}}),
    Call(f"{CONTROL}.ListApps", reply={"faults": [], "apps": [{"id": APP, "name": "Conformance"}]}),
    Call(f"{CONTROL}.CheckManifest", {"path": "org.example.new.conf", "contents": MANIFEST.format(user="1000")},
         reply={"app": {"id": "org.example.new", "name": "Conformance"}, "faults": []}),
    Call(f"{CONTROL}.CheckManifest", {"path": "org.example.new.conf", "contents": "[App]\nNmae=A\n"},
         reply={"app": ABSENT, "faults": Including(Including("org.example.new.conf:2: [App] Nmae"))}),
    Call(f"{CONTROL}.ReloadConfiguration", reply={"faults": [], "apps": [{"id": APP}]}),
    Stream(f"{CONTROL}.Scan", {"app": APP}, [
        {"networks": Including({"ssid": "MyCam-0001", "bssid": "02:00:00:00:01:01", "security": "open"})},
        {"isComplete": True}]),
    Stream(f"{CONTROL}.Scan", {"descriptors": [{"ssidPrefix": "Neigh"}], "interface": "wlan0"},
           [{"networks": [{"ssid": "Neighbours upstairs"}]}]),
    Stream(f"{CONTROL}.Scan", {"descriptors": [{"bluetoothServiceUUID": "180D", "ssidPrefix": "MyCam-"}]}, [
        {"devices": Including({
            "address": "02:00:00:00:0c:01", "addressKind": "public", "adapter": "hci0", "rssi": int, "isBonded": False,
            "bssid": "02:00:00:00:0a:01", "advertisement": {
                "name": "MyCam-00112233", "services": [SERVICE], "serviceData": {SERVICE: "0102"},
                "manufacturerData": {"02f2": "0304"}}})}]),
    Stream(f"{CONTROL}.Scan", {"descriptors": [{"bluetoothNameSubstring": "Cam"}]}, error="InvalidRequest",
           names="descriptors[0].bluetoothServiceUUID"),
    Call(f"{CONTROL}.ExplainBridge", {"seconds": 1}, reply={"bridges": Including(
        {"bluetoothAddress": "02:00:00:00:0c:01", "addressKind": "public", "bluetoothName": "MyCam-00112233",
         "verdict": "bridged", "explanation": Including(Including("can be forged")), "network": {
             "ssid": "MyCam-00112233", "bssid": "02:00:00:00:0a:01", "strength": float,
             "evidence": Including({"family": "Name", "weight": float})}},
        {"bluetoothAddress": "c2:00:00:00:0c:02", "addressKind": "staticRandom", "verdict": "unknown",
         "bluetoothName": ABSENT, "rssi": ABSENT, "network": ABSENT, "runnerUp": ABSENT})}),
    Call(f"{CONTROL}.ExplainBridge", {"app": APP, "ssid": "MyCam-00112233", "seconds": 1},
         reply={"bridges": [{"bluetoothAddress": "02:00:00:00:0c:01"}]}),
    Call(f"{CONTROL}.ExplainBridge", {"bluetoothAddress": "C2:00:00:00:0C:02", "seconds": 1},
         reply={"bridges": [{"bluetoothAddress": "c2:00:00:00:0c:02"}]}),
    Call(f"{CONTROL}.ExplainBridge", {"app": "org.example.nobody"}, error="UnknownApp"),
    Call(f"{CONTROL}.ExplainBridge", {"bluetoothAddress": "02:00"}, error="InvalidRequest", names="bluetoothAddress"),
    Call(f"{CONTROL}.ExplainBridge", {"seconds": 121}, error="InvalidRequest", names="seconds"),
    Stream(f"{CONTROL}.Scan", {"app": "org.example.nobody"}, error="UnknownApp"),
    Stream(f"{CONTROL}.Scan", {"descriptors": [{"ssid": "a"}, {"ssid": "a", "ssidPrefix": "b"}]},
           error="InvalidRequest", names="descriptors[1].ssidPrefix"),
    Stream(f"{CONTROL}.Monitor", replies=[{"event": ABSENT}], on="monitor"),

    # New accessories. Nothing here hands the home network over: the radio lab does.
    Stream(f"{CONTROL}.FindNewAccessories", replies=[{
        "accessories": Including({"ssid": "shelly1-C049EF", "family": "shelly1", "isCertain": True}),
        "others": Including({"name": "Desk Bulb", "ecosystem": "matter", "bluetoothAddress": "02:00:00:00:0c:03",
                             "discriminator": 3840, "vendor": 0xFFF1, "product": 0x8000})}]),
    Stream(f"{CONTROL}.FindNewAccessories", {"ssids": ["MyCam-00112233"], "bluetoothName": "MyCam-00112233"}, replies=[{
        "namesakes": Including(
            {"name": "MyCam-00112233", "ssid": "MyCam-00112233", "bssid": "02:00:00:00:0a:01", "reason": "noFamily",
             "explanation": str, "bluetoothAddress": ABSENT}),
        "accessories": Including({"name": "MyCam-00112233", "bluetoothAddress": "02:00:00:00:0c:01", "family": "gopro"})}]),
    Stream(f"{CONTROL}.FindNewAccessories", {"ssids": ["MyCam-00112233"], "family": "esphome"}, replies=[{
        "namesakes": [], "accessories": Including({"ssid": "MyCam-00112233", "family": "esphome", "isCertain": False})}]),
    Stream(f"{CONTROL}.FindNewAccessories", {"address": "here"}, error="InvalidRequest", names="address"),
    Stream(f"{CONTROL}.FindNewAccessories", {"interface": "wlan9"}, error="RadioUnavailable"),
    Stream(f"{CONTROL}.Onboard", {"ssid": "shelly1-C049EF", "bluetoothAddress": "02:00:00:00:0C:03"},
           error="InvalidRequest", names="bluetoothAddress"),

    # Access, granted and asked for by an administrator.
    Call(f"{CONTROL}.GrantAccess", {"app": APP, "ssid": "MyCam-0042", "name": "Porch", "passphrase": "camera-0042"},
         reply={"record": record("MyCam-0042", origin="administrator", accessory={
             "id": Save("porch", str), "displayName": "Porch", "ssid": "MyCam-0042", "state": "authorized"})}),
    Next("monitor", [{"event": {"kind": "access", "app": APP}}]),
    Call(f"{CONTROL}.GrantAccess", {"app": APP, "ssid": "Neighbours upstairs"}, error="InvalidRequest", names="ssid"),
    Call(f"{CONTROL}.GrantAccess", {"app": APP, "ssid": "MyCam-0042", "passphrase": "short"},
         error="InvalidRequest", names="passphrase"),
    Call(f"{CONTROL}.ListAccess", reply={"records": [record("MyCam-0042")]}),
    Call(f"{CONTROL}.ListAccess", {"app": "org.example.nobody"}, error="UnknownApp"),
    Call(f"{CONTROL}.CheckAccess", {"app": APP, "accessory": Saved("porch")}, reply={"record": record("MyCam-0042")}),
    Call(f"{CONTROL}.CheckAccess", {"app": APP, "ssid": "MyCam-0042"}, reply={"record": record("MyCam-0042")}),
    Call(f"{CONTROL}.CheckAccess", {"app": APP, "ssid": "MyCam-0001"}, error="NotAuthorized"),
    Call(f"{CONTROL}.CheckAccess", {"app": APP, "accessory": "no such"}, error="UnknownAccessory"),
    Call(f"{CONTROL}.CheckAccess", {"app": APP}, error="InvalidRequest"),

    Call(f"{CONTROL}.ListAccessories",
         reply={"accessories": [{"accessory": {"id": Saved("porch")}, "records": [record("MyCam-0042")]}]}),
    Call(f"{CONTROL}.RenameAccessory", {"accessory": Saved("porch"), "name": "Front porch"},
         reply={"accessory": {"id": Saved("porch"), "displayName": "Front porch"}}),
    Call(f"{CONTROL}.RenameAccessory", {"accessory": Saved("porch"), "name": ""}, error="InvalidRequest", names="name"),
    Call(f"{CONTROL}.RenameAccessory", {"accessory": "no such", "name": "a"}, error="UnknownAccessory"),
    Call(f"{CONTROL}.SetAccessoryImage", {"accessory": Saved("porch"), "image": PICTURE},
         reply={"accessory": {"id": Saved("porch"), "image": Save("own image", str)}}),
    Call(f"{CONTROL}.ListAccessories",
         reply={"accessories": [{"accessory": {"image": Saved("own image")}, "hasOwnImage": True}]}),
    Call(f"{CONTROL}.SetAccessoryImage", {"accessory": Saved("porch"), "image": "camera"}, error="InvalidRequest",
         names="image"),
    Call(f"{CONTROL}.SetAccessoryImage", {"accessory": "no such"}, error="UnknownAccessory"),
    Call(f"{CONTROL}.SetAccessoryImage", {"accessory": Saved("porch"), "image": None},
         reply={"accessory": {"id": Saved("porch"), "image": ABSENT}}),
    Call(f"{CONTROL}.SetAccess", {"app": APP, "ssid": "MyCam-0042", "allowed": False},
         reply={"records": [record("MyCam-0042", accessory={"id": Saved("porch"), "state": "unauthorized"})]}),
    Call(f"{CONTROL}.CheckAccess", {"app": APP, "ssid": "MyCam-0042"}, error="UserRestricted"),
    Call(f"{CONTROL}.SetAccess", {"app": APP, "accessory": Saved("porch"), "allowed": True},
         reply={"records": [record("MyCam-0042")]}),

    # The app's own view.
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA]}, error="ActivationFailed"),
    Stream(f"{SETUP}.Activate", replies=[
        {**event("activated"), "accessories": [{"id": Saved("porch"), "displayName": "Front porch"}]}], on="session"),
    Call(f"{SETUP}.ListAccessories", reply={"accessories": [{"id": Saved("porch"), "ssid": "MyCam-0042"}]}),
    Call(f"{SETUP}.GetAccess", {"ssid": "MyCam-0042"}, reply={"record": record("MyCam-0042")}),
    Call(f"{SETUP}.GetAccess", {"accessory": Saved("porch")}, reply={"record": record("MyCam-0042")}),
    Call(f"{SETUP}.GetAccess", {"ssid": "MyCam-0001"}, error="NotAuthorized"),
    Call(f"{SETUP}.GetLocation", {"accessory": Saved("porch")}, reply={"location": ABSENT}),
    Call(f"{SETUP}.GetLocation", {"accessory": "no such"}, error="UnknownAccessory"),
    Stream(f"{SETUP}.Observe", {"accessories": [Saved("porch")]}, replies=[{"presence": ABSENT}], on="presence"),
    Next("presence", [{"presence": {"accessory": Saved("porch"), "change": "appeared", "radio": "wifi"}}]),
    Close("presence"),
    Stream(f"{SETUP}.Observe", {"accessories": ["no such"]}, error="UnknownAccessory"),
    Stream(f"{SETUP}.Observe", {"accessories": []}, error="InvalidRequest", names="accessories"),
    Call(f"{SETUP}.RenameAccessory", {"accessory": Saved("porch"), "name": "Porch"},
         reply={"accessory": {"id": Saved("porch"), "displayName": "Porch"}}),
    Next("session", [event("accessoryChanged", accessory={"displayName": "Porch"})]),
    Call(f"{SETUP}.RemoveAccessory", {"accessory": "no such"}, error="UnknownAccessory"),

    # A hotspot, held by the app and by an administrator.
    Call(f"{SETUP}.LeaveHotspot", error="UnknownAccessory"),
    Stream(f"{SETUP}.JoinHotspot", {"ssid": "MyCam-0042"}, [*JOINING, JOINED], on="lease"),
    Call(f"{CONTROL}.GetStatus", reply={"leases": [{"app": APP, "lease": {"state": "joined"}}]}),
    Call(f"{SETUP}.GetJoinedHotspot", reply={"ssid": "MyCam-0042", "link": {"interface": "wlan0"}}),
    Call(f"{SETUP}.GetUplinkCredentials", reply={"uplink": {
        "ssid": "HomeNet", "security": "wpa2-wpa3", "passphrase": "correct horse battery", "isHidden": False}}),
    Call(f"{SETUP}.LeaveHotspot", reply={}),
    Next("lease", LEFT, ends=True),
    Call(f"{SETUP}.GetUplinkCredentials", error="NotAuthorized"),
    Stream(f"{CONTROL}.JoinHotspot", {"app": APP, "accessory": Saved("porch")}, [*JOINING, JOINED], on="control lease"),
    Call(f"{CONTROL}.LeaveHotspot", {"app": APP}, reply={}),
    Next("control lease", LEFT, ends=True),
    Call(f"{CONTROL}.LeaveHotspot", {"app": APP}, error="UnknownAccessory"),
    Stream(f"{SETUP}.JoinHotspot", {"ssid": "MySensor"}, error="NotAuthorized"),

    # A passphrase implies a key, and the network with this SSID is open.
    Call(f"{CONTROL}.GrantAccess", {"app": APP, "ssid": "MyCam-0107", "passphrase": "camera-0107"},
         reply={"record": record("MyCam-0107", accessory={"id": Save("posed as", str)})}),
    Stream(f"{SETUP}.JoinHotspot", {"ssid": "MyCam-0107"}, error="SecurityChanged", fields=CHANGED),
    Stream(f"{CONTROL}.JoinHotspot", {"app": APP, "accessory": Saved("posed as")}, error="SecurityChanged",
           fields=CHANGED),
    Call(f"{SETUP}.ApplyHotspot", {"ssid": "MyCam-0107", "passphrase": "camera-0107"},
         reply={"joined": False, "link": ABSENT, "error": {"code": "SecurityChanged", **CHANGED}}),
    Call(f"{SETUP}.RemoveHotspot", {"ssid": "MyCam-0107"}, reply={}),
    Call(f"{CONTROL}.ListHistory", {"app": APP, "accessory": Saved("posed as")},
         reply={"entries": Including({"action": "securityChanged", "why": Including("WPA2 or better was expected")})}),
    Stream(f"{PICKER}.Register", replies=[{"update": {"kind": "registered"}}], on="picker"),
    Call(f"{SETUP}.ShowPicker", {"items": [{"name": "A camera", "descriptor": {"ssid": "MyCam-0107"}}]},
         error="SecurityChanged", fields=CHANGED, during=[
             Next("picker", [{"update": {"kind": "items", "presentation": Save("presentation", str), "items": [
                 {"id": Save("item", str), "ssid": "MyCam-0107"}]}}]),
             Call(f"{PICKER}.Select", PICK, reply={}),
             Next("picker", [{"update": {"kind": "question", "question": {
                 "id": Save("question", str), "kind": "security", "text": "MyCam-0107", "change": CHANGE}}}]),
             Call(f"{PICKER}.Answer", {**ANSWER, "accepted": False}, reply={}),
             Next("picker", [{"update": {"kind": "dismissed", "error": {"code": "SecurityChanged", **CHANGED}}}])]),
    Close("picker"),
    Next("session", [event("pickerSetupFailed", error={"code": "SecurityChanged", **CHANGED}),
                     event("pickerDidDismiss")]),
    Call(f"{CONTROL}.RemoveAccessory", {"accessory": Saved("posed as")}, reply={}),

    # A person at a picker.
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA]}, error="PickerUnavailable"),
    Stream(f"{PICKER}.Register", replies=[{"update": {"kind": "registered"}}], on="picker"),
    Call(f"{CONTROL}.GetStatus", reply={"pickers": 1}),
    Call(f"{SETUP}.ShowPicker", {"items": []}, error="InvalidRequest", names="items"),
    Call(f"{SETUP}.ShowPicker", {"items": [{**CAMERA, "descriptor": {"ssidPrefix": "Neigh"}}]},
         error="InvalidRequest", names="items[0].descriptor.ssidPrefix"),
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA]}, error="UserCancelled", during=[
        Next("picker", [SHOWN]),
        Call(f"{PICKER}.Cancel", {"presentation": Saved("presentation")}, reply={}),
        Next("picker", [{"update": {"kind": "dismissed", "error": {"code": "UserCancelled"}}}])]),
    Next("session", [event("pickerDidPresent"), event("pickerDidDismiss")]),
    # A picker without a person, which has no passphrase.
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA]}, error="PassphraseMissing", during=[
        Next("picker", [SHOWN]),
        Call(f"{PICKER}.Cancel", {"presentation": Saved("presentation"), "reason": "noPassphrase"}, reply={}),
        Next("picker", [{"update": {"kind": "dismissed", "error": {"code": "PassphraseMissing"}}}])]),
    Next("session", [event("pickerDidPresent"), event("pickerDidDismiss")]),
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA], "discoveryTimeout": 20},
         reply={"accessory": {"ssid": "MyCam-0001", "id": Save("camera", str)}, "link": {"interface": "wlan0"}},
         during=[
             Next("picker", [SHOWN]),
             Call(f"{PICKER}.Select", PICK, reply={}),
             Next("picker", [
                 {"update": {"kind": "progress", **JOINED}},
                 {"update": {"kind": "dismissed", "error": ABSENT}}])]),
    Next("session", [
        event("pickerDidPresent"), event("accessoryAdded", accessory={"id": Saved("camera")}),
        event("pickerDidDismiss")]),
    Call(f"{SETUP}.LeaveHotspot", reply={}),

    # With the field's options: the app confirms, the person gives a name; what was set up before migrates as well.
    Call(f"{SETUP}.FinishAuthorization", {"accessory": "no such"}, error="UnknownAccessory"),
    Call(f"{SETUP}.FailAuthorization", {"accessory": "no such"}, error="UnknownAccessory"),
    Call(f"{SETUP}.ShowPicker", {"items": [{**CAMERA, "setupOptions": ["confirmAuthorization"], "showsOwn": True}]},
         error="ConnectionFailed", during=[
             Next("picker", [SHOWN]),
             Call(f"{PICKER}.Select", PICK, reply={}),
             Next("session", [event("accessoryChanged", link={"interface": "wlan0"}, accessory={
                 "id": Save("waiting", str), "state": "awaitingAuthorization"})]),
             Call(f"{SETUP}.FailAuthorization", {"accessory": Saved("waiting")}, reply={})]),
    # The rest of this presentation on the picker's stream must not count as the next one.
    Next("picker", [{"update": {"kind": "dismissed", "error": {"code": "ConnectionFailed"}}}]),
    Next("session", [event("pickerSetupFailed", error={"code": "ConnectionFailed"}), event("pickerDidDismiss")]),
    Call(f"{SETUP}.RemoveAccessory", {"accessory": Saved("camera")}, reply={}),
    Call(f"{SETUP}.ShowPicker", {"items": [{**CAMERA, "image": "data:nothing"}]}, error="InvalidRequest",
         names="items[0].image"),
    Call(f"{SETUP}.ShowPicker", {"items": [], "migrations": [{"name": "A", "ssid": "Neighbours upstairs"}]},
         error="InvalidRequest", names="migrations[0].ssid"),
    Call(f"{SETUP}.ShowPicker", {
             "items": [{**CAMERA, "image": PICTURE, "setupOptions": ["rename", "confirmAuthorization", "finishInApp"]}],
             "migrations": [{"name": "The old one", "ssid": "MyCam-0777"}], "isUnbounded": True},
         reply={"accessory": {"ssid": "MyCam-0001", "id": Save("camera", str), "displayName": "Named by a person",
                              "image": Save("image", str)},
                "migrated": [{"displayName": "The old one", "id": Save("old", str)}], "link": {"interface": "wlan0"}},
         during=[
             Next("picker", [SHOWN]),
             Call(f"{PICKER}.Select", PICK, reply={}),
             Next("session", [event("accessoryChanged", accessory={"id": Save("waiting", str)})]),
             Call(f"{SETUP}.FinishAuthorization", {"accessory": Saved("waiting"), "ssid": "Neighbours upstairs"},
                  error="InvalidRequest", names="ssid"),
             Call(f"{SETUP}.FinishAuthorization", {
                 "accessory": Saved("waiting"), "bluetoothTransportBridgingIdentifier": "02:00:00:00:01:99"}, reply={}),
             Next("session", [event("pickerSetupRename")]),
             Next("picker", [ASKED]),
             Call(f"{PICKER}.Answer", {**ANSWER, "accepted": True}, error="InvalidRequest", names="text"),
             Call(f"{PICKER}.Answer", {**ANSWER, "accepted": True, "text": "Named by a person"}, reply={}),
             Next("picker", [{"update": {"kind": "dismissed", "finishInApp": True}}])]),
    Next("session", [
        event("accessoryAdded", accessory={"id": Saved("camera"), "state": "authorized"}),
        {**event("migrationComplete"), "accessories": Including({"id": Saved("old")})}, event("pickerDidDismiss")]),
    Call(f"{PICKER}.GetImage", {"image": Saved("image")}, reply={"type": "image/gif", "data": "R0lGODlhAQABAAAAAA=="}),
    Call(f"{PICKER}.GetImage", {"image": "/etc/passwd"}, error="InvalidRequest", names="image"),
    Call(f"{SETUP}.LeaveHotspot", reply={}),
    Call(f"{SETUP}.RemoveAccessory", {"accessory": Saved("old")}, reply={}),

    # Wider access to an accessory, and a name that a person gives later.
    Call(f"{SETUP}.UpdateAuthorization", {"accessory": Saved("camera"), "descriptor": {"ssid": "Neighbours upstairs"}},
         error="InvalidRequest", names="descriptor.ssid"),
    Call(f"{SETUP}.UpdateAuthorization", {"accessory": Saved("camera"), "descriptor": {"ssidPrefix": "MyCam-"}},
         reply={"accessory": {"id": Saved("camera"), "descriptor": {"ssidPrefix": "MyCam-"}}}, during=[
             Next("picker", [ASKED]), Call(f"{PICKER}.Answer", {**ANSWER, "accepted": True}, reply={})]),
    Call(f"{SETUP}.RenameAccessory", {"accessory": Saved("camera"), "options": ["ssid"]}, error="UserCancelled",
         during=[Next("picker", [ASKED]), Call(f"{PICKER}.Answer", {**ANSWER, "accepted": False}, reply={})]),
    Call(f"{PICKER}.Answer", {**ANSWER, "accepted": False}, error="InvalidRequest", names="presentation"),

    # Over Bluetooth: one item with two radios, which is paired with where nothing is compared.
    Call(f"{SETUP}.ShowPicker", {"items": [{"name": "Two radios", "descriptor": {
             "bluetoothServiceUUID": "180D", "ssidPrefix": "MyCam-", "supportedOptions": ["bluetoothPairingLE"]}}]},
         reply={"accessory": {"id": Save("dual", str), "ssid": "MyCam-00112233",
                              "bluetoothIdentifier": Save("bluetooth", str)}},
         during=[
             Next("picker", [{"update": {"kind": "items", "presentation": Save("presentation", str), "items": [{
                 "id": Save("item", str), "ssid": "MyCam-00112233", "bluetoothName": "MyCam-00112233",
                 "bluetoothAddress": "02:00:00:00:0c:01"}]}}]),
             Call(f"{PICKER}.Select", PICK, reply={}),
             Next("session", [event("pickerSetupPairing")]),
             Next("picker", [{"update": {"kind": "question", "presentation": Save("presentation", str), "question": {
                 "id": Save("question", str), "kind": "pairing", "text": "MyCam-00112233"}}}]),
             Call(f"{PICKER}.Answer", {**ANSWER, "accepted": True}, reply={})]),
    Next("picker", [{"update": {"kind": "dismissed", "error": ABSENT}}]),
    Call(f"{SETUP}.GetAccess", {"bluetooth": Saved("bluetooth")},
         reply={"record": record("MyCam-00112233"), "bluetooth": {"isAway": False, "path": str}}),
    Call(f"{SETUP}.LeaveHotspot", reply={}),

    # Its Bluetooth side.
    Stream(f"{BLUETOOTH}.Monitor", replies=[{"state": "poweredOn", "peripherals": [
        {"accessory": Saved("dual"), "identifier": Saved("bluetooth"), "isConnected": False}]}]),
    Stream(f"{BLUETOOTH}.Scan", {"services": ["180D"]}, [{"sighting": {
        "accessory": Saved("dual"), "advertisement": {"name": "MyCam-00112233"}, "rssi": int}}]),
    Stream(f"{BLUETOOTH}.Scan", {"services": ["180D", "heart"]}, error="InvalidRequest", names="services[1]"),
    Call(f"{BLUETOOTH}.ReadValue", {"accessory": Saved("dual"), "handle": 2}, error="NotConnected"),
    Stream(f"{BLUETOOTH}.Connect", {"accessory": "no such"}, error="UnknownAccessory"),
    Stream(f"{BLUETOOTH}.Connect", {"accessory": Saved("dual")}, [
        {"connection": {"state": "connecting"}}, {"connection": {"state": "connected", "mtu": 185}}], on="link"),
    Call(f"{BLUETOOTH}.ListServices", {"accessory": Saved("dual")}, reply={"services": [
        {"handle": 1, "uuid": SERVICE, "isPrimary": True, "includes": [], "characteristics": [
            {"handle": 2, "properties": ["read", "write", "notify"], "descriptors": [{"handle": 4}]},
            {"handle": 5, "properties": ["writeWithoutResponse"], "descriptors": []}]}]}),
    Call(f"{BLUETOOTH}.ReadValue", {"accessory": Saved("dual"), "handle": 2}, reply={"value": "0001"}),
    Call(f"{BLUETOOTH}.ReadValue", {"accessory": Saved("dual"), "handle": 4}, reply={"value": "52617465"}),
    Call(f"{BLUETOOTH}.ReadValue", {"accessory": Saved("dual"), "handle": 5}, error="AttributeFailed",
         fields={"attributeError": 2}),
    Call(f"{BLUETOOTH}.ReadValue", {"accessory": Saved("dual"), "handle": 99}, error="InvalidRequest", names="handle"),
    Stream(f"{BLUETOOTH}.Subscribe", {"accessory": Saved("dual"), "handle": 2}, [{"value": ABSENT}], on="values"),
    Call(f"{BLUETOOTH}.WriteValue", {"accessory": Saved("dual"), "handle": 2, "value": "0002"}, reply={}),
    Next("values", [{"value": "0002"}]),
    Call(f"{BLUETOOTH}.WriteValue", {"accessory": Saved("dual"), "handle": 2, "value": "2"}, error="InvalidRequest",
         names="value"),
    Call(f"{BLUETOOTH}.WriteValue", {"accessory": Saved("dual"), "handle": 5, "value": "", "withoutResponse": True},
         reply={}),
    Call(f"{BLUETOOTH}.ReadSignalStrength", {"accessory": Saved("dual")}, reply={"rssi": int}),
    Close("values"),
    Close("link"),
    Call(f"{SETUP}.RemoveAccessory", {"accessory": Saved("dual")}, reply={}),

    # The app itself chooses the accessories that the person sees.
    Call(f"{SETUP}.UpdatePicker", {"items": [{"accessory": "no such", "name": "A"}]}, error="InvalidRequest"),
    Call(f"{SETUP}.FinishPickerDiscovery", error="InvalidRequest"),
    Call(f"{SETUP}.ShowPicker", {"items": [CAMERA], "filterDiscoveryResults": True, "showsOwn": True},
         reply={"accessory": {"ssid": "MyCam-0001"}}, during=[
             Next("session", [event("accessoryDiscovered", signal=int, accessory={
                 "id": Save("found", str), "ssid": "MyCam-0001"})]),
             Call(f"{SETUP}.UpdatePicker", {"items": [{"accessory": Saved("found"), "name": "The chosen one"}]},
                  reply={}),
             Call(f"{SETUP}.FinishPickerDiscovery", reply={}),
             # Under the name that it has already.
             Next("picker", [SHOWN]),
             Call(f"{PICKER}.Select", PICK, reply={})]),
    Next("picker", [{"update": {"kind": "dismissed", "error": ABSENT}}]),
    Call(f"{PICKER}.Select", PICK, error="InvalidRequest"),
    Call(f"{PICKER}.Cancel", {"presentation": Saved("presentation")}, error="InvalidRequest"),
    Call(f"{SETUP}.LeaveHotspot", reply={}),
    Stream(f"{CONTROL}.SetUp", {"app": APP, "descriptors": [{"ssid": "MyCam-0001"}]},
           [event("pickerDidPresent")], on="set-up"),
    Next("picker", [SHOWN]),
    Call(f"{PICKER}.Select", PICK, reply={}),
    Next("set-up", [JOINED, event("pickerDidDismiss")]),
    Call(f"{CONTROL}.LeaveHotspot", {"app": APP}, reply={}),
    Next("set-up", LEFT, ends=True),
    Close("set-up"),
    Call(f"{SETUP}.RemoveAccessory", {"accessory": Saved("camera")}, reply={}),
    Next("session", [event("accessoryRemoved", accessory={"id": Saved("camera")})]),

    # Hotspots that the app configures: one that it has access to, and one about which a person is asked.
    Call(f"{SETUP}.ApplyHotspot", {"ssid": "MyCam-1", "ssidPrefix": "MyCam-"}, error="InvalidRequest",
         names="ssidPrefix"),
    Call(f"{SETUP}.ApplyHotspot", {"ssid": "MyCam-0042", "lifeTimeInDays": 366}, error="InvalidRequest",
         names="lifeTimeInDays"),
    Call(f"{SETUP}.ApplyHotspot", {"ssid": "MyCam-0042", "passphrase": "camera-0042", "lifeTimeInDays": 1},
         reply={"hotspot": {"app": APP, "ssid": "MyCam-0042", "isProtected": True, "joinOnce": False, "expires": int},
                "joined": True, "link": {"interface": "wlan0"}, "error": ABSENT}),
    Call(f"{SETUP}.ListHotspots", reply={"hotspots": [{"hotspot": {"ssid": "MyCam-0042"}, "passphrase": ABSENT}]}),
    Call(f"{CONTROL}.ListHotspots", {"app": APP}, reply={"hotspots": [{"passphrase": ABSENT}]}),
    Call(f"{CONTROL}.ListHotspots", {"app": APP, "secrets": True}, reply={"hotspots": [{"passphrase": "camera-0042"}]}),
    # It leaves the network as well, and waits until that is done.
    Call(f"{SETUP}.RemoveHotspot", {"ssid": "MyCam-0042"}, reply={}),
    Call(f"{SETUP}.RemoveHotspot", {"ssid": "MyCam-0042"}, error="UnknownAccessory"),
    Call(f"{SETUP}.ApplyHotspot", {"ssid": "MyCam-0001"}, reply={"hotspot": {"ssid": "MyCam-0001"}, "joined": True},
         during=[Next("picker", [SHOWN]), Call(f"{PICKER}.Select", PICK, reply={})]),
    Next("session", [event("accessoryAdded", accessory={"id": Save("camera", str)})]),
    Call(f"{CONTROL}.RemoveHotspot", {"app": APP, "ssid": "MyCam-0001"}, reply={}),
    Call(f"{CONTROL}.RemoveHotspot", {"app": APP, "ssid": "MyCam-0001"}, error="UnknownAccessory"),
    Close("picker"),
    Call(f"{CONTROL}.RemoveAccessory", {"accessory": Saved("camera")}, reply={"accessory": {"id": Saved("camera")}}),
    Call(f"{CONTROL}.RemoveAccessory", {"accessory": Saved("camera")}, error="UnknownAccessory"),

    # New accessories. A plug's pages need accessory-provision, and this bulb serves nothing, so neither gets the network.
    Stream(f"{CONTROL}.FindNewAccessories", {}, [{"isComplete": True, "accessories": Including(
        {"name": "shelly1-C049EF", "family": "shelly1", "isCertain": True, "ssid": "shelly1-C049EF",
         "bssid": "02:00:00:00:0a:02", "security": "open", "signal": int, "isClearText": True, "bluetoothAddress": ABSENT},
        {"name": "Bulb", "family": "improv", "bluetoothAddress": "02:00:00:00:0c:04", "rssi": int, "ssid": ABSENT,
         "identifies": True})}]),
    Call(f"{CONTROL}.IdentifyAccessory", {"bluetoothAddress": "02:00:00:00:0C:04"}, reply={}),
    Call(f"{CONTROL}.IdentifyAccessory", {"bluetoothAddress": "here"}, error="InvalidRequest", names="bluetoothAddress"),
    Call(f"{CONTROL}.IdentifyAccessory", {}, error="InvalidRequest", names="accessory"),
    Call(f"{CONTROL}.IdentifyAccessory", {"accessory": "nothing"}, error="UnknownAccessory"),
    Stream(f"{CONTROL}.Onboard", {}, error="InvalidRequest", names="ssid"),
    Stream(f"{CONTROL}.Onboard", {"ssid": "shelly1-C049EF", "family": "toaster"}, error="InvalidRequest", names="family"),
    Stream(f"{CONTROL}.Onboard", {"ssid": "shelly1-C049EF", "security": "wep"}, error="InvalidRequest", names="security"),
    Stream(f"{CONTROL}.Onboard", {"ssid": "shelly1-C049EF", "bluetoothAddress": "02:00:00:00:0C:04"},
           error="InvalidRequest", names="bluetoothAddress"),
    Stream(f"{CONTROL}.Onboard", {"ssid": "shelly1-C049EF", "allowsClearText": True},
           [{"step": "joining", **JOINED}, {"step": "restoring", **LEFT[1]}], error="ProvisioningFailed"),
    Stream(f"{CONTROL}.Onboard", {"bluetoothAddress": "02:00:00:00:0C:04", "allowsClearText": True},
           [{"step": "joining", "lease": ABSENT}, {"step": "ended", "outcome": "refused", "explanation": str,
                                                   "accessory": ABSENT, "address": ABSENT}], on="bulb", ends=True),
    Close("bulb"),

    # Home networks. Nothing here is on one.
    Call(f"{CONTROL}.ListNetworks", reply={"networks": []}),
    Stream(f"{CONTROL}.MoveAccessories", {"from": "", "to": "NewNet"}, error="InvalidRequest", names="from"),
    Stream(f"{CONTROL}.MoveAccessories", {"from": "HomeNet", "to": ""}, error="InvalidRequest", names="to"),
    Stream(f"{CONTROL}.MoveAccessories", {"from": "HomeNet", "to": "NewNet"}, error="UnknownAccessory"),
    Stream(f"{CONTROL}.MoveAccessories", {"from": "HomeNet", "to": "NewNet", "accessories": ["nobody"], "dryRun": True},
           error="UnknownAccessory"),
    Call(f"{CONTROL}.KeepAccessories", reply={"kept": []}),

    # A plan, which needs no person.
    Call(f"{CONTROL}.ListPlans", reply={"plans": [{
        "id": "plan", "app": APP, "name": "Planned", "choose": "only", "afterwards": "run", "isRequired": True,
        "descriptor": {"ssid": "MyCam-0001"}, "state": "pending", "accessories": [], "attempts": 0, "error": ABSENT,
        "changed": ABSENT}]}),
    Call(f"{CONTROL}.CheckPlan", {"path": "good.conf", "contents": PLAN},
         reply={"plan": {"id": "good", "state": "pending"}, "faults": [], "warnings": []}),
    Call(f"{CONTROL}.CheckPlan", {"path": "bad.conf", "contents": "[Plan]\nApp=a\nChoose=any\n"},
         reply={"plan": ABSENT, "faults": [str, str]}),
    Stream(f"{CONTROL}.RunPlan", {"plan": "no such"}, error="UnknownAccessory"),
    Call(f"{CONTROL}.FinishPlan", {"plan": "plan", "status": 0}, error="UnknownAccessory"),
    Stream(f"{CONTROL}.RunPlan", {}, [
        {"plan": "plan", "state": "waiting", "isRequired": True},
        {"plan": "plan", "state": "trying", "attempt": 1, **JOINED},
        {"plan": "plan", "state": "running", "uplink": ABSENT,
         "accessory": {"ssid": "MyCam-0001", "displayName": "Planned"},
         "program": {"command": ABSENT, "user": ABSENT, "ssid": "MyCam-0001", "link": {"interface": "wlan0"}}}],
           on="plan"),
    Call(f"{CONTROL}.FinishPlan", {"plan": "plan", "status": 0}, reply={}),
    Next("plan", [{"plan": "plan", "state": "restoring", **LEFT[0]}, {"plan": "plan", "state": "restoring", **LEFT[1]},
                  {"plan": "plan", "state": "done"}], ends=True),
    Close("plan"),
    Stream(f"{CONTROL}.RunPlan", {}, [{"plan": "plan", "state": "skipped"}], on="again", ends=True),
    Close("again"),
    Call(f"{CONTROL}.ListPlans", reply={"plans": [{"state": "done", "attempts": 1, "accessories": [str],
                                                   "changed": int}]}),

    # The end of a grant.
    Call(f"{CONTROL}.RevokeAccess", {"app": APP, "accessory": Saved("porch")},
         reply={"records": [record("MyCam-0042")]}),
    Next("session", [event("accessoryRemoved", accessory={"id": Saved("porch")})]),
    Call(f"{CONTROL}.RevokeAccess", {"app": APP, "ssid": "MyCam-0042"}, error="UnknownAccessory"),
    Call(f"{CONTROL}.ListHistory", {"app": APP, "accessory": Saved("porch")},
         reply={"entries": Including({"action": "granted"}, {"action": "revoked"})}),
    Call(f"{CONTROL}.ListHistory", {"limit": 1}, reply={"entries": [{"action": "revoked", "id": Save("last", int)}]}),
    Call(f"{CONTROL}.ListHistory", {"limit": 0}, error="InvalidRequest", names="limit"),
    Close("session"),
    Close("monitor"),
]
