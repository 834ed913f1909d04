// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import TrustedFiles
import Varlink

/// org.accessoryd.Control: what people and system services may do, for any app; and a user's picker, for that user's.
extension ControlInterface.GetStatus: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { _, session in
        let daemon = session.daemon
        let (radios, bluetooth) = (await daemon.radios(), await daemon.bluetoothRadios())
        let obstacle = radios.usable.isEmpty ? nil : await daemon.uplink.obstacle()
        let adapters = await daemon.adapterStatuses(radios)
        let (leases, access, debt) = (await daemon.leases, await daemon.access, await daemon.storeDebt)
        return Status(
            version: Release.version, backend: radios.backend, unavailable: radios.unavailable?.rawValue,
            scanning: radios.scanning, adapters: adapters,
            bluetooth: BluetoothStatus(bluetooth), noHomeNetwork: obstacle,
            leases: leases.inOrder.compactMap { _, entry in
                entry.latest.map { LeaseStatus(app: entry.app, lease: $0, fence: entry.fenceStatus) }
            },
            apps: access.configuration.manifests.byID.count, accessRecords: access.records.count,
            pickers: access.screens.count,
            faults: access.configuration.faults.shortened.map(\.description) + [debt].compactMap(\.self))
    }
}

extension ControlInterface.ListApps: AgentMethod {
    static let answer: AgentAnswer<Self> = .list(.manageAccessories) {
        AppList($0)
    } of: { _, session in
        await session.daemon.access.apps(in: session.caller.scope).members
    }
}

extension ControlInterface.CheckManifest: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        let shortest = await session.daemon.configuration.shortestPrefix
        return CheckManifestReply(ManifestCheck(request.contents, path: request.path, shortestPrefix: shortest))
    }
}

extension ControlInterface.ReloadConfiguration: AgentMethod {
    static let answer: AgentAnswer<Self> = .list(.control) {
        AppList($0)
    } of: { _, session in
        AppList(await session.daemon.reloadConfiguration()).members
    }
}

extension ControlInterface.ListAccessories: AgentMethod {
    static let answer: AgentAnswer<Self> = .list(.manageAccessories) {
        AccessoryStatusList(accessories: $0)
    } of: { _, session in
        await session.daemon.access.accessories(in: session.caller.scope)
    }
}

extension ControlInterface.RenameAccessory: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.manageAccessories) { request, session in
        let cause = Cause(who: "\(session.caller.identity)", why: "renamed by a person")
        let ssid = try request.network
        return try await session.accessory {
            try $0.renaming(request.accessory, to: request.name ?? "", ssid: ssid, in: session.caller.scope, cause)
        }
    }
}

extension ControlInterface.SetAccessoryImage: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.manageAccessories) { request, session in
        let picture = try request.image.read(Picture.init, field: "image")
        let reference = Pictures.scheme + UniqueID.make()
        return try await session.accessory {
            try $0.picturing(request.accessory, picture, as: reference, by: session.caller)
        }
    }
}

extension ControlInterface.RemoveAccessory: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.manageAccessories) { request, session in
        try await session.accessory { try $0.removing(request.accessory, by: session.caller) }
    }
}

extension ControlInterface.ListAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .list(.control) {
        RecordList(records: $0)
    } of: { request, session in
        try await session.daemon.access.shownRecords(of: request.app)
    }
}

extension ControlInterface.CheckAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        RecordReply(record: try await session.daemon.access.record(request))
    }
}

extension ControlInterface.GrantAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        RecordReply(record: try await session.daemon.grant(request, by: session.caller))
    }
}

extension ControlInterface.SetAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.manageAccessories) { request, session in
        let change = try await session.daemon.change { try $0.switching(request, by: session.caller) }
        return RecordList(records: change.records)
    }
}

extension ControlInterface.RevokeAccess: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        let change = try await session.daemon.change { try $0.revoking(request, by: session.caller) }
        return RecordList(records: change.records)
    }
}

extension ControlInterface.ListHistory: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        if let limit = request.limit, !(1...Limits.historyPage).contains(limit) {
            throw AccessoryError.invalid("limit", "limit: \(limit) is not between 1 and \(Limits.historyPage)")
        }
        let entries = try await session.daemon.history(request)
        return try HistoryList(fitting: entries)
    }
}

extension ControlInterface.JoinHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.control) { request, replies, session in
        try await session.join(request, to: replies, for: Claimant(app: try await session.namedApp(request.app)))
    }
}

extension ControlInterface.LeaveHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.control) { request, session in
        try await session.leave(request, for: Claimant(app: try await session.namedApp(request.app)))
    }
}

extension ControlInterface.ListHotspots: MethodWithSecrets {
    static let secrets = Caller.Right.seeSecrets
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        let secrets = request.secrets ?? false
        guard !secrets || session.caller.maySeeSecrets(of: Self.self) else {
            throw AccessoryError(.notAuthorized, "only root and the agent's own user may see passphrases")
        }
        if let app = request.app { _ = try await session.daemon.access.manifest(app) }
        return HotspotList(hotspots: try await session.daemon.hotspots(of: request.app, secrets: secrets))
    }
}

extension ControlInterface.RemoveHotspot: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.control) { request, session in
        let query = HotspotQuery(ssid: request.ssid, ssidPrefix: request.ssidPrefix)
        try await session.removeHotspot(query, of: request.app, uid: nil, why: "removed by a person")
    }
}

extension ControlInterface.ListPlans: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { _, session in
        PlanList(plans: await session.daemon.knownPlans.statuses)
    }
}

extension ControlInterface.FinishPlan: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.control) { request, session in
        try await session.daemon.withPlans { plans throws(AccessoryError) in try plans.programEnded(request) }
    }
}

extension ControlInterface.CheckPlan: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        let known = await session.daemon.knownPlans
        let check = PlanCheck(request, runner: session.caller.identity.uid, known)
        return CheckPlanReply(
            plan: check.plan.map(known.status), faults: check.faults.shortened.map(\.description),
            warnings: check.warnings.map(\.description))
    }
}

extension ControlInterface.Monitor: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.manageAccessories) { _, replies, session in
        let events = await session.daemon.withSessions { $0.monitors.begin(session.id, in: session.caller.scope) }
        try replies.send(MonitorReply(event: nil))
        for await event in events { try replies.send(MonitorReply(event: event)) }
        return nil
    }
}

extension ControlInterface.SetUp: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.control) { request, replies, session in
        let manifest = try await session.daemon.access.manifest(request.app)
        let descriptors = try request.descriptors.map { try session.descriptors($0) }
        for (index, descriptor) in (descriptors ?? []).enumerated() {
            try manifest.check(descriptor, at: "descriptors[\(index)]")
        }
        let passphrase = try request.passphrase.read(DescriptorFields.passphrase, field: "passphrase")
        let items =
            descriptors?.map {
                Setup.Item(
                    name: manifest.name, image: manifest.icon, descriptor: $0, passphrase: passphrase,
                    bluetoothNames: manifest.bluetoothNames)
            } ?? manifest.items(passphrase: passphrase)
        return try await session.carryOut(items, for: manifest, request.timeout, request.addressing, to: replies)
    }
}

extension Session {
    /// Changes the records of an accessory.
    func accessory(_ decide: @Sendable (Access) throws -> AccessChange) async throws -> AccessoryReply {
        guard let accessory = try await daemon.change(decide).accessory else {
            throw AccessoryError(.unknownAccessory, "there is no such accessory")
        }
        return AccessoryReply(accessory: accessory)
    }

    fileprivate func namedApp(_ app: String?) async throws(AccessoryError) -> String {
        guard let app else {
            throw AccessoryError.invalid("app", "app: name the app")
        }
        return try await daemon.access.manifest(app).id
    }

    func descriptors(_ fields: [DescriptorFields]) throws(AccessoryError) -> [Descriptor] {
        guard fields.count <= Limits.itemsPerPicker else {
            throw AccessoryError.invalid("descriptors", "one search has at most \(Limits.itemsPerPicker) descriptors")
        }
        var descriptors: [Descriptor] = []
        for (index, field) in fields.enumerated() {
            descriptors.append(try field.descriptor(at: "descriptors[\(index)]"))
        }
        return descriptors
    }

    /// A set-up from the first look to the end of the lease, each step a reply.
    fileprivate func carryOut(
        _ items: [Setup.Item], for manifest: Manifest, _ timeout: DiscoveryTimeout,
        _ addressing: JoinRequest.Addressing?, to replies: Replies<ControlInterface.SetUp>
    ) async throws -> SetUpReply {
        let (heard, send) = AsyncStream<SetUpReply>.makeStream()
        let result = try await present(
            items, for: manifest, Claimant(app: manifest.id), leaseOwner: id, timeout: timeout, addressing: addressing
        ) { reply in
            send.yield(reply)
            // If the caller is gone, the presentation ends by itself.
            try? replies.send(reply)
        }
        send.finish()
        var last: LeaseUpdate?
        for await reply in heard { last = reply.lease ?? last }
        guard let lease = result.lease, let ssid = last?.ssid else {
            guard result.error == nil, result.lease == nil, last == nil else { throw result.error ?? Self.lost }
            // With a grant over Bluetooth alone, there is nothing to hold.
            return SetUpReply()
        }
        let end = try await stream(lease, to: replies, after: last) { SetUpReply(lease: $0) }
        return try self.last(of: end, to: replies, ssid: ssid, error: result.error) { SetUpReply(lease: $0) }
    }

    private static let lost = AccessoryError(.connectionFailed, "the lease was lost")
}
