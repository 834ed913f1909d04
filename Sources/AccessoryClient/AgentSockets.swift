// SPDX-License-Identifier: Apache-2.0

/// The places of an agent's two sockets.
package struct AgentSockets: Hashable, Sendable {
    package static let systemDirectory = "/run/accessoryd"

    package let directory: String

    package init(directory: String = systemDirectory) { self.directory = directory }

    /// For apps: `org.accessoryd.Setup`.
    package var app: String { "\(directory)/app.socket" }
    /// For people and system services: `org.accessoryd.Control` and `org.accessoryd.Picker`.
    package var control: String { "\(directory)/control.socket" }
}
