// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Setup: what an app may do for itself.
extension Session {
    func answer(_ method: SetupMethod, _ call: Call) async throws {
        guard let claimant = caller.claimant else { throw AccessoryError(.notAuthorized, "the caller is no app") }
        switch method {
        case .activate:
            try await activate(call, claimant)
        case .listAccessories:
            try connection.reply(to: call, AccessoryList(accessories: await daemon.accessories(of: claimant)))
        case .getAccess:
            let query = try call.parameters(as: AccessQuery.self)
            try connection.reply(to: call, written: await daemon.accessReply(query, of: claimant))
        case .showPicker:
            try await showPicker(call, claimant)
        case .updatePicker:
            let request = try call.parameters(as: UpdatePickerRequest.self)
            try await daemon.approve(request.items, for: claimant)
            try connection.reply(to: call)
        case .finishPickerDiscovery:
            try await daemon.finishDiscovery(for: claimant)
            try connection.reply(to: call)
        case .finishAuthorization, .failAuthorization, .updateAuthorization:
            throw VarlinkError.methodNotFound(call.method)
        case .renameAccessory:
            let request = try call.parameters(as: RenameRequest.self)
            let accessory = try await daemon.rename(request, by: claimant, "\(caller.identity)")
            try connection.reply(to: call, AccessoryReply(accessory: accessory))
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
        }
    }

    private func activate(_ call: Call, _ claimant: Claimant) async throws {
        guard call.more else { throw VarlinkError.expectedMore }
        for await event in await daemon.activate(id, claimant) {
            try connection.reply(to: call, event, continues: true)
            guard event.event.type == .invalidated else { continue }
            await connection.drained()
            return connection.close()
        }
    }

    private func showPicker(_ call: Call, _ claimant: Claimant) async throws {
        let request = try call.parameters(as: ShowPickerRequest.self)
        let manifest = try await daemon.manifest(claimant.app)
        let items = try self.items(request.items, allowedBy: manifest)
        // What is joined by the choice rests on the session, until the app takes it over with JoinHotspot.
        guard let session = await daemon.activeSession(claimant) else {
            throw AccessoryError(.activationFailed, "the app has no active session; call Activate first")
        }
        let result = try await present(
            items, for: manifest, claimant, leaseOwner: session, timeout: request.discoveryTimeout,
            addressing: request.addressing, filters: request.filterDiscoveryResults ?? false, hear: { _ in })
        switch result.settlement {
        case .added(let accessory, let link):
            try connection.reply(to: call, ShowPickerReply(accessory: accessory, link: link))
        case .failed(let error):
            throw error
        }
    }

    /// Checks all items before anything is shown. Throws `invalidRequest` with the field's path.
    func items(_ items: [DisplayItem], allowedBy manifest: Manifest) throws(AccessoryError) -> [Setup.Item] {
        guard !items.isEmpty else {
            throw AccessoryError(.invalidRequest, "a picker needs at least one item", field: "items")
        }
        guard items.count <= Limits.itemsPerPicker else {
            throw AccessoryError(
                .invalidRequest, "a picker takes at most \(Limits.itemsPerPicker) items", field: "items")
        }
        var checked: [Setup.Item] = []
        for (index, item) in items.enumerated() {
            let path = "items[\(index)]"
            guard !item.name.isEmpty else {
                throw AccessoryError(.invalidRequest, "an item needs a name", field: "\(path).name")
            }
            let descriptor = try item.descriptor.descriptor(at: "\(path).descriptor")
            try manifest.check(descriptor, at: "\(path).descriptor")
            let passphrase = try item.passphrase.map { text throws(AccessoryError) in
                try DescriptorFields.passphrase(text, field: "\(path).passphrase")
            }
            checked.append(
                Setup.Item(name: item.name, image: item.image, descriptor: descriptor, passphrase: passphrase))
        }
        return checked
    }

    func present(
        _ items: [Setup.Item], for manifest: Manifest, _ claimant: Claimant, leaseOwner: Session.ID, timeout: Int?,
        addressing: JoinRequest.Addressing?, filters: Bool = false, plan: Plan? = nil,
        hear: @escaping @Sendable (SetUpReply) async -> Void
    ) async throws(AccessoryError) -> Presentation.Result {
        let limit = try self.timeout(timeout)
        let adapter = try await daemon.chooseRadio()
        let presentation = Presentation(
            daemon: daemon, radio: daemon.radio, clock: daemon.clock, app: manifest, claimant: claimant, caller: caller,
            leaseOwner: leaseOwner, adapter: adapter, addressing: addressing ?? .ipv4, plan: plan, hear: hear)
        let heard = Set(await daemon.records(of: claimant).compactMap(\.frequency)).sorted()
        return try await presentation.run(
            Setup(
                items: items, interface: adapter.interface, timeout: limit, likelyFrequencies: heard, filters: filters,
                choice: plan?.choice))
    }

    private func timeout(_ seconds: Int?) throws(AccessoryError) -> Duration {
        guard let seconds else { return Setup.defaultTimeout }
        guard (1...3600).contains(seconds) else {
            throw AccessoryError(
                .invalidRequest, "discoveryTimeout: \(seconds) is not between 1 and 3600 seconds",
                field: "discoveryTimeout")
        }
        return .seconds(seconds)
    }
}
