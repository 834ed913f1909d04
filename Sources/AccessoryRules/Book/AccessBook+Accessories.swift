// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Which accessory a sighting is, and how an app gets it.
extension AccessBook {
    /// What a person or an order names as an accessory.
    struct Sight {
        var ssid: SSID?
        var bssid: MACAddress?
        var bluetooth: MACAddress?
    }

    /// The accessory of a candidate, if some app has it: found by its Bluetooth identity, which a renamed network does
    /// not change, else by its access point.
    package func accessory(of candidate: Candidate) -> Accessory? { accessory(Sight(candidate)) }

    /// The accessory that a candidate becomes for an app, and whether somebody else has it, so that its name stays.
    ///
    /// - Parameter trial: the accessory that the app tries already, with its Bluetooth address.
    package func accessory(
        for candidate: Candidate, of claimant: Claimant, trial: (accessory: Accessory, address: MACAddress)?
    ) -> (accessory: Accessory, isShared: Bool) {
        let sight = Sight(candidate)
        var made = self.accessory(
            sight, name: unsharedName(candidate.item.name, sight), image: candidate.item.image, for: claimant.app
        ).accessory
        if let trial, trial.address == sight.bluetooth, records.records(of: made.id).isEmpty {
            // The app knows it by these already.
            made.id = trial.accessory.id
            made.bluetoothIdentifier = trial.accessory.bluetoothIdentifier
        }
        made.descriptor = candidate.item.descriptor
        if let ssid = candidate.ssid, ssid != made.ssid {
            made.ssid = ssid
            made.bssid = candidate.network?.bssid
        }
        let others = records.records(of: made.id).contains { $0.app != claimant.app || $0.uid != claimant.uid }
        return (made, others)
    }

    private func accessory(_ sight: Sight) -> Accessory? {
        sight.bluetooth.flatMap { records.accessory(bluetooth: $0) }
            ?? sight.ssid.flatMap { records.accessory(ssid: $0, bssid: sight.bssid) }
    }

    /// The accessory as an app gets it, and its Bluetooth address. A known accessory keeps its name, its picture and
    /// its access point, and the app keeps its identifier of the Bluetooth side.
    func accessory(
        _ sight: Sight, name: String, image: String?, for app: String
    ) -> (accessory: Accessory, bluetooth: MACAddress?) {
        let known = self.accessory(sight)
        let earlier = known.map { records.records(of: $0.id) } ?? []
        let bluetooth = sight.bluetooth ?? earlier.lazy.compactMap(\.bluetoothAddress).first
        let identifier = earlier.lazy.filter { $0.app == app }.compactMap(\.accessory.bluetoothIdentifier).first
        var accessory =
            known
            ?? Accessory(
                id: makeID(), displayName: name, image: image, ssid: sight.ssid, bssid: sight.bssid,
                state: .authorized)
        accessory.bluetoothIdentifier = bluetooth.map { _ in identifier ?? makeID() }
        accessory.state = .authorized
        return (accessory, bluetooth)
    }

    /// The name that an accessory gets without a person.
    func unsharedName(_ name: String, _ sight: Sight) -> String {
        DefaultName(name, ssid: sight.ssid, bssid: sight.bssid, bluetooth: sight.bluetooth)
            .text(isTaken: records.hasName)
    }

    /// The name over the air that some record has.
    func bluetoothName(of accessory: Accessory.ID) -> String? {
        records.records(of: accessory).lazy.compactMap(\.bluetoothName).first
    }
}

extension AccessBook.Sight {
    init(_ candidate: Candidate) {
        self.init(ssid: candidate.ssid, bssid: candidate.network?.bssid, bluetooth: candidate.device?.address.address)
    }
}
