// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// Second stations, by which the uplink stays while an accessory is joined.
extension Daemon {
    /// What a radio can beside its uplink.
    func secondStation(of adapter: Adapter) -> SecondStation {
        SecondStation(
            mode: configuration.secondStation, hasLink: Station.isPossible(at: settings.linkSocket),
            concurrency: adapter.concurrency)
    }

    func adapterStatuses(_ state: RadioState) -> [AdapterStatus] {
        state.adapters.map { adapter in
            guard adapter.concurrency != nil else { return AdapterStatus(adapter) }
            let second = secondStation(of: adapter)
            return AdapterStatus(
                adapter,
                secondStation: AdapterStatus.SecondStation(
                    channels: second.channels, obstacle: second.obstacle.map { "\($0)" }))
        }
    }

    /// Makes a station for a lease, which NetworkManager has ready then. Throws the reason why there is none; nothing is left
    /// of it then.
    func addStation(beside interface: String, for ssid: SSID, of id: Lease.ID) async throws -> String {
        guard let radio = lastRadioState?.adapters.first(where: { $0.interface == interface }), radio.address != nil
        else {
            throw Station.Failure(description: "'\(interface)' has no address")
        }
        guard let address = stationAddress(of: radio, for: ssid) else {
            throw Station.Failure(
                description: "the second station's address follows from /etc/machine-id, which has none; run "
                    + "systemd-machine-id-setup")
        }
        let station = try await Station.add(beside: interface, address, at: settings.linkSocket, clock: clock)
        leases[id]?.station = station
        do {
            try await self.radio.adopt(station: station.interface, address: address)
        } catch {
            await removeStation(of: id)
            let reason = (error as? Unavailability)?.rawValue ?? "\(error)"
            throw Station.Failure(description: "\(station.interface): \(reason)")
        }
        return station.interface
    }

    /// The address that an accessory sees of this machine. Nil if the machine has no identifier, or the radio no address.
    func stationAddress(of radio: Adapter, for ssid: SSID) -> MACAddress? {
        guard let own = radio.address, let key = try? Configuration.contents(of: "/etc/machine-id") else { return nil }
        return StationAddress.make(key: key, radio: own, ssid: ssid)
    }

    func removeStation(of id: Lease.ID) async {
        await leases[id]?.station?.remove()
        leases[id]?.station = nil
    }

    /// Notifies the leases with second stations whether their radios are on their own networks.
    func followUplinks(of state: RadioState) {
        for (_, entry) in leases.inOrder where entry.station != nil {
            let adapter = state.adapters.first { $0.interface == entry.interface }
            let isUp = if case .connected? = adapter?.activity { true } else { false }
            entry.send.yield(.uplink(isUp: isUp))
        }
    }
}
