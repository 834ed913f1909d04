# SPDX-License-Identifier: Apache-2.0
"""org.varlink.certification between our protocol code and the Python package, in both directions."""

import contextlib
import pathlib
import subprocess
import sys

import varlink
import varlink.tests

from report import Failed
from wait import until_it_listens

INTERFACE = "org.varlink.certification"
PACKAGE = [sys.executable, "-m", "varlink.tests.test_certification"]


def certify(report, program, folder):
    description = pathlib.Path(varlink.tests.__file__).parent / f"{INTERFACE}.varlink"
    ours, theirs = f"{folder}/ours.sock", f"{folder}/theirs.sock"
    with running([program, "serve", ours, description], ours):
        with report.check("certification: our server, the package's client"):
            output = finish([*PACKAGE, "--client", f"--varlink=unix:{ours}"])
            if "Certification passed" not in output:
                raise Failed(output)
        refusals(report, ours)
    with running([*PACKAGE, f"--varlink=unix:{theirs}"], theirs):
        with report.check("certification: our client, the package's server"):
            finish([program, "call", theirs])


def refusals(report, path):
    """Controls: a server that accepts everything would pass as well."""
    wrong = {
        "a step left out": lambda con, client: con.Test02(client, True),
        "a wrong value": lambda con, client: (con.Test01(client), con.Test02(client, False)),
        "a known client twice": lambda con, client: (con.Test01(client), con.Test01(client)),
    }
    for title, calls in wrong.items():
        with report.check(f"certification: our server refuses {title}"):
            with varlink.Client.new_with_address(f"unix:{path}") as client, client.open(INTERFACE) as con:
                try:
                    calls(con, con.Start()["client_id"])
                except varlink.VarlinkError as error:
                    if error.error() != f"{INTERFACE}.CertificationError":
                        raise
                else:
                    raise Failed("it was accepted")


def finish(command):
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    if ended.returncode != 0:
        raise Failed(f"exit status {ended.returncode}: {ended.stdout.strip()}")
    return ended.stdout


@contextlib.contextmanager
def running(command, path):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until_it_listens(process, path)
        yield
    finally:
        process.kill()
        process.wait()
