// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryRules
import AgentInterface

/// The Bluetooth sides of apps' accessories.
extension Access {
    /// An accessory that an app may use over Bluetooth now.
    typealias Side = (accessory: Accessory, address: MACAddress)

    /// An app's own access, and the address of its Bluetooth side, whose present place Bluetooth has to find.
    func reach(
        _ query: AccessQuery, for claimant: Claimant
    ) throws(AccessoryError) -> (record: AccessRecord, device: MACAddress?) {
        if let waiting = waiting(query, of: claimant) { return waiting }
        var record = try record(query, of: claimant)
        let device = record.bluetoothAddress
        record.bluetoothAddress = nil
        record.bluetoothName = nil
        return (record, device)
    }

    /// An accessory that waits for the app has no record yet. By its Bluetooth side the app may find out its SSID.
    private func waiting(_ query: AccessQuery, of claimant: Claimant) -> (AccessRecord, MACAddress?)? {
        let shown = screens.presentations.values.first { $0.claimant == claimant && $0.awaiting != nil }
        guard let shown, let accessory = shown.awaiting, let device = shown.device, query.ssid == nil else {
            return nil
        }
        switch (query.accessory, query.bluetooth) {
        case (accessory.id, nil): break
        case (nil, let identifier?) where identifier == accessory.bluetoothIdentifier: break
        case _: return nil
        }
        let record = AccessRecord(
            app: claimant.app, uid: claimant.uid, proof: claimant.proof, accessory: accessory, security: nil,
            frequency: nil, isHidden: false, origin: .picker, grantedBy: shown.chooser ?? "", granted: now)
        return (record, device)
    }

    /// The address of the Bluetooth side that an app knows by this identifier. Throws `invalidRequest` for an
    /// identifier that the agent never gave the app, such as a phone's.
    func bluetoothAddress(
        of identifier: String, for claimant: Claimant, field: String
    ) throws(AccessoryError) -> MACAddress {
        let named = records.records(app: claimant.app, bluetooth: identifier.lowercased())
        guard let address = named.lazy.filter(claimant.owns).compactMap(\.bluetoothAddress).first else {
            throw AccessoryError.invalid(
                field,
                "\(claimant.app) has no accessory with this Bluetooth identifier; name the Bluetooth address instead")
        }
        return address
    }

    /// Those that an app was granted, and one that waits for its authorization.
    func sides(of claimant: Claimant) -> [Side] {
        let granted = records(of: claimant).filter { $0.isValid(at: now) }
            .compactMap { record in record.bluetoothAddress.map { (record.accessory, $0) } }
        guard let trial = trial(of: claimant), !granted.contains(where: { $0.0.id == trial.accessory.id }) else {
            return granted
        }
        return granted + [trial]
    }

    /// One of them, and the record on which its use rests.
    func side(
        of accessory: Accessory.ID, for claimant: Claimant
    ) throws(AccessoryError) -> (side: Side, record: AccessRecord.Key) {
        if let trial = trial(of: claimant), trial.accessory.id == accessory {
            return (trial, AccessRecord.Key(app: claimant.app, uid: claimant.uid, accessory: accessory))
        }
        let record = try record(accessory, of: claimant)
        guard let address = record.bluetoothAddress else {
            throw AccessoryError(
                .unknownAccessory, "'\(record.title)' has no Bluetooth side that \(claimant.app) was granted",
                field: "accessory")
        }
        return ((record.accessory, address), record.key)
    }

    /// The accessory that the app must confirm, and may try before.
    func trial(of claimant: Claimant) -> Side? {
        guard let shown = screens.presentations.values.first(where: { $0.claimant == claimant && $0.tried != nil }),
            let accessory = shown.tried, let address = shown.device
        else { return nil }
        return (accessory, address)
    }

    /// The correlations of Bluetooth identities and networks that are known before any sighting: the agent's own rules, the
    /// app's, and the access records of accessories with both radios.
    func bridge(for manifest: Manifest?) -> Bridge {
        var bridge = Bridge(rules: BridgeRule.builtIn + (manifest?.bridgeRules ?? []))
        for record in records.all() {
            guard let address = record.bluetoothAddress else { continue }
            bridge.remember(device: address, bssid: record.accessory.bssid, ssid: record.accessory.ssid)
        }
        return bridge
    }
}
