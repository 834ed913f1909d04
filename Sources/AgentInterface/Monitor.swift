// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One line of what happens in the agent.
package struct MonitorEvent: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case session
        case lease
        case access
        case radio
        case configuration
        case plan
    }

    package var time: Timestamp
    package var kind: Kind
    package var app: String?
    /// For people, and stable enough for logs.
    package var text: String

    package init(time: Timestamp, kind: Kind, app: String?, text: String) {
        self.time = time
        self.kind = kind
        self.app = app
        self.text = text
    }
}

package struct MonitorReply: Codable, Hashable, Sendable {
    /// Absent in the first reply, which only says that events will follow.
    package var event: MonitorEvent?

    package init(event: MonitorEvent?) { self.event = event }
}
