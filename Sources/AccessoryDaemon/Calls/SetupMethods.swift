// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Setup: the methods with which an app acts for itself.
extension Session {
    func serve(_ method: SetupMethod, _ call: Call) async throws {
        guard let claimant = caller.claimant else { throw AccessoryError(.notAuthorized, "the caller is no app") }
        switch method {
        case .activate:
            try await activate(call, claimant)
        case .listAccessories:
            try connection.reply(to: call, AccessoryList(accessories: await daemon.accessories(of: claimant)))
        case .getAccess:
            let query = try call.parameters(as: AccessQuery.self)
            let (record, device) = try await daemon.access(query, for: claimant)
            var reach: BluetoothReach?
            if let device { reach = BluetoothReach(path: await daemon.bluetooth.path(of: device)) }
            try connection.reply(to: call, AccessReply(record: record, bluetooth: reach))
        case .getLocation:
            let query = try call.parameters(as: AccessoryQuery.self)
            let location = try await daemon.location(of: query.accessory, for: claimant)
            try connection.reply(to: call, LocationReply(location: location))
        case .observe:
            try await observe(call, claimant)
        case .showPicker:
            try await showPicker(call, claimant)
        case .updatePicker:
            let request = try call.parameters(as: UpdatePickerRequest.self)
            try await daemon.approve(request.items, for: claimant)
            try connection.reply(to: call)
        case .finishPickerDiscovery:
            try await daemon.finishDiscovery(for: claimant)
            try connection.reply(to: call)
        case .finishAuthorization:
            try await daemon.finishAuthorization(
                try call.parameters(as: FinishAuthorizationRequest.self), by: claimant)
            try connection.reply(to: call)
        case .failAuthorization:
            let query = try call.parameters(as: AccessoryQuery.self)
            try await daemon.failAuthorization(query.accessory, by: claimant)
            try connection.reply(to: call)
        case .updateAuthorization:
            try await updateAuthorization(call, claimant)
        case .renameAccessory:
            try await renameAccessory(call, claimant)
        case .removeAccessory:
            let query = try call.parameters(as: AccessoryQuery.self)
            try await daemon.giveUp(query.accessory, by: claimant, "\(caller.identity)")
            try connection.reply(to: call)
        case .joinHotspot:
            let request = try call.parameters(as: JoinHotspotRequest.self)
            try await join(call, request, for: claimant)
        case .leaveHotspot:
            try await leave(call, try call.parameters(as: LeaveHotspotRequest.self), for: claimant)
        case .applyHotspot:
            try await applyHotspot(call, claimant)
        case .removeHotspot:
            let query = try call.parameters(as: HotspotQuery.self)
            try await removeHotspot(query, of: claimant.app, uid: claimant.uid, why: "removed by the app")
            try connection.reply(to: call)
        case .listHotspots:
            let own = await daemon.hotspots.all(of: claimant.app, uid: claimant.uid)
            try connection.reply(to: call, HotspotList(hotspots: own.map { HotspotStatus(hotspot: $0) }))
        case .getJoinedHotspot:
            let lease = await daemon.joinedLease(of: claimant)
            try connection.reply(to: call, JoinedHotspotReply(ssid: lease?.ssid, link: lease?.link))
        case .getUplinkCredentials:
            let query = try call.parameters(as: UplinkQuery.self)
            let uplink = try await daemon.uplinkCredentials(
                for: claimant, network: query.network, who: "\(caller.identity)")
            try connection.reply(to: call, UplinkReply(uplink: uplink))
        }
    }

    private func activate(_ call: Call, _ claimant: Claimant) async throws {
        for await event in await daemon.activate(id, claimant) {
            try connection.reply(to: call, event, continues: true)
            guard event.event.type == .invalidated else { continue }
            await connection.drained()
            return connection.close()
        }
    }
}
