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
            interface: interface, who: "\(caller.identity)")
        let bonds = UniqueID.make()
        let result: Result<OnboardProgress, AccessoryError>
        do throws(AccessoryError) {
            try await handOver.pairIfNeeded(bonds)
            let (outcome, course) = try await walk.handOver(HomeWalkRun.Way(handOver: handOver.run))
            let accessory = outcome.end.isGood ? try await daemon.grant(handOver.device, by: caller) : nil
            result = .success(await walk.arrive(outcome, course, handOver.expected, accessory))
        } catch {
            result = .failure(error)
        }
        await daemon.settleBonds(of: bonds)
        return try result.get()
    }
}
