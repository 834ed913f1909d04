// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// The answers of persons and apps.
extension Screens {
    // MARK: The person

    mutating func select(
        _ request: SelectRequest, _ passphrase: Passphrase?, by caller: Caller, at seat: String?
    ) throws(AccessoryError) {
        var presentation = try presentation(request.presentation, of: caller, at: seat)
        let isAny = request.anyAccessPoint ?? false
        try presentation.select(request.item, passphrase: passphrase, anyAccessPoint: isAny)
        presentation.chooser = "\(caller.identity)"
        self[request.presentation] = presentation
    }

    mutating func answer(_ request: AnswerRequest, by caller: Caller, at seat: String?) throws(AccessoryError) {
        var presentation = try presentation(request.presentation, of: caller, at: seat)
        try presentation.answer(request)
        presentation.chooser = "\(caller.identity)"
        self[request.presentation] = presentation
    }

    mutating func cancel(_ request: CancelRequest, by caller: Caller, at seat: String?) throws(AccessoryError) {
        var presentation = try presentation(request.presentation, of: caller, at: seat)
        // Without a person, it does not count as cancelled.
        if let reason = request.reason { return presentation.order.recipient.end(reason.error) }
        presentation.cancel()
        self[request.presentation] = presentation
    }

    /// The person who chose, in words; without a picker, the caller.
    func chooser(_ id: Presentation.ID?, for caller: Caller) -> String {
        id.flatMap { self[$0]?.chooser } ?? "\(caller.identity)"
    }

    /// The presentation that this caller may answer: its picker has the same user and seat. Only the picker that got it
    /// knows its identifier.
    private func presentation(
        _ id: Presentation.ID, of caller: Caller, at seat: String?
    ) throws(AccessoryError) -> Presentation {
        let uid = caller.identity.uid
        guard let presentation = self[id], presentation.screen.uid == uid, presentation.screen.seat == seat,
            !caller.isUsersPicker || presentation.user == uid
        else {
            throw AccessoryError.invalid("presentation", "there is no presentation '\(id)' any more")
        }
        return presentation
    }

    // MARK: The app

    /// The app's own presentation.
    private func presentation(of claimant: Claimant) throws(AccessoryError) -> Presentation {
        guard let presentation = presentations.values.first(where: { $0.claimant == claimant }) else {
            throw AccessoryError(.invalidRequest, "\(claimant.app) has no picker on the screen")
        }
        return presentation
    }

    /// - Parameter folder: the app's own pictures.
    mutating func approve(
        _ items: [DiscoveredItem], for claimant: Claimant, picturesFrom folder: String?
    ) throws(AccessoryError) {
        let presentation = try presentation(of: claimant)
        var admitted = items
        for index in items.indices {
            admitted[index].image = try pictures.admit(
                items[index].image, field: "items[\(index)].image", for: claimant, from: folder)
        }
        try presentation.approve(admitted)
    }

    func finishDiscovery(for claimant: Claimant) throws(AccessoryError) {
        try presentation(of: claimant).finishDiscovery()
    }

    mutating func finishAuthorization(
        _ request: FinishAuthorizationRequest, by claimant: Claimant
    ) throws(AccessoryError) {
        let id = try waitingPresentation(of: claimant, for: request.accessory)
        try self[id]?.finishAuthorization(request)
    }

    mutating func failAuthorization(_ accessory: Accessory.ID, by claimant: Claimant) throws(AccessoryError) {
        let id = try waitingPresentation(of: claimant, for: accessory)
        try self[id]?.failAuthorization(accessory)
    }

    private func waitingPresentation(
        of claimant: Claimant, for accessory: Accessory.ID
    ) throws(AccessoryError) -> Presentation.ID {
        let waiting = presentations.first { $0.value.claimant == claimant && $0.value.awaiting != nil }
        guard let waiting else {
            throw AccessoryError(
                .unknownAccessory, "no accessory '\(accessory)' of \(claimant.app) waits for authorization",
                field: "accessory")
        }
        return waiting.key
    }
}

extension CancelReason {
    /// What the app gets.
    fileprivate var error: AccessoryError {
        switch self {
        case .noPassphrase:
            AccessoryError(.passphraseMissing, "the accessory needs a passphrase, and the picker has none")
        case .noChoice:
            AccessoryError(
                .pickerUnavailable,
                "the picker chooses by a rule, which chose nothing; its own output has the reason")
        }
    }
}
