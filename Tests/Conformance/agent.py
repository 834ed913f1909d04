# SPDX-License-Identifier: Apache-2.0
"""A running agent, called by the Python package by its interface description, row by row of the table."""

import concurrent.futures
import contextlib
import getpass
import json
import pathlib
import subprocess
import time

import varlink

import calls
from report import Failed
from shapes import conform, fill, match
from wait import until_it_listens

SECONDS = 20


class Strict(varlink.SimpleClientInterfaceHandler):
    """The package omits unexpected fields of a reply; this keeps the whole reply."""

    def _next_message(self):
        for message in super()._next_message():
            self.came = json.loads(message)
            yield message


class Client(varlink.Client):
    handler = Strict


@contextlib.contextmanager
def running(binaries, folder):
    """An agent on the demonstration's air with one app, which is every program of this user, and one plan."""
    for name, contents in {
            f"apps.d/{calls.APP}.conf": calls.MANIFEST.format(user=getpass.getuser()),
            "provision.d/plan.conf": calls.PLAN, "accessoryd.conf": calls.SETTINGS}.items():
        file = pathlib.Path(folder, "conf", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(contents)
    air = pathlib.Path(folder, "air.conf")
    air.write_text((pathlib.Path(__file__).parents[2] / "conf/demo-air.conf").read_text() + calls.AIR)
    log = pathlib.Path(folder, "log")
    with log.open("wb") as stderr:
        process = subprocess.Popen([
            f"{binaries}/accessoryd", "--simulate", air, "--config-dir", f"{folder}/conf",
            "--state-dir", f"{folder}/state", "--runtime-dir", f"{folder}/run"], stderr=stderr)
    try:
        until_it_listens(process, f"{folder}/run/control.socket")
        yield Agent(f"{folder}/run", process)
    except Failed as error:
        raise Failed(f"{error}\n{log.read_text()}") from None
    finally:
        process.terminate()
        process.wait()


class Agent:
    def __init__(self, folder, process):
        self.process = process
        self.sockets = {name: f"{folder}/{name}.socket" for name in ("app", "control")}
        self.clients = {name: Client.new_with_address(f"unix:{path}") for name, path in self.sockets.items()}
        self.connections, self.streams, self.saved, self.called = {}, {}, {}, set()

    def interfaces(self):
        """Every interface of either socket, as the package reads its description."""
        found = {}
        for client in self.clients.values():
            for name in client.get_interfaces():
                found.setdefault(name, client.get_interface(name))
        return found

    def open(self, interface, on=None):
        if on in self.connections:
            return self.connections[on]
        connection = self.clients["app" if interface in (calls.SETUP, calls.BLUETOOTH) else "control"].open(interface)
        connection._connection.settimeout(SECONDS)
        if on:
            self.connections[on] = connection
        return connection

    def close(self, on):
        self.streams.pop(on, None)
        self.connections.pop(on).close()

    def perform(self, report, row):
        with report.check(title(row)):
            match row:
                case calls.Call():
                    self.call(report, row)
                case calls.Stream():
                    self.stream(row)
                case calls.Next():
                    self.read(row, self.connections[row.on], *self.streams[row.on])
                case calls.Close():
                    self.close(row.on)

    def begin(self, row):
        interface, _, member = row.method.rpartition(".")
        connection = self.open(interface, row.on)
        # Also when it fails: there is a row for it.
        self.called.add(row.method)
        return connection, connection._interface.get_method(member), getattr(connection, member)

    def call(self, report, row):
        connection, method, function = self.begin(row)
        parameters = fill(row.parameters, self.saved)
        with concurrent.futures.ThreadPoolExecutor(1) as others:
            reply = others.submit(function, **parameters)
            for one in row.during:
                self.perform(report, one)
            try:
                reply.result(SECONDS)
            except varlink.VarlinkError as error:
                self.expect_error(row, connection, error)
            else:
                self.expect_reply(row, connection, method, row.reply)
                if connection.came.get("continues"):
                    raise Failed("the last reply announces more replies")
        if not row.on:
            connection.close()

    def stream(self, row):
        connection, method, function = self.begin(row)
        replies = function(**fill(row.parameters, self.saved), _more=True)
        if row.on:
            self.streams[row.on] = replies, method
        self.read(row, connection, replies, method)
        if not row.on:
            connection.close()

    def read(self, row, connection, replies, method):
        try:
            for pattern in row.replies:
                self.find(pattern, connection, replies, method)
            if row.error:
                for _ in replies:
                    conform(connection._interface, method.out_type, connection.came.get("parameters", {}), "reply")
        except varlink.VarlinkError as error:
            return self.expect_error(row, connection, error)
        if row.error:
            raise Failed(f"there is no {row.error}")
        if row.ends and connection.came.get("continues"):
            raise Failed(f"there are more replies after {connection.came}")

    def find(self, pattern, connection, replies, method):
        passed, end = [], time.monotonic() + SECONDS
        for _ in replies:
            came = connection.came.get("parameters", {})
            conform(connection._interface, method.out_type, came, "reply")
            saved = dict(self.saved)
            different = match(pattern, came, saved)
            if different is None:
                self.saved = saved
                return
            passed.append(different)
            # Some streams never rest.
            if time.monotonic() > end:
                raise Failed(f"no such reply within {SECONDS} s, the last one: {different}")
        raise Failed(f"the stream ended: {'; '.join(passed) or 'at once'}")

    def expect_reply(self, row, connection, method, pattern):
        came = connection.came.get("parameters", {})
        if row.error:
            raise Failed(f"replied {came}, not {row.error}")
        conform(connection._interface, method.out_type, came, "reply")
        different = match(pattern, came, self.saved)
        if different is not None:
            raise Failed(different)

    def expect_error(self, row, connection, error):
        name, came = error.error(), connection.came.get("parameters", {})
        interface, _, member = name.rpartition(".")
        if interface == connection._interface.name:
            declared = connection._interface.members.get(member)
            if declared is None:
                raise Failed(f"{name} is not declared")
            conform(connection._interface, declared.type, came, "error")
        if row.error is None:
            raise Failed(f"{name}: {came}")
        if name != (row.error if "." in row.error else f"{connection._interface.name}.{row.error}"):
            raise Failed(f"{name}, not {row.error}: {came}")
        if row.names and came.get("field") != row.names:
            raise Failed(f"the error names the field {came.get('field')}, not {row.names}")
        different = match(row.fields, came, self.saved)
        if different is not None:
            raise Failed(f"the error's {different}")


def title(row):
    match row:
        case calls.Next():
            return f"{row.on}: continues" + (" and ends" if row.ends else "")
        case calls.Close():
            return f"{row.on}: is closed"
        case _:
            name = row.method.removeprefix("org.accessoryd.")
            with_ = ", ".join(row.parameters)
            return f"{name}({with_})" + (f": {row.error}" if row.error else "")


def call_everything(report, agent):
    interfaces = {}
    with report.check("introspection: every interface is described as the package reads it"):
        interfaces = agent.interfaces()
        missing = {calls.SETUP, calls.PICKER, calls.CONTROL, calls.BLUETOOTH, "org.varlink.service"} - interfaces.keys()
        if missing:
            raise Failed(f"nothing of {', '.join(missing)}")
    for row in calls.ROWS:
        agent.perform(report, row)
    for name, interface in sorted(interfaces.items()):
        if name == "org.varlink.service":
            continue
        with report.check(f"{name}: every method of the description was called"):
            methods = {f"{name}.{member.name}" for member in interface.members.values() if hasattr(member, "in_type")}
            if missing := methods - agent.called:
                raise Failed(f"calls.py has no row for {', '.join(sorted(missing))}")
