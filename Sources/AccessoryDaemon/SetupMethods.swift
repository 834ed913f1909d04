// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Setup: what an app may do for itself.
extension Session {
    func answer(_ method: SetupMethod, _ call: Call) async throws {
        guard let app = caller.app else { throw AccessoryError(.notAuthorized, "the caller is no app") }
        let uid = caller.identity.uid
        switch method {
        case .activate:
            guard call.more else { throw VarlinkError.expectedMore }
            let events = await daemon.activate(id, app: app, uid: uid)
            let own = await daemon.records(of: app, uid: uid).map(\.accessory)
            try connection.reply(to: call, SessionEvent(Event(.activated), accessories: own), continues: true)
            for await event in events { try connection.reply(to: call, event, continues: true) }
        case .listAccessories:
            let own = await daemon.records(of: app, uid: uid).map(\.accessory)
            try connection.reply(to: call, AccessoryList(accessories: own))
        case .getAccess:
            let query = try call.parameters(as: AccessQuery.self)
            let record = try await daemon.record(app: app, accessory: query.accessory, ssid: query.ssid, uid: uid)
            try connection.reply(to: call, RecordReply(record: record))
        case .showPicker:
            try await showPicker(call, app: app)
        case .joinHotspot:
            let request = try call.parameters(as: JoinHotspotRequest.self)
            try await join(call, request, app: app, uid: uid)
        case .leaveHotspot:
            try await leave(call, app: app)
        }
    }

    private func showPicker(_ call: Call, app: String) async throws {
        let request = try call.parameters(as: ShowPickerRequest.self)
        let manifest = try await daemon.manifest(app)
        let items = try self.items(request.items, allowedBy: manifest)
        // What is joined by the choice rests on the session, until the app takes it over with JoinHotspot.
        guard let session = await daemon.activeSession(app: app, uid: caller.identity.uid) else {
            throw AccessoryError(.activationFailed, "the app has no active session; call Activate first")
        }
        let result = try await present(
            items, for: manifest, uid: caller.identity.uid, leaseOwner: session, timeout: request.discoveryTimeout,
            addressing: request.addressing, hear: { _ in })
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
        _ items: [Setup.Item], for manifest: Manifest, uid: UInt32?, leaseOwner: Session.ID, timeout: Int?,
        addressing: JoinRequest.Addressing?, hear: @escaping @Sendable (SetUpReply) async -> Void
    ) async throws(AccessoryError) -> Presentation.Result {
        let limit = try self.timeout(timeout)
        let adapter = try await daemon.chooseRadio()
        let presentation = Presentation(
            daemon: daemon, radio: daemon.radio, clock: daemon.clock, app: manifest, uid: uid, caller: caller,
            leaseOwner: leaseOwner, adapter: adapter, addressing: addressing ?? .ipv4, hear: hear)
        let heard = Set(await daemon.records(of: manifest.id).compactMap(\.frequency)).sorted()
        return try await presentation.run(
            Setup(items: items, interface: adapter.interface, timeout: limit, likelyFrequencies: heard))
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

    // MARK: Leases

    func join(_ call: Call, _ request: JoinHotspotRequest, app: String, uid: UInt32?) async throws {
        guard call.more else { throw VarlinkError.expectedMore }
        let passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        let record = try await daemon.record(app: app, accessory: request.accessory, ssid: request.ssid, uid: uid)
        let lease = try await daemon.hold(
            record, passphrase: passphrase, addressing: request.addressing ?? .ipv4, owner: id)
        let end = try await stream(lease, to: call) { LeaseReply(lease: $0) }
        guard let ssid = record.accessory.ssid else { return }
        try finish(end, of: call, ssid: ssid) { LeaseReply(lease: $0) }
    }

    func leave(_ call: Call, app: String) async throws {
        let leases = await daemon.liveLeases(of: app)
        guard !leases.isEmpty else { throw AccessoryError(.unknownAccessory, "\(app) holds no hotspot") }
        for lease in leases {
            let news = await daemon.news(of: lease)
            await daemon.leave(lease)
            for await case .ended(let error?) in news where error.code == .restoreFailed { throw error }
        }
        try connection.reply(to: call)
    }

    /// How a lease ended.
    struct LeaseEnd {
        /// The last state, when the uplink is back. Not sent yet: it may be the call's last reply.
        var restored: LeaseUpdate?
        var error: AccessoryError?
    }

    /// Streams a lease's states to its end, those after `heard`.
    func stream(
        _ lease: Lease.ID, to call: Call, after heard: LeaseUpdate? = nil, reply: (LeaseUpdate) -> some Encodable
    ) async throws -> LeaseEnd {
        var last = heard
        for await news in await daemon.news(of: lease) {
            switch news {
            case .update(let update):
                guard update != last else { continue }
                last = update
                if update.state != .restored { try connection.reply(to: call, reply(update), continues: true) }
            case .ended(let error):
                return LeaseEnd(restored: last?.state == .restored ? last : nil, error: error)
            }
        }
        // The caller's connection is gone.
        throw CancellationError()
    }

    /// The last reply to a call that held a lease: `restored`, or `left` where nothing had been cut, or the error.
    func finish(
        _ end: LeaseEnd, of call: Call, ssid: SSID, error: AccessoryError? = nil,
        reply: (LeaseUpdate) -> some Encodable
    ) throws {
        guard let error = error ?? end.error else {
            return try connection.reply(to: call, reply(end.restored ?? LeaseUpdate(.left, ssid: ssid)))
        }
        if let restored = end.restored { try connection.reply(to: call, reply(restored), continues: true) }
        throw end.error?.code == .restoreFailed ? (end.error ?? error) : error
    }
}
