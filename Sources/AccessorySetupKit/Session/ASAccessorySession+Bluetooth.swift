// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface
import Synchronization

extension ASAccessorySession {
    /// Where the app goes on with an accessory's Bluetooth side: its object `org.bluez.Device1` on the system bus. Nil
    /// while it is away, because BlueZ has not heard it lately or does not run, and where it has no Bluetooth side, as
    /// ``ASAccessory/bluetoothIdentifier`` tells.
    ///
    /// Ask again for each connection: the path changes with the address of an accessory that no bond exists with. Throws
    /// ``ASError/Code/userRestricted`` where the app may not use the accessory, and what every operation throws. Only on
    /// Linux: phones have `CBCentralManager.retrievePeripherals(withIdentifiers:)` for it.
    public func bluetoothObjectPath(for accessory: ASAccessory) async throws -> String? {
        let query = AccessQuery(accessory: accessory.identifier)
        let found = FoundPath()
        try await done { id, completion in
            live.call(id, completion) { client in
                let reach = try await client.access(query).bluetooth
                found.path.withLock { $0 = reach?.path }
            }
        }
        return found.path.withLock { $0 }
    }

    private final class FoundPath: Sendable {
        let path = Mutex<String?>(nil)
    }
}
