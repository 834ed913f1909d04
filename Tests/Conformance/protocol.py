# SPDX-License-Identifier: Apache-2.0
"""Details of the protocol that a client library hides: a table of messages and of all replies to them."""

import json
import socket
from dataclasses import dataclass

import calls
from report import Failed
from shapes import ABSENT, Including, match

SERVICE = "org.varlink.service"
CLOSED = "closed"
INFO = {"method": f"{SERVICE}.GetInfo"}
INTERFACES = [SERVICE, calls.SETUP, calls.BLUETOOTH, calls.PICKER, calls.CONTROL]
HAS_INFO = {"parameters": {"vendor": str, "product": "accessoryd", "version": str, "url": str, "interfaces": list},
            "error": ABSENT, "continues": ABSENT}
SIXTY_FOUR = {f"member {number}": number for number in range(64)}


@dataclass
class Exchange:
    """The messages sent in one piece, objects as JSON; and all replies, or the end of the connection."""

    title: str
    messages: list
    replies: list | str
    socket: str = "control"
    # Sent one byte at a time.
    torn: bool = False


def call(method, parameters=None, **more):
    return {"method": method, **({} if parameters is None else {"parameters": parameters}), **more}


def error(name, **parameters):
    return {"error": name if "." in name else f"{SERVICE}.{name}", "parameters": parameters, "continues": ABSENT}


def invalid(field):
    return error("InvalidParameter", parameter=field)


LAST = call("org.example.Last.Call")
LAST_REPLY = error("InterfaceNotFound", interface="org.example.Last")
STATUS = f"{calls.CONTROL}.GetStatus"
CHECK = f"{calls.CONTROL}.CheckAccess"
HAS_STATUS = {"parameters": {"version": str}, "error": ABSENT, "continues": ABSENT}
DESCRIBE = f"{SERVICE}.GetInterfaceDescription"

EXCHANGES = [
    # Parameters that are missing.
    Exchange("no parameters", [INFO], [HAS_INFO]),
    Exchange("empty parameters", [call(INFO["method"], {})], [HAS_INFO]),
    Exchange("null for parameters", [{**INFO, "parameters": None}], [HAS_INFO]),
    Exchange("null for more, oneway and upgrade", [{**INFO, "more": None, "oneway": None, "upgrade": None}],
             [HAS_INFO]),
    Exchange("members that nobody knows", [call(STATUS, SIXTY_FOUR, member=[{"x": 1}])], [HAS_STATUS]),
    Exchange("null for an optional parameter", [call(f"{calls.CONTROL}.ListAccess", {"app": None})],
             [{"parameters": {"records": list}}]),
    Exchange("a required parameter missing", [call(DESCRIBE)], [invalid("interface")]),
    Exchange("a required parameter null", [call(CHECK, {"app": None})], [invalid("app")]),

    # Parameters of the wrong type, named as deep as they are.
    Exchange("a number for a string", [call(DESCRIBE, {"interface": 1})], [invalid("interface")]),
    Exchange("a string for an object", [call(CHECK, "app")], [invalid("parameters")]),
    Exchange("a number for an optional string", [call(CHECK, {"app": calls.APP, "ssid": 1})], [invalid("ssid")]),
    Exchange("a string for a number", [
        call(f"{calls.CONTROL}.SetUp", {"app": calls.APP, "discoveryTimeout": "30"}, more=True)],
        [invalid("discoveryTimeout")]),
    Exchange("an object for an array", [call(f"{calls.CONTROL}.Scan", {"descriptors": {}}, more=True)],
             [invalid("descriptors")]),
    Exchange("a wrong type inside an array", [
        call(f"{calls.SETUP}.ShowPicker", {"items": [
            {"name": "a", "descriptor": {"ssid": "MyCam-1"}}, {"name": "b", "descriptor": {"ssid": True}}]})],
        [invalid("items[1].descriptor.ssid")], socket="app"),
    Exchange("a missing member inside an array", [call(f"{calls.SETUP}.ShowPicker", {"items": [{"name": "a"}]})],
             [invalid("items[0].descriptor")], socket="app"),
    Exchange("an enumeration's value that is not declared", [
        call(f"{calls.SETUP}.JoinHotspot", {"ssid": "MyCam-1", "addressing": "ipv7"}, more=True)],
        [invalid("addressing")], socket="app"),

    # Names that do not exist.
    Exchange("an unknown interface", [call("org.example.Nothing.Do")],
             [error("InterfaceNotFound", interface="org.example.Nothing")]),
    Exchange("an unknown method", [call(f"{calls.CONTROL}.Nothing")],
             [error("MethodNotFound", method=f"{calls.CONTROL}.Nothing")]),
    Exchange("an unknown method of org.varlink.service", [call(f"{SERVICE}.Nothing")],
             [error("MethodNotFound", method=f"{SERVICE}.Nothing")]),
    Exchange("a method in other letters", [call(STATUS.lower())],
             [error("InterfaceNotFound", interface=calls.CONTROL.lower())]),
    Exchange("a method without an interface", [call("GetStatus")], [error("InterfaceNotFound", interface="")]),
    Exchange("an empty method", [call("")], [error("InterfaceNotFound", interface="")]),
    Exchange("the description of an unknown interface", [call(DESCRIBE, {"interface": "org.example.Nothing"})],
             [error("InterfaceNotFound", interface="org.example.Nothing")]),
    Exchange("the description of the service itself", [call(DESCRIBE, {"interface": SERVICE})],
             [{"parameters": {"description": Including("interface org.varlink.service")}}]),

    # The number of replies.
    Exchange("more, where there is one reply", [call(STATUS, more=True)], [HAS_STATUS]),
    Exchange("no more, where there is a stream", [call(f"{calls.CONTROL}.Monitor")], [error("ExpectedMore")]),
    Exchange("oneway", [call(STATUS, oneway=True)], []),
    Exchange("oneway and more", [call(STATUS, oneway=True, more=True)], []),
    Exchange("oneway, and wrong", [call("org.example.Nothing.Do", oneway=True), call(CHECK, {"app": 1}, oneway=True)],
             []),
    Exchange("oneway between others", [call(STATUS), call(STATUS, oneway=True), INFO], [HAS_STATUS, HAS_INFO]),
    Exchange("upgrade", [call(STATUS, upgrade=True)], [error("MethodNotImplemented", method=STATUS)]),

    # The framing of messages.
    Exchange("three calls in one piece", [INFO, call(STATUS), call("a.B")],
             [HAS_INFO, HAS_STATUS, error("InterfaceNotFound", interface="a")]),
    Exchange("a call byte by byte", [call(STATUS)], [HAS_STATUS], torn=True),
    Exchange("blanks and escapes", [b' {\n"method"\t:\r"org.varlink.service.\\u0047etInfo" } '], [HAS_INFO]),
    Exchange("32 levels", [call(STATUS, json.loads('{"a":' * 31 + "1" + "}" * 31))], [HAS_STATUS]),

    # A message that is no call ends the connection, after the replies to earlier calls.
    Exchange("33 levels", [call(STATUS, json.loads('{"a":' * 32 + "1" + "}" * 32))], CLOSED),
    Exchange("no JSON", [b"{'method'}"], CLOSED),
    Exchange("nothing between two ends", [b""], CLOSED),
    Exchange("a comma too many", [b'{"method":"a.B",}'], CLOSED),
    Exchange("no object", [b'["method"]'], CLOSED),
    Exchange("no UTF-8", [b'{"method":"a.B\xff"}'], CLOSED),
    Exchange("no method", [{"parameters": {}}], CLOSED),
    Exchange("a method that is no string", [{"method": 1}], CLOSED),
    Exchange("more that is no bool", [{**INFO, "more": "yes"}], CLOSED),
    Exchange("more than a megabyte", [b'{"method":"' + b"a" * (1 << 20) + b'"}'], CLOSED),

    # The rights of each socket.
    Exchange("the app socket describes all interfaces", [INFO],
             [{"parameters": {"interfaces": INTERFACES}}], socket="app"),
    Exchange("the control socket describes all interfaces", [INFO],
             [{"parameters": {"interfaces": INTERFACES}}]),
    Exchange("an app reads about what it may not call", [call(DESCRIBE, {"interface": calls.CONTROL})],
             [{"parameters": {"description": str}}], socket="app"),
    Exchange("an app does not control", [call(STATUS)],
             [{"error": f"{calls.CONTROL}.NotAuthorized"}], socket="app"),
    Exchange("an app does not pick", [call(f"{calls.PICKER}.Register", more=True)],
             [{"error": f"{calls.PICKER}.NotAuthorized"}], socket="app"),
    Exchange("who controls is no app", [call(f"{calls.SETUP}.ListAccessories")],
             [{"error": f"{calls.SETUP}.NotAuthorized"}]),
]


def exchange(report, agent):
    for one in EXCHANGES:
        with report.check(f"protocol: {one.title}"):
            replies = came(one, agent.sockets[one.socket])
            if one.replies == CLOSED:
                if replies != [CLOSED]:
                    raise Failed(f"the connection continues: {replies}")
                # Only the faulty connection ends.
                one = Exchange("", [], [])
                replies = came(one, agent.sockets[one.socket])
            different = match([*one.replies, LAST_REPLY], replies, {})
            if different is not None:
                raise Failed(different)


def came(one, path):
    """All replies, up to that of a last call, which is always answered."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(20)
        peer.connect(path)
        sent = [message if isinstance(message, bytes) else json.dumps(message).encode() for message in one.messages]
        stream = b"".join(message + b"\0" for message in [*sent, json.dumps(LAST).encode()])
        replies, buffer = [], b""
        try:
            for piece in [stream[at:at + 1] for at in range(len(stream))] if one.torn else [stream]:
                peer.sendall(piece)
            while not replies or match(LAST_REPLY, replies[-1], {}) is not None:
                part = peer.recv(65536)
                if not part:
                    return [*replies, CLOSED]
                buffer += part
                *messages, buffer = buffer.split(b"\0")
                replies += [json.loads(message) for message in messages]
        except (BrokenPipeError, ConnectionResetError):
            return [*replies, CLOSED]
        return replies
