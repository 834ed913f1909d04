# SPDX-License-Identifier: Apache-2.0
"""All checks; see run."""

import subprocess
import sys
import tempfile

import agent
import certification
import protocol
from report import Failed, Report


def main(binaries):
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        certification.certify(report, f"{binaries}/certification", folder)
        with report.check("the agent starts, and ends well"), agent.running(binaries, folder) as running:
            with report.check("the package's own command reads the agent's description of itself"):
                certification.finish([
                    sys.executable, "-m", "varlink.cli", "info", f"unix:{running.sockets['control']}"])
            agent.call_everything(report, running)
            protocol.exchange(report, running)
    print(f"{report.passed} checks passed, {report.failed} failed")
    return report.failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
