// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import ArgumentParser

/// Where the agent is.
struct AgentOptions: ParsableArguments {
    @Option(help: "The directory with the agent's sockets.")
    var runtimeDir = AgentSockets.systemDirectory

    func validate() throws {
        if runtimeDir.isEmpty { throw ValidationError("'--runtime-dir' takes a directory.") }
    }

    var sockets: AgentSockets { AgentSockets(directory: runtimeDir) }
}
