// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The hand-over of another network by accessory-provision to an accessory that is on a home network.
struct NetworkHandOver: Sendable {
    let daemon: Daemon
    let accessory: Accessory
    let expected: ExpectedIdentity
    let family: Family
    /// Where it is, as the network has just confirmed.
    let place: ArrivalFinding.Place
    let move: Residence.Move

    func run(_ send: Sender<MoveWalk.Event>) async {
        do throws(AccessoryError) {
            let wayBack = await wayBack
            let errand = UplinkErrand(
                .network(title: accessory.displayName, wayBack?.security ?? .unknown),
                HandOverTerms(family: family, network: move.network, allowsClearText: move.allowsClearText),
                warrant: move.warrant)
            let claimant = Claimant(app: OnboardOrder.app)
            let check = HandOverCheck(
                radio: daemon.radio, interface: try? await daemon.chooseRadio(sharing: true).interface,
                recognised: family)
            let network = try await daemon.uplinkToGive(for: claimant, errand) { network throws(AccessoryError) in
                if let refusal = await check.refusal(of: network, for: family) { throw AccessoryError(refusal) }
            }
            try move.check(network.ssid)
            let program = try ProvisionProgram(path: daemon.settings.provisionSocket).run(
                ProvisionProgram.Order(
                    app: OnboardOrder.app, ssid: move.from, interface: place.interface ?? "",
                    gateway: place.address, uplink: network, move: ProvisioningMove(wayBack: wayBack),
                    provision: await daemon.uplink.provisionOrder(for: errand, link: wayBack?.security)))
            for await report in program.reports {
                switch report {
                case .step(let step):
                    if case .identified(let device) = step { try verify(device) }
                    if case .handingOver = step {
                        try await verifyStation()
                        try await daemon.checkMove(of: accessory.id)
                        try await daemon.give(network, to: claimant, errand, who: move.who)
                        program.proceed()
                    }
                    if case .waitingForAccessory = step { await daemon.noteGiven(to: accessory.id) }
                    send.yield(.step(step))
                case .outcome(let outcome): return _ = send.yield(.ended(outcome))
                }
            }
            throw AccessoryError(
                .provisioningFailed, "accessory-provision ended without a report; its log says why",
                reason: FailureReason(.programEnded))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    /// Another device may have the address by now.
    private func verify(_ device: DeviceIdentity) throws(AccessoryError) {
        guard let address = device.address, expected.fits(address) == true else {
            throw AccessoryError(
                .provisioningFailed,
                "the device at \(place.address.printable) calls itself \(device.address?.description ?? "by no address"), "
                    + "which is not the accessory's")
        }
    }

    /// The kernel has just sent the question to a station, which must still be the accessory's.
    private func verifyStation() async throws(AccessoryError) {
        let (daemon, place) = (daemon, place)
        let station = await withTaskGroup(of: MACAddress?.self) { group in
            group.addTask {
                for await sighting in await daemon.neighbourhood.sightings(NeighbourhoodRequest(types: [])) {
                    guard case .neighbour(let neighbour) = sighting, neighbour.address == place.address,
                        neighbour.interface == place.interface
                    else { continue }
                    return neighbour.station
                }
                return nil
            }
            group.addTask {
                try? await daemon.clock.sleep(for: Self.neighbourPatience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let station, expected.fits(station) == true else {
            throw AccessoryError(
                .provisioningFailed,
                "\(place.address.printable) belongs to \(station?.description ?? "no known station") by now, which is not the "
                    + "accessory's")
        }
    }

    /// The kernel's table is there at once.
    private static let neighbourPatience = Duration.seconds(2)

    /// The network that the accessory has, if this machine knows its passphrase: the accessory keeps it beside the other one.
    private var wayBack: UplinkCredentials? {
        get async {
            let radios = await daemon.radios().networks.filter { $0.value == move.from }.keys
            guard let radio = radios.min() else { return nil }
            return try? await daemon.radio.credentials(of: Uplink(interface: radio))
        }
    }
}
