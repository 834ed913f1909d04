// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

extension ASAccessorySession {
    /// The path of an accessory's object `org.bluez.Device1` on the system bus, for the app's own use of Bluetooth. Nil
    /// while it is away, because BlueZ has not seen it lately or does not run. Nil too if it has no Bluetooth side, as
    /// ``ASAccessory/bluetoothIdentifier`` shows.
    ///
    /// Ask again for each connection: without a bond, the path changes with the accessory's address. Throws
    /// ``ASError/Code/userRestricted`` if the app may not use the accessory, and the errors of every operation. Only on
    /// Linux: phones have `CBCentralManager.retrievePeripherals(withIdentifiers:)` for it.
    public func bluetoothObjectPath(for accessory: ASAccessory) async throws -> String? {
        let query = AccessQuery(accessory: accessory.identifier)
        let found = FoundPath()
        try await done { id, completion in
            live.call(id, completion) { client in
                let reach = try await client.call(.getAccess, query).bluetooth
                found.path.withLock { $0 = reach?.path }
            }
        }
        return found.path.withLock { $0 }
    }

    private final class FoundPath: Sendable {
        let path = Mutex<String?>(nil)
    }
}
