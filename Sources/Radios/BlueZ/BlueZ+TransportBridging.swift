// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// LE to Bluetooth Classic, which BlueZ has no word for of its own. What is relied on (src/device.c of BlueZ 5.66):
/// - Both sides are one Device1 object, found by the public address that they share (Core Specification, Vol 3 Part C 15.1.1).
/// - Connect on a device that is connected over LE brings up Bluetooth Classic when its advertisements announce it
///   (dev_connect; the flag BR/EDR Not Supported is not set, src/adapter.c), else it does nothing.
/// - A bond over LE Secure Connections makes the Classic key, too, in the kernel (cross-transport key derivation, Core
///   Specification, Vol 3 Part H 2.4.2.4). Without it, connecting asks to pair once more, and fails since nobody is asked.
extension BlueZ {
    package func bridgeTransport(of address: BluetoothAddress) async throws -> MACAddress {
        let (_, path) = try await beginTalk(to: address.address)
        defer { endTalk() }
        guard adapter(at: Self.adapter(of: path))?.hasClassic == true else {
            throw BluetoothFailure(.unsupported, "this machine's Bluetooth radio has no Bluetooth Classic")
        }
        guard let device = objects.device(at: path) else { throw BluetoothFailure(.notReached, "the device is gone") }
        // A Classic address is a public one. Behind a random identity address none can be known.
        guard device.address.kind == .public, saysItHasClassic(path) else {
            throw BluetoothFailure(.unsupported, "the device does not advertise Bluetooth Classic")
        }
        try await connect(path)
        // Disconnect would end Bluetooth Classic, too, which other programs use.
        links.owned.remove(path)
        do {
            try await call(path, "Connect", limit: Self.connecting, abandoning: "Disconnect")
        } catch let fault as BusFault {
            try Task.checkCancellation()
            // The link is up, and the device has no profile that this machine serves
            // (ERR_BREDR_CONN_PROFILE_UNAVAILABLE).
            guard fault.name != "org.bluez.Error.NotAvailable" else { return device.address.address }
            throw BluetoothFailure(fault, .connecting)
        }
        return device.address.address
    }

    /// By the flags of its advertisements (Core Specification Supplement, Part A 1.3): none, or bit 2, BR/EDR Not Supported.
    private func saysItHasClassic(_ path: String) -> Bool {
        let properties = objects.properties(path, BlueZObjects.device) ?? [:]
        if case .bytes(let flags) = properties["AdvertisingFlags"], let flags = flags.first {
            return flags != 0 && flags & 0b100 == 0
        }
        return properties["Class"]?.number ?? 0 != 0
    }
}
