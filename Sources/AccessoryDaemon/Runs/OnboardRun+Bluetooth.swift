// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// A hand-over on the accessory's Bluetooth link: the agent finds the device, pairs with it if its family needs that, and
/// talks to it by itself.
extension OnboardRun {
    func runOverBluetooth(_ address: MACAddress) async throws(AccessoryError) -> OnboardProgress {
        notify(OnboardProgress(step: .joining))
        var (device, family) = try await NewDeviceSearch(daemon: daemon, family: order.terms.family).find(address)
        let bonds = UniqueID.make()
        let result: Result<OnboardProgress, AccessoryError>
        do throws(AccessoryError) {
            if family.needsBond { device.address = try await pair(device, bonds) }
            let (outcome, course) = try await walk.handOver(
                HomeWalkRun.Way(handOver: { [device, family] send in await handOver(device, family, send) }))
            let accessory = outcome.end.isGood ? try await daemon.grant(device, by: caller) : nil
            let expected = ExpectedIdentity(family: family, bluetooth: device.address, name: device.name)
            result = .success(await walk.arrive(outcome, course, expected, accessory))
        } catch {
            result = .failure(error)
        }
        await daemon.settleBonds(of: bonds)
        return try result.get()
    }

    /// The link ends with the hand-over, so there is nothing to leave.
    private func handOver(_ device: Advertisement, _ family: Family, _ send: HomeWalkRun.Send) async {
        do throws(AccessoryError) {
            let (daemon, title, who) = (daemon, device.title, "\(caller.identity)")
            let errand = UplinkErrand(.bluetooth(title: title, family: family), order.terms, warrant: warrant)
            let radio = try? await daemon.chooseRadio(wanted: interface, sharing: true)
            let check = HandOverCheck(radio: daemon.radio, interface: radio?.interface, recognised: family)
            let claimant = Claimant(app: OnboardOrder.app)
            let network = try await daemon.uplinkToGive(for: claimant, errand) { network throws(AccessoryError) in
                if let refusal = await check.refusal(of: network, for: family) {
                    throw AccessoryError(refusal)
                }
            }
            send.yield(.network(network.ssid))
            let wanted = ProvisioningCredentials(network: network, proof: order.terms.proof)
            guard let machine = family.machine(for: wanted, hotspot: nil) else { throw .wrongWay(of: family) }
            // The machine asks a good deal before, and waits for a button: until then nobody has got anything.
            let handOver = GATTHandOver(
                bluetooth: daemon.bluetooth, clock: daemon.clock, address: device.address.address, title: title,
                gate: HandOverGate(least: await daemon.uplink.leastProtection(of: errand)),
                give: { () async throws(AccessoryError) in
                    try await daemon.give(network, to: claimant, errand, who: who)
                }, report: { send.yield(.step($0)) })
            send.yield(.ended(try await handOver.run(machine)))
        } catch {
            send.yield(.notHandedOver(error))
        }
    }

    // MARK: The device

    /// Pairs, and returns the address that lasts. Whoever put the accessory into its pairing mode consents by that; nobody
    /// is here to compare or to type digits.
    private func pair(_ device: Advertisement, _ bonds: String) async throws(AccessoryError) -> BluetoothAddress {
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
                            .bonded, identity.address, of: OnboardOrder.app, why: "ordered by \(caller.identity)")
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
