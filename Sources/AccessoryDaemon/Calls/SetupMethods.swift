// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Setup: the methods with which an app acts for itself.
extension SetupInterface.Activate: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { _, replies, claimant, session in
        for await event in await session.daemon.activate(session.id, claimant) {
            try replies.send(event)
            guard event.event.type == .invalidated else { continue }
            await session.connection.drained()
            session.connection.close()
            break
        }
        return nil
    }
}

extension SetupInterface.ListAccessories: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { _, claimant, session in
        AccessoryList(accessories: await session.daemon.access.accessories(of: claimant))
    }
}

extension SetupInterface.GetAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        let (record, device) = try await session.daemon.access.reach(request, for: claimant)
        var reach: BluetoothReach?
        if let device { reach = BluetoothReach(path: await session.daemon.bluetooth.path(of: device)) }
        return AccessReply(record: record, bluetooth: reach)
    }
}

extension SetupInterface.GetLocation: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        let access = await session.daemon.access
        let accessory = try access.record(request.accessory, of: claimant).accessory.id
        return LocationReply(location: access.book.places[accessory]?.location(at: access.now))
    }
}

extension SetupInterface.ShowPicker: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        try await session.showPicker(request, claimant)
    }
}

extension SetupInterface.UpdatePicker: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        let folder = await session.daemon.configuration.manifest(claimant.app)?.pictures
        try await session.daemon.withScreens {
            try $0.approve(request.items, for: claimant, picturesFrom: folder)
        }
    }
}

extension SetupInterface.FinishPickerDiscovery: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { _, claimant, session in
        try await session.daemon.screens.finishDiscovery(for: claimant)
    }
}

extension SetupInterface.FinishAuthorization: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        try await session.daemon.withScreens { try $0.finishAuthorization(request, by: claimant) }
    }
}

extension SetupInterface.FailAuthorization: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        try await session.daemon.withScreens { try $0.failAuthorization(request.accessory, by: claimant) }
    }
}

extension SetupInterface.UpdateAuthorization: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        try await session.updateAuthorization(request, claimant)
    }
}

extension SetupInterface.RenameAccessory: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        try await session.renameAccessory(request, claimant)
    }
}

extension SetupInterface.RemoveAccessory: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        try await session.daemon.change {
            try $0.givingUp(request.accessory, by: claimant, "\(session.caller.identity)")
        }
    }
}

extension SetupInterface.JoinHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { request, replies, claimant, session in
        try await session.join(request, to: replies, for: claimant)
    }
}

extension SetupInterface.LeaveHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        try await session.leave(request, for: claimant)
    }
}

extension SetupInterface.ApplyHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        try await session.applyHotspot(request, claimant)
    }
}

extension SetupInterface.RemoveHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .appAction { request, claimant, session in
        try await session.removeHotspot(request, of: claimant.app, uid: claimant.uid, why: "removed by the app")
    }
}

extension SetupInterface.ListHotspots: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { _, claimant, session in
        let own = await session.daemon.hotspots.all(of: claimant.app, uid: claimant.uid)
        return HotspotList(hotspots: own.map { HotspotStatus(hotspot: $0) })
    }
}

extension SetupInterface.GetJoinedHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { _, claimant, session in
        let leases = await session.daemon.leases
        let lease = leases.joined(of: claimant).flatMap { leases[$0]?.latest }
        return JoinedHotspotReply(ssid: lease?.ssid, link: lease?.link)
    }
}

extension SetupInterface.GetUplinkCredentials: AgentMethod {
    static let answer: AgentAnswer<Self> = .app { request, claimant, session in
        let (daemon, who) = (session.daemon, "\(session.caller.identity)")
        let errand = try await daemon.uplink.errand(of: claimant, network: request.network)
        return UplinkReply(uplink: try await daemon.uplinkCredentials(for: claimant, errand, who: who))
    }
}
