// SPDX-License-Identifier: Apache-2.0

package import AccessoryClient
import Synchronization

/// What this process knows of its centrals.
package enum Centrals {
    private struct Contents {
        var numbers: [AgentSockets: Int] = [:]
        var authorization = CBManagerAuthorization.notDetermined
    }

    private static let contents = Mutex(Contents())

    /// Whether the process has a central of this agent. Then an accessory cannot be migrated.
    package static func exist(at sockets: AgentSockets) -> Bool { contents.withLock { $0.numbers[sockets] != nil } }

    static var authorization: CBManagerAuthorization {
        get { contents.withLock { $0.authorization } }
        set { contents.withLock { $0.authorization = newValue } }
    }

    static func begin(at sockets: AgentSockets) { contents.withLock { $0.numbers[sockets, default: 0] += 1 } }

    static func end(at sockets: AgentSockets) {
        contents.withLock { contents in
            let left = (contents.numbers[sockets] ?? 0) - 1
            contents.numbers[sockets] = left > 0 ? left : nil
        }
    }
}
