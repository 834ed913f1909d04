// SPDX-License-Identifier: Apache-2.0

package import AccessoryClient

extension AgentSockets {
    /// The system's agent, or another one that a developer names in the environment.
    package static var ofThisProcess: AgentSockets { of(ProcessInfo.processInfo.environment) }

    package static func of(_ environment: [String: String]) -> AgentSockets {
        let directory = environment["ACCESSORYD_RUNTIME_DIR"] ?? ""
        return AgentSockets(directory: directory.isEmpty ? systemDirectory : directory)
    }
}
