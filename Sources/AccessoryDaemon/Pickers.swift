// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The registered pickers, and the one presentation that there may be.
struct Pickers {
    struct Presentation {
        let id: String
        let claimant: Claimant
        let appName: String
        let picker: Session.ID
        let send: AsyncStream<Setup.Event>.Continuation
        /// What is on the screen.
        var items: [PickerItem] = []
        /// Only what the app approves is shown.
        let filters: Bool
        /// What the app was told of, to approve.
        var discovered: Set<String> = []
        /// Who chose, once somebody has.
        var chooser: String?
    }

    private(set) var presentation: Presentation?
    private var registered: [(session: Session.ID, updates: AsyncStream<PickerUpdate>.Continuation)] = []
    private var next = 1

    var count: Int { registered.count }

    var chooser: String? { presentation?.chooser }

    mutating func register(_ session: Session.ID) -> AsyncStream<PickerUpdate> {
        let (stream, continuation) = AsyncStream<PickerUpdate>.makeStream(bufferingPolicy: .bufferingNewest(256))
        registered.removeAll { $0.session == session }
        registered.append((session, continuation))
        continuation.yield(PickerUpdate(.registered))
        return stream
    }

    /// A presentation goes to the picker that came last: it is the one in front of the person.
    mutating func present(
        for claimant: Claimant, named appName: String, filters: Bool,
        send: AsyncStream<Setup.Event>.Continuation
    ) throws(AccessoryError) {
        if let presentation {
            throw AccessoryError(
                .pickerAlreadyActive, "the picker is being shown for \(presentation.appName); try again when it is gone"
            )
        }
        guard let picker = registered.last else {
            throw AccessoryError(
                .pickerRestricted, "no picker is running, so nobody can choose; start 'accessoryctl picker'")
        }
        defer { next += 1 }
        presentation = Presentation(
            id: String(next), claimant: claimant, appName: appName, picker: picker.session, send: send, filters: filters
        )
    }

    mutating func show(_ update: PickerUpdate) {
        guard let presentation else { return }
        if let items = update.items { self.presentation?.items = items }
        var update = update
        update.presentation = presentation.id
        update.app = presentation.claimant.app
        update.appName = presentation.appName
        registered.first { $0.session == presentation.picker }?.updates.yield(update)
    }

    mutating func dismiss(_ error: AccessoryError?) {
        show(PickerUpdate(.dismissed, error: error))
        presentation = nil
    }

    /// Takes a choice. Throws `invalidRequest` for what is not shown (any more), or lacks its passphrase; the picker
    /// stays as it is then.
    mutating func select(
        _ item: String, passphrase: Passphrase?, in id: String, by chooser: String
    ) throws(AccessoryError) {
        let presentation = try presentation(id)
        guard let shown = presentation.items.first(where: { $0.id == item }) else {
            throw AccessoryError(.invalidRequest, "'\(item)' is not shown any more", field: "item")
        }
        guard !shown.needsPassphrase || passphrase != nil else {
            throw AccessoryError(.invalidRequest, "'\(shown.ssid)' needs a passphrase", field: "passphrase")
        }
        self.presentation?.chooser = chooser
        presentation.send.yield(.select(candidate: item, passphrase: passphrase))
    }

    // MARK: Filter mode

    mutating func discovered(_ accessory: String) { presentation?.discovered.insert(accessory) }

    func approve(_ items: [DiscoveredItem], for claimant: Claimant) throws(AccessoryError) {
        let presentation = try presentation(of: claimant)
        guard presentation.filters else {
            throw AccessoryError(
                .invalidRequest, "the picker shows all that matches; ask for filterDiscoveryResults", field: "items")
        }
        for (index, item) in items.enumerated() {
            guard presentation.discovered.contains(item.accessory) else {
                throw AccessoryError(
                    .invalidRequest, "'\(item.accessory)' was not discovered by this picker",
                    field: "items[\(index)].accessory")
            }
            guard !item.name.isEmpty else {
                throw AccessoryError(.invalidRequest, "an item needs a name", field: "items[\(index)].name")
            }
        }
        presentation.send.yield(
            .approve(items.map { Setup.Approval(candidate: $0.accessory, name: $0.name, image: $0.image) }))
    }

    func finishDiscovery(for claimant: Claimant) throws(AccessoryError) {
        try presentation(of: claimant).send.yield(.finishDiscovery)
    }

    private func presentation(of claimant: Claimant) throws(AccessoryError) -> Presentation {
        guard let presentation, presentation.claimant == claimant else {
            throw AccessoryError(.invalidRequest, "\(claimant.app) has no picker on the screen")
        }
        return presentation
    }

    func cancel(_ id: String) throws(AccessoryError) { try presentation(id).send.yield(.cancel) }

    private func presentation(_ id: String) throws(AccessoryError) -> Presentation {
        guard let presentation, presentation.id == id else {
            throw AccessoryError(.invalidRequest, "there is no presentation '\(id)' any more", field: "presentation")
        }
        return presentation
    }

    /// A picker that dies cancels what it shows.
    mutating func closed(_ session: Session.ID) {
        if presentation?.picker == session { presentation?.send.yield(.cancel) }
        registered.removeAll { entry in
            if entry.session == session { entry.updates.finish() }
            return entry.session == session
        }
    }
}
