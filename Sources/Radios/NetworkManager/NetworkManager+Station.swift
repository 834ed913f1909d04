// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension NetworkManager {
    package func adopt(station interface: String, address: MACAddress) async throws {
        await connected()
        stationAddresses[interface] = address
        guard let path = try await wait(.seconds(5), for: { $0.client?.radio(interface)?.path }) else {
            throw Unavailability.unmanaged
        }
        // Otherwise NetworkManager joins any network on it that it knows and that is not active yet. It does so only once
        // wpa_supplicant has the interface and has scanned, and the first of these settings comes long before that.
        try await set("Autoconnect", of: path)
        if client?.radio(interface)?.state == .unmanaged { try await set("Managed", of: path, to: true) }
        let isUsable: (isolated NetworkManager) -> Bool? = { manager in
            (try? manager.usableRadio(interface)) == nil ? nil : true
        }
        guard try await wait(.seconds(10), for: isUsable) != nil else {
            _ = try usableRadio(interface)
            return
        }
    }

    private func set(_ property: String, of device: String, to value: Bool = false) async throws {
        let service = "org.freedesktop.NetworkManager"
        guard let bus else { throw Unavailability.backendAway }
        _ = try await bus.call(
            service, device, "org.freedesktop.DBus.Properties", "Set",
            [.string("\(service).Device"), .string(property), .any(.bool(value))])
    }
}
