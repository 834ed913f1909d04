// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// Scan: an app hears its own accessories, and nothing else.
extension BluetoothInterface.Scan: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { request, replies, claimant, session in
        let daemon = session.daemon
        let wanted = try services(request.services ?? [])
        guard await !daemon.access.sides(of: claimant).isEmpty else {
            throw AccessoryError(
                .notAuthorized,
                "\(claimant.app) has no accessory with a Bluetooth side; a person chooses one at its picker")
        }
        var known: [Accessory.ID: Advertisement] = [:]
        do {
            for try await heard in await daemon.bluetooth.listen(ListenRequest(rules: [])) {
                for (accessory, device) in await daemon.access.own(heard, of: claimant) {
                    guard wanted.isEmpty || !wanted.isDisjoint(with: device.services) else { continue }
                    let fields = AdvertisementFields(device)
                    let before = known.updateValue(device, forKey: accessory.id)
                    guard device != before,
                        request.allowsDuplicates == true || before.map({ AdvertisementFields($0) }) != fields
                    else { continue }
                    let sighting = BluetoothSighting(
                        accessory: accessory.id, identifier: accessory.bluetoothIdentifier ?? "",
                        name: accessory.displayName, advertisement: fields, rssi: device.rssi)
                    try replies.send(BluetoothScanReply(sighting: sighting))
                }
            }
        } catch let why as BluetoothUnavailability {
            throw AccessoryError(why)
        }
        return nil
    }

    private static func services(_ texts: [String]) throws(AccessoryError) -> Set<BluetoothUUID> {
        guard texts.count <= Limits.itemsPerPicker else {
            throw AccessoryError.invalid("services", "services: there are more than \(Limits.itemsPerPicker)")
        }
        var services: Set<BluetoothUUID> = []
        for (index, text) in texts.enumerated() {
            guard let service = BluetoothUUID(text) else {
                throw AccessoryError.invalid(
                    "services[\(index)]",
                    "services[\(index)]: it is not a Bluetooth UUID of 16 or 128 bits, such as 180D")
            }
            services.insert(service)
        }
        return services
    }
}

extension Access {
    /// Those of the devices that are the app's own now.
    fileprivate func own(
        _ devices: [Advertisement], of claimant: Claimant
    ) -> [(accessory: Accessory, device: Advertisement)] {
        let own = sides(of: claimant)
        return devices.compactMap { device in
            own.first { $0.address == device.address.address }.map { ($0.accessory, device) }
        }
    }
}
