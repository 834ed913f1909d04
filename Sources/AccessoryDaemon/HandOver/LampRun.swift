// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules

/// Has an accessory of the home network show which one it is, by its own lamp.
struct LampRun: Sendable {
    let daemon: Daemon
    let accessory: Accessory.ID

    /// Throws `unknownAccessory`, `discoveryTimeout` if nothing confirms where it is, `provisioningFailed` if it has no lamp, and
    /// `connectionFailed` if it does not take the requests.
    func run() async throws(AccessoryError) {
        let access = await daemon.access
        guard let known = access.records.records(of: accessory).first?.accessory else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(accessory.printable)'")
        }
        let name = "'\(known.displayName)'"
        guard let expected = access.book.identities[accessory], let family = expected.family,
            LampCalls(family) != nil
        else {
            throw AccessoryError(
                .provisioningFailed, "\(name) is not known as an accessory that shows which one it is on order")
        }
        let last = access.book.places[accessory]?.location?.address.description
        let network = access.book.residences[accessory]?.network
        let finding = await ArrivalRun(daemon: daemon, expected: expected.last(at: last), network: network).run()
        guard case .confirmed(let place, let evidence) = finding, evidence >= .station, let interface = place.interface
        else { throw AccessoryError(.discoveryTimeout, "\(name): \(finding.text)") }
        let address = CheckOrder.Place(address: place.address, interface: interface, family: family)
        switch try await ProvisionProgram(path: daemon.settings.provisionSocket).showLamp(of: address) {
        case .shown: return
        case .none:
            throw AccessoryError(.provisioningFailed, "\(name) has no lamp of its own, or keeps it behind a password")
        case .silent: throw AccessoryError(.connectionFailed, "\(name) did not take the order at \(place.address)")
        case .left:
            throw AccessoryError(
                .connectionFailed, "\(name) did not take the last order at \(place.address); switch its lamp yourself")
        }
    }
}
