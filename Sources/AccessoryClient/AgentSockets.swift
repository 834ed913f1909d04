// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The places of an agent's two sockets.
package struct AgentSockets: Hashable, Sendable {
    package static let systemDirectory = "/run/accessoryd"

    package let directory: String

    package init(directory: String = systemDirectory) { self.directory = directory }

    /// For apps: `org.accessoryd.Setup`.
    package var app: String { "\(directory)/app.socket" }
    /// For people and system services: `org.accessoryd.Control` and `org.accessoryd.Picker`.
    package var control: String { "\(directory)/control.socket" }

    package enum Entrance: Hashable, Sendable {
        case app
        case control
    }

    package func path(of entrance: Entrance) -> String {
        switch entrance {
        case .app: app
        case .control: control
        }
    }

    /// The socket for a person's picker: `control` if this user may open it. At `app` the agent takes a program that it
    /// can prove for the picker of its user.
    ///
    /// - Parameter fault: the errno with which this user is refused at a path; 0 if it is not. Asks the kernel if nil.
    package func entranceForPicker(_ fault: ((String) -> Int32)? = nil) -> Entrance {
        let fault = fault ?? { access($0, W_OK) == 0 ? 0 : errno }
        // Any other errno, as of an agent that is not running, is one to report about the control socket.
        return [EACCES, EPERM].contains(fault(control)) ? .app : .control
    }
}
