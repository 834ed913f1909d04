// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// The hand-over on the Bluetooth link of an accessory by this agent, which pairs with it before if its family needs that.
struct BluetoothHandOver: Sendable {
    let daemon: Daemon
    private(set) var device: Advertisement
    let family: Family
    let app: String
    let terms: HandOverTerms
    /// The plan's file; nil if a person ordered it.
    var path: String?
    var warrant: Warrant?
    /// The radio that sees whether the accessory can join the network; nil for any.
    var interface: String?
    /// The author of the order, for the history.
    let who: String
    /// The accessory, with the address that lasts, is likely at home from now on. If it throws, nothing is handed over.
    var handingOver: @Sendable (Advertisement) async throws(AccessoryError) -> Void = { _ throws(AccessoryError) in }

    /// By what the accessory will be known on the home network.
    var expected: ExpectedIdentity { ExpectedIdentity(family: family, bluetooth: device.address, name: device.name) }

    /// The link ends with the hand-over, so there is nothing to leave.
    func run(_ send: HomeWalkRun.Send) async {
        do throws(AccessoryError) {
            let (daemon, device, title, who, handingOver) = (daemon, device, device.title, who, handingOver)
            let errand = UplinkErrand(.bluetooth(title: title, family: family), terms, path: path, warrant: warrant)
            let radio = try? await daemon.chooseRadio(wanted: interface, sharing: true)
            let check = HandOverCheck(radio: daemon.radio, interface: radio?.interface, recognised: family)
            let claimant = Claimant(app: app)
            let network = try await daemon.uplinkToGive(for: claimant, errand) { network throws(AccessoryError) in
                if let refusal = await check.refusal(of: network, for: family) {
                    throw AccessoryError(refusal)
                }
            }
            send.yield(.network(network.ssid))
            let wanted = ProvisioningCredentials(network: network, proof: terms.proof)
            guard let machine = family.machine(for: wanted, hotspot: nil) else { throw .wrongWay(of: family) }
            // The machine asks a good deal before, and waits for a button: until then nobody has got anything.
            let handOver = GATTHandOver(
                bluetooth: daemon.bluetooth, clock: daemon.clock, address: device.address.address, title: title,
                gate: HandOverGate(least: await daemon.uplink.leastProtection(of: errand)),
                give: { () async throws(AccessoryError) in
                    try await daemon.give(network, to: claimant, errand, who: who)
                    try await handingOver(device)
                }, report: { send.yield(.step($0)) })
            send.yield(.ended(try await handOver.run(machine)))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    /// From then on it has the address that lasts.
    ///
    /// - Parameter bonds: what owes the bond until a record rests on it.
    mutating func pairIfNeeded(_ bonds: String) async throws(AccessoryError) {
        if family.needsBond { device.address = try await pair(bonds) }
    }

    /// Pairs, and returns the address that lasts. Whoever put the accessory into its pairing mode consents by that; nobody
    /// is here to compare or to type digits.
    private func pair(_ bonds: String) async throws(AccessoryError) -> BluetoothAddress {
        let address = device.address
        if !device.isBonded { try await daemon.owe(address.address, of: bonds) }
        do {
            for try await step in await daemon.bluetooth.pair(address, asInput: false) {
                switch step {
                case .asks(.consent): await daemon.bluetooth.answer(.yes, to: address)
                case .asks: await daemon.bluetooth.answer(.no, to: address)
                case .paired(let identity):
                    if !device.isBonded {
                        if identity != address { try await daemon.owe(identity.address, of: bonds) }
                        await daemon.note(
                            .bonded, identity.address, of: app, why: "ordered by \(who)")
                    }
                    return identity
                }
            }
        } catch let error as AccessoryError {
            throw error
        } catch let failure as BluetoothFailure {
            let title = device.title
            switch failure.reason {
            case .staleBond, .unavailable, .uninvited: throw AccessoryError(failure, with: title)
            case .notReached, .refused, .notAuthenticated, .timedOut, .unsupported, .notConnected, .attribute, .tooSlow:
                throw AccessoryError(
                    .provisioningFailed,
                    "'\(title)' did not pair: \(failure.detail.printable); switch it to its pairing mode",
                    reason: FailureReason(.pairingNotReached))
            }
        } catch {
            throw AccessoryError(.invalidated, "the caller is gone")
        }
        throw AccessoryError(.invalidated, "the caller is gone")
    }
}
