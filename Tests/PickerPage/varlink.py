# SPDX-License-Identifier: Apache-2.0
"""Varlink's few lines: JSON with a NUL behind it, over a socket."""

import json
import socket

from report import Failed

SECONDS = 20


class AgentError(Exception):
    def __init__(self, name, parameters):
        super().__init__(f"{name}: {parameters}")
        self.name = name.rpartition(".")[2]
        self.parameters = parameters


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(SECONDS)
        self.socket.connect(str(path))
        self.rest = b""

    def send(self, method, more=False, **parameters):
        """Sends a call, and does not wait for the reply."""
        call = {"method": method, "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")
        return self

    def receive(self):
        while b"\0" not in self.rest:
            try:
                new = self.socket.recv(1 << 16)
            except TimeoutError:
                raise Failed(f"the agent sent nothing for {SECONDS} s") from None
            if not new:
                raise Failed("the agent closed the connection")
            self.rest += new
        message, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(message)
        if "error" in reply:
            raise AgentError(reply["error"], reply.get("parameters", {}))
        return reply.get("parameters", {})

    def call(self, method, **parameters):
        return self.send(method, **parameters).receive()

    def close(self):
        self.socket.close()


class App:
    """An app with its session. A blocking call has a connection of its own, and its reply is received later."""

    def __init__(self, path):
        self.path = path
        # The agent takes a closed connection for an app that has ended.
        self.connections = []
        self.session = Connection(path).send("org.accessoryd.Setup.Activate", more=True)
        self.own = self.session.receive().get("accessories") or []

    def begin(self, method, **parameters):
        connection = Connection(self.path)
        self.connections.append(connection)
        return connection.send(f"org.accessoryd.Setup.{method}", **parameters)

    def call(self, method, **parameters):
        return self.begin(method, **parameters).receive()

    def show(self, *items, **more):
        # The scenarios choose some accessories again.
        return self.begin("ShowPicker", items=list(items), **{"showsOwn": True} | more)

    def until(self, kind):
        """The next event of that kind."""
        while True:
            event = self.session.receive()["event"]
            if event["type"] == kind:
                return event

    def close(self):
        for connection in (self.session, *self.connections):
            connection.close()
