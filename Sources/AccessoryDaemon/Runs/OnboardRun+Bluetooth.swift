// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface

/// Over Bluetooth: the agent finds the device, and hands the network over on its link.
extension OnboardRun {
    func runOverBluetooth(_ address: MACAddress) async throws(AccessoryError) -> OnboardProgress {
        notify(OnboardProgress(step: .joining))
        let (device, family) = try await NewDeviceSearch(daemon: daemon, family: order.terms.family).find(address)
        var handOver = BluetoothHandOver(
            daemon: daemon, device: device, family: family, app: OnboardOrder.app, terms: order.terms, warrant: warrant,
            interface: interface, who: "\(caller.identity)",
            handingOver: { device throws(AccessoryError) in try await daemon.grant(device, by: caller) })
        let known = await daemon.book.records
        return try await daemon.settlingBonds { bonds throws(AccessoryError) in
            do throws(AccessoryError) {
                try await handOver.pairIfNeeded(bonds)
                let (outcome, course) = try await walk.handOver(HomeWalkRun.Way(handOver: handOver.run))
                if !outcome.end.isGood { await takeBack(handOver.device, outcome.text, unlessIn: known) }
                let accessory =
                    outcome.end.isGood ? await daemon.book.onboarded(over: handOver.device.address.address) : nil
                return await walk.arrive(outcome, course, handOver.expected, accessory)
            } catch {
                await takeBack(handOver.device, error.message, unlessIn: known)
                throw error
            }
        }
    }

    /// It did not take the network, so it has no record unless it had one.
    private func takeBack(_ device: Advertisement, _ why: String, unlessIn known: Records) async {
        guard let accessory = await daemon.book.onboarded(over: device.address.address),
            known.records(app: OnboardOrder.app, accessory: accessory.id).isEmpty
        else { return }
        await daemon.takeBack(accessory, why)
    }
}
