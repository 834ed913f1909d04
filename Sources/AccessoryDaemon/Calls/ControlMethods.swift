// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import TrustedFiles
import Varlink

/// org.accessoryd.Control: what people and system services may do, for any app; and a user's picker, for that user's.
extension Session {
    func serve(_ method: ControlMethod, _ call: Call) async throws {
        switch method {
        case .getStatus:
            try connection.reply(to: call, await daemon.status())
        case .listApps:
            try connection.reply(to: call, await daemon.apps(in: caller.scope))
        case .checkManifest:
            let request = try call.parameters(as: CheckFileRequest.self)
            let shortest = await daemon.configuration.shortestPrefix
            let check = ManifestCheck(request.contents, path: request.path, shortestPrefix: shortest)
            try connection.reply(to: call, CheckManifestReply(check))
        case .reloadConfiguration:
            try connection.reply(to: call, AppList(await daemon.reloadConfiguration()))
        case .scan:
            try await scan(call)
        case .setUp:
            try await setUp(call)
        case .listAccessories:
            let accessories = await daemon.accessories(in: caller.scope)
            try await reply(to: call, accessories) { AccessoryStatusList(accessories: $0) }
        case .renameAccessory:
            let request = try call.parameters(as: RenameRequest.self)
            let cause = Daemon.Cause(who: "\(caller.identity)", why: "renamed by a person")
            let ssid = try request.network
            let accessory = try await daemon.rename(
                request.accessory, to: request.name ?? "", ssid: ssid, in: caller.scope, cause)
            try connection.reply(to: call, AccessoryReply(accessory: accessory))
        case .setAccessoryImage:
            let request = try call.parameters(as: SetAccessoryImageRequest.self)
            try connection.reply(to: call, AccessoryReply(accessory: try await daemon.setImage(request, by: caller)))
        case .removeAccessory:
            let query = try call.parameters(as: AccessoryQuery.self)
            let accessory = try await daemon.remove(query.accessory, by: caller)
            try connection.reply(to: call, AccessoryReply(accessory: accessory))
        case .listAccess:
            let query = try call.parameters(as: AppQuery.self)
            if let app = query.app { try await daemon.checkKnown(app) }
            try await reply(to: call, await daemon.shownRecords(of: query.app)) { RecordList(records: $0) }
        case .checkAccess:
            let query = try call.parameters(as: AppAccessQuery.self)
            try connection.reply(to: call, RecordReply(record: await daemon.access(query)))
        case .grantAccess:
            let request = try call.parameters(as: GrantRequest.self)
            let record = try await daemon.grant(request, by: caller)
            try connection.reply(to: call, RecordReply(record: record))
        case .setAccess:
            let request = try call.parameters(as: SetAccessRequest.self)
            let records = try await daemon.setAccess(request, by: caller)
            try connection.reply(to: call, RecordList(records: records))
        case .revokeAccess:
            let query = try call.parameters(as: AppAccessQuery.self)
            let records = try await daemon.revoke(query, by: caller)
            try connection.reply(to: call, RecordList(records: records))
        case .listHistory:
            let query = try call.parameters(as: HistoryQuery.self)
            try connection.reply(to: call, HistoryList(entries: try await daemon.history(query)))
        case .joinHotspot:
            let request = try call.parameters(as: JoinHotspotRequest.self)
            try await join(call, request, for: Claimant(app: try await namedApp(request.app)))
        case .leaveHotspot:
            let request = try call.parameters(as: LeaveHotspotRequest.self)
            try await leave(call, request, for: Claimant(app: try await namedApp(request.app)))
        case .listHotspots:
            let request = try call.parameters(as: ListHotspotsRequest.self)
            let secrets = request.secrets ?? false
            guard !secrets || caller.maySeeSecrets(of: method) else {
                throw AccessoryError(.notAuthorized, "only root and the agent's own user may see passphrases")
            }
            if let app = request.app { _ = try await daemon.manifest(app) }
            let hotspots = try await daemon.hotspots(of: request.app, secrets: secrets)
            try connection.reply(to: call, HotspotList(hotspots: hotspots))
        case .removeHotspot:
            let request = try call.parameters(as: RemoveHotspotRequest.self)
            let query = HotspotQuery(ssid: request.ssid, ssidPrefix: request.ssidPrefix)
            try await removeHotspot(query, of: request.app, uid: nil, why: "removed by a person")
            try connection.reply(to: call)
        case .findNewAccessories:
            try await findNewAccessories(call)
        case .onboard:
            try await onboard(call)
        case .listPlans:
            try connection.reply(to: call, PlanList(plans: await daemon.planStatuses()))
        case .runPlan:
            try await runPlan(call)
        case .finishPlan:
            let request = try call.parameters(as: FinishPlanRequest.self)
            try await daemon.programEnded(request)
            try connection.reply(to: call)
        case .checkPlan:
            let request = try call.parameters(as: CheckFileRequest.self)
            try connection.reply(to: call, await daemon.check(request, runner: caller.identity.uid))
        case .explainBridge:
            try await explainBridge(call)
        case .monitor:
            let events = await daemon.monitor(id, in: caller.scope)
            try connection.reply(to: call, MonitorReply(event: nil), continues: true)
            for await event in events { try connection.reply(to: call, MonitorReply(event: event), continues: true) }
        }
    }

    /// Replies with a whole list, or with `more` in parts, since a list may be longer than a message.
    private func reply<Member: Encodable & Sendable>(
        to call: Call, _ members: [Member], _ list: ([Member]) -> some Encodable
    ) async throws {
        guard call.more else { return try connection.reply(to: call, list(members)) }
        let parts = try ListParts(members) { try Reply.encode($0).count }.parts
        for part in parts.dropLast() {
            try connection.reply(to: call, list(part), continues: true)
            await connection.drained()
        }
        try connection.reply(to: call, list(parts.last ?? []))
    }

    private func namedApp(_ app: String?) async throws(AccessoryError) -> String {
        guard let app else {
            throw AccessoryError(.invalidRequest, "app: name the app", field: "app")
        }
        return try await daemon.manifest(app).id
    }

    func descriptors(_ fields: [DescriptorFields]) throws(AccessoryError) -> [Descriptor] {
        guard fields.count <= Limits.itemsPerPicker else {
            throw AccessoryError(
                .invalidRequest, "one search has at most \(Limits.itemsPerPicker) descriptors",
                field: "descriptors")
        }
        var descriptors: [Descriptor] = []
        for (index, field) in fields.enumerated() {
            descriptors.append(try field.descriptor(at: "descriptors[\(index)]"))
        }
        return descriptors
    }

    private func setUp(_ call: Call) async throws {
        let request = try call.parameters(as: SetUpRequest.self)
        let manifest = try await daemon.manifest(request.app)
        let descriptors = try request.descriptors.map { fields throws(AccessoryError) in try self.descriptors(fields) }
        for (index, descriptor) in (descriptors ?? []).enumerated() {
            try manifest.check(descriptor, at: "descriptors[\(index)]")
        }
        let passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        let items =
            descriptors?.map {
                Setup.Item(
                    name: manifest.name, image: manifest.icon, descriptor: $0, passphrase: passphrase,
                    bluetoothNames: manifest.bluetoothNames)
            } ?? manifest.items(passphrase: passphrase)
        try await carryOut(call, items, for: manifest, request.timeout, request.addressing)
    }

    /// A set-up from the first look to the end of the lease, each step a reply.
    func carryOut(
        _ call: Call, _ items: [Setup.Item], for manifest: Manifest, _ timeout: DiscoveryTimeout,
        _ addressing: JoinRequest.Addressing?
    ) async throws {
        let (heard, send) = AsyncStream<SetUpReply>.makeStream()
        let connection = connection
        let result = try await present(
            items, for: manifest, Claimant(app: manifest.id), leaseOwner: id, timeout: timeout, addressing: addressing
        ) { reply in
            send.yield(reply)
            // If the caller is gone, the presentation ends by itself.
            try? connection.reply(to: call, reply, continues: true)
        }
        send.finish()
        var last: LeaseUpdate?
        for await reply in heard { last = reply.lease ?? last }
        guard let lease = result.lease, let ssid = last?.ssid else {
            guard result.error == nil, result.lease == nil, last == nil else { throw result.error ?? Self.lost }
            // With a grant over Bluetooth alone, there is nothing to hold.
            return try connection.reply(to: call, SetUpReply())
        }
        let end = try await stream(lease, to: call, after: last) { SetUpReply(lease: $0) }
        try finish(end, of: call, ssid: ssid, error: result.error) { SetUpReply(lease: $0) }
    }

    private static let lost = AccessoryError(.connectionFailed, "the lease was lost")
}
