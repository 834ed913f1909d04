// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// Listens for one new accessory by its Bluetooth address.
struct NewDeviceSearch: Sendable {
    /// A device that advertises is heard within this time; most do so several times a second.
    static let time: Duration = .seconds(20)

    let daemon: Daemon
    /// Nil: the one that it shows.
    var family: Family?

    /// Listens until the device is heard, and shows its family unless the order names it.
    func find(_ address: MACAddress) async throws(AccessoryError) -> (Advertisement, Family) {
        let survey = Survey(
            radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock, listen: ListenRequest(rules: []),
            time: Self.time)
        var heard: Advertisement?
        var found: (Advertisement, Family)?
        do throws(Heard) {
            try await survey.run { news, _ throws(Heard) in
                switch news {
                case .devices(let devices):
                    guard let device = devices.last(where: { $0.address.address == address }) else { return }
                    heard = device
                    guard let family = self.family ?? Family.recognise(advertisement: device)?.family else {
                        return
                    }
                    found = (device, family)
                    throw Heard(error: nil)
                case .cannotListen(let error): throw Heard(error: error)
                case .networks, .cannotLook, .listened: break
                }
            }
        } catch {
            if let error = error.error { throw error }
        }
        guard let found else {
            throw heard == nil
                ? AccessoryError(
                    .discoveryTimeout, "\(address) is not in range; switch the accessory to set-up, and move closer",
                    reason: FailureReason(.accessoryNotSeen))
                : AccessoryError(
                    .provisioningFailed, "\(address) shows no family; name it: one of \(Family.list)",
                    reason: FailureReason(.familyUnknown))
        }
        guard found.1.worksOverBluetooth else { throw .wrongWay(of: found.1) }
        return found
    }

    /// The end of the listening.
    private struct Heard: Error {
        let error: AccessoryError?
    }
}

extension Advertisement {
    /// For people.
    var title: String { name.map { DisplayName.harmless($0) } ?? address.description }
}
