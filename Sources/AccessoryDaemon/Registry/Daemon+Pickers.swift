// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The content of pickers, and the answers of persons and apps.
extension Daemon {
    /// - Parameter isOwn: the picker shows only the requests of its own process.
    func register(_ id: Sessions.ID, _ caller: Caller, isOwn: Bool) throws(AccessoryError) -> AsyncStream<PickerUpdate> {
        guard !isOwn || !caller.isUsersPicker else {
            throw AccessoryError(
                .invalidRequest, "own: a user's picker asks for nothing itself, because SetUp is for control.socket",
                field: "own")
        }
        let screen = Presentation.Screen(
            picker: id, uid: caller.identity.uid, seat: settings.seat(caller.identity), isUsers: caller.isUsersPicker)
        return pickers.register(screen, onlyOf: isOwn ? caller.pid : nil)
    }

    private func asker(_ caller: Caller) -> Pickers.Asker {
        Pickers.Asker(seat: settings.seat(caller.identity), process: caller.pid, user: caller.userOfApp)
    }

    /// Waits first, if a person has cancelled often and the wait is short, and if no picker is running yet.
    ///
    /// - Returns: the presentation's identifier.
    func present(
        for claimant: Claimant, _ app: Manifest, session: Sessions.ID?, caller: Caller, filters: Bool = false,
        recipient: Presentation.Recipient
    ) async throws(AccessoryError) -> Presentation.ID {
        while caller.entrance == .app, let pause = try pickers.pause(of: claimant, app, at: uptime.elapsed) {
            do {
                try await clock.sleep(for: pause)
            } catch {
                throw AccessoryError(.invalidated, "the caller is gone")
            }
        }
        try await waitForPicker(for: asker(caller))
        let id = Self.makeID()
        try pickers.present(
            id, for: claimant, app, session: session, asker: asker(caller), filters: filters,
            isApps: caller.entrance == .app, recipient: recipient, isActive: settings.isActive)
        return id
    }

    /// Returns as soon as a picker is there, or when the time for its start is over.
    private func waitForPicker(for asker: Pickers.Asker) async throws(AccessoryError) {
        let (end, clock) = (uptime.elapsed + settings.pickerPatience, clock)
        while !pickers.areThere(for: asker, settings.isActive), uptime.elapsed < end {
            let (next, left) = (pickers.nextPicker(), end - uptime.elapsed)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in next.stream {} }
                group.addTask { try? await clock.sleep(for: left) }
                await group.next()
                group.cancelAll()
            }
            pickers.stopWaiting(next.number)
            guard !Task.isCancelled else { throw AccessoryError(.invalidated, "the caller is gone") }
        }
    }

    /// The same, but a process that is its own picker waits until no other presentation is on that screen.
    func presentInTurn(
        for claimant: Claimant, _ app: Manifest, session: Sessions.ID?, caller: Caller, filters: Bool,
        recipient: Presentation.Recipient
    ) async throws(AccessoryError) -> Presentation.ID {
        while !Task.isCancelled {
            do throws(AccessoryError) {
                return try await present(
                    for: claimant, app, session: session, caller: caller, filters: filters, recipient: recipient)
            } catch {
                guard error.code == .pickerAlreadyActive, pickers.hasOwn(caller.pid) else { throw error }
            }
            for await _ in pickers.nextDismissal() {}
        }
        throw AccessoryError(.invalidated, "the caller is gone")
    }

    func show(_ update: PickerUpdate, in id: Presentation.ID) { pickers.show(update, in: id) }

    /// Asks the person, with a new identifier for the question.
    func ask(_ question: PickerQuestion, renamesNetwork: Bool = false, in id: Presentation.ID) {
        var question = question
        question.id = Self.makeID()
        pickers.show(PickerUpdate(kind: .question, question: question), in: id)
        pickers[id]?.renamesNetwork = renamesNetwork
    }

    func dismiss(_ error: AccessoryError?, finishInApp: Bool = false, _ id: Presentation.ID) {
        let presentation = pickers[id]
        if let presentation { pictures.forget(of: presentation.claimant) }
        pickers.dismiss(error, finishInApp: finishInApp, id, at: uptime.elapsed)
        if let tried = presentation?.tried, let claimant = presentation?.claimant {
            endTrial(of: tried.id, by: claimant)
        }
    }

    /// Shows the candidates that are in sight.
    ///
    /// - Parameter adapter: the radio that joins one of them, and may cut its uplink for that.
    func show(
        _ candidates: [Candidate], joining adapter: Adapter?, notShown: Int, isComplete: Bool, in id: Presentation.ID
    ) {
        guard let claimant = pickers[id]?.claimant else { return }
        let items = items(candidates, for: claimant, joining: adapter)
        pickers.show(
            PickerUpdate(
                kind: .items, items: items, isComplete: isComplete, notShown: notShown == 0 ? nil : notShown), in: id)
    }

    /// The cards of the candidates: an accessory that some app has keeps its name and picture.
    private func items(_ candidates: [Candidate], for claimant: Claimant, joining adapter: Adapter?) -> [PickerItem] {
        candidates.map { candidate in
            let (network, device) = (candidate.network, candidate.device)
            let cuts = candidate.item.descriptor.wifi == nil ? nil : adapter.flatMap(RadioChoice.cuts)
            let known = accessory(of: candidate)
            return PickerItem(
                id: candidate.id, name: known?.displayName ?? candidate.item.name,
                image: known == nil ? candidate.item.image : known?.image, ssid: candidate.ssid, bssid: network?.bssid,
                signal: candidate.signal, frequency: network?.frequency, security: network?.security,
                interface: network?.interface ?? (cuts == nil ? nil : adapter?.interface),
                bluetoothName: device?.name.map { DisplayName.harmless($0) },
                bluetoothAddress: device?.address.address,
                cuts: cuts, needsPassphrase: candidate.needsPassphrase,
                isShared: known.map { isShared($0.id, beside: claimant.app) } ?? false, isGone: candidate.isGone,
                change: candidate.change, isOwn: known.flatMap { isOwn($0.id, of: claimant) ? true : nil })
        }
    }

    /// Whether this app may use it.
    private func isOwn(_ accessory: Accessory.ID, of claimant: Claimant) -> Bool {
        records.records(app: claimant.app, accessory: accessory)
            .contains { claimant.owns($0) && $0.accessory.state == .authorized }
    }

    /// Whether another app has it.
    func isShared(_ accessory: Accessory.ID, beside app: String) -> Bool {
        records.records(of: accessory).contains { $0.app != app }
    }

    func note(_ device: Advertisement?, chosenIn id: Presentation.ID) {
        pickers[id]?.device = device?.address.address
    }

    /// Where a presentation is shown.
    func screen(of id: Presentation.ID?) -> Presentation.Screen? { id.flatMap { pickers[$0]?.screen } }

    /// The person who chose, in words; without a picker, the caller.
    func chooser(_ id: Presentation.ID?, for caller: Caller) -> String {
        id.flatMap { pickers[$0]?.chooser } ?? "\(caller.identity)"
    }

    // MARK: Pictures

    func admit(_ image: String?, field: String, for claimant: Claimant) throws(AccessoryError) -> String? {
        try pictures.admit(
            image, field: field, for: claimant, from: configuration.manifests.byID[claimant.app]?.pictures,
            id: Self.makeID())
    }

    /// Drops pictures that came with requests and are not shown.
    func forgetPictures(of claimant: Claimant) {
        let isShown = pickers.presentations.values.contains { $0.claimant == claimant }
        if !isShown { pictures.forget(of: claimant) }
    }

    /// Gives an accessory a person's picture, for all apps that have it; without one, it has the first app's again.
    func setImage(_ request: SetAccessoryImageRequest, by caller: Caller) throws(AccessoryError) -> Accessory {
        let picture = try request.image.map { url throws(AccessoryError) in try Picture(dataURL: url, field: "image") }
        let all = try records(toChange: request.accessory, by: "picture", in: caller.scope)
        let earlier = book.ownPictures[request.accessory]
        guard let first = all.first else {
            throw AccessoryError(.unknownAccessory, "there is no accessory '\(request.accessory)'")
        }
        guard picture != nil || earlier != nil else { return first.accessory }
        let (pictured, own) = all.pictured(
            as: picture.map { _ in Pictures.scheme + Self.makeID() }, after: earlier)
        let kept: Change =
            if let own, let picture {
                .keepOwn(own, data: picture.bytes, of: request.accessory)
            } else {
                .dropOwn(of: request.accessory)
            }
        let cause = Cause(
            who: "\(caller.identity)",
            why: picture == nil ? "picture removed by a person" : "picture given by a person")
        try change(pictured, .pictured, cause, with: [kept])
        return pictured[0].accessory
    }

    func picture(_ reference: String) throws(AccessoryError) -> Picture {
        do {
            let picture = try pictures[reference] ?? store.picture(reference) ?? Pictures.picture(atPath: reference)
            if let picture { return picture }
        } catch {
            throw AccessoryError(.connectionFailed, "the picture '\(reference)' cannot be read: \(error)")
        }
        throw AccessoryError(.invalidRequest, "there is no picture '\(reference)'", field: "image")
    }

    // MARK: The person

    func select(_ request: SelectRequest, _ passphrase: Passphrase?, by caller: Caller) throws(AccessoryError) {
        var presentation = try presentation(request.presentation, of: caller)
        try presentation.select(request.item, passphrase: passphrase)
        presentation.chooser = "\(caller.identity)"
        pickers[request.presentation] = presentation
    }

    func answer(_ request: AnswerRequest, by caller: Caller) throws(AccessoryError) {
        var presentation = try presentation(request.presentation, of: caller)
        try presentation.answer(request)
        presentation.chooser = "\(caller.identity)"
        pickers[request.presentation] = presentation
    }

    /// - Parameter reason: nil if a person cancelled.
    func cancel(_ id: Presentation.ID, _ reason: CancelReason?, by caller: Caller) throws(AccessoryError) {
        _ = try presentation(id, of: caller)
        guard let reason else {
            pickers[id]?.cancel()
            return
        }
        // Without a person, it does not count as cancelled.
        pickers[id]?.recipient.end(reason.error)
    }

    private func presentation(_ id: Presentation.ID, of caller: Caller) throws(AccessoryError) -> Presentation {
        try pickers.presentation(id, of: caller, at: settings.seat(caller.identity))
    }

    // MARK: The app

    func approve(_ items: [DiscoveredItem], for claimant: Claimant) throws(AccessoryError) {
        let presentation = try pickers.presentation(of: claimant)
        var admitted: [DiscoveredItem] = []
        for (index, item) in items.enumerated() {
            var item = item
            item.image = try admit(item.image, field: "items[\(index)].image", for: claimant)
            admitted.append(item)
        }
        try presentation.approve(admitted)
    }

    func finishDiscovery(for claimant: Claimant) throws(AccessoryError) {
        try pickers.presentation(of: claimant).finishDiscovery()
    }

    func finishAuthorization(_ request: FinishAuthorizationRequest, by claimant: Claimant) throws(AccessoryError) {
        guard let id = awaitingPresentation(of: claimant) else { throw Self.nothingWaits(request.accessory, claimant) }
        try pickers[id]?.finishAuthorization(request)
    }

    func failAuthorization(_ accessory: Accessory.ID, by claimant: Claimant) throws(AccessoryError) {
        guard let id = awaitingPresentation(of: claimant) else { throw Self.nothingWaits(accessory, claimant) }
        try pickers[id]?.failAuthorization(accessory)
    }

    private func awaitingPresentation(of claimant: Claimant) -> Presentation.ID? {
        pickers.presentations.first { $0.value.claimant == claimant && $0.value.awaiting != nil }?.key
    }

    private static func nothingWaits(_ accessory: Accessory.ID, _ claimant: Claimant) -> AccessoryError {
        AccessoryError(
            .unknownAccessory, "no accessory '\(accessory)' of \(claimant.app) waits for authorization",
            field: "accessory")
    }
}
