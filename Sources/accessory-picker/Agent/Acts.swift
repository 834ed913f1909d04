// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import LabelReading

/// Carries out the page's requests. Each is a JSON object of the names below, or a picture. Its contents are written
/// nowhere.
struct Acts: Sendable {
    private struct Presentation: Decodable {
        var presentation: String
    }

    private struct Access: Decodable {
        var accessory: String
        var app: String
        var allowed: Bool
    }

    private struct Rename: Decodable {
        var accessory: String
        var name: String
    }

    /// A new accessory, with the secrets that a person typed for it.
    private struct Add: Decodable {
        var accessory: String
        var passphrase: String?
        var proof: String?
        var network: String?
        var allowsClearText: Bool?
        /// Names a label that was read, which has what is missing above.
        var label: String?
    }

    private struct Identify: Decodable {
        var accessory: String
    }

    /// What the QR code of a label says.
    private struct LabelText: Decodable {
        var text: String
    }

    let picker: PickerClient
    let control: ControlClient
    let page: SharedPageState
    let addition: AdditionRun
    let moves: MoveOrders
    let pictures = PictureReader()
    private let labels = LabelCache()
    /// Called when the page has the answer to `close`: the program may end with it.
    let closed: @Sendable () -> Void

    /// Throws the agent's error, or `DecodingError` if the body is no such request.
    ///
    /// - Returns: what the page gets beside the page's state; nil for most.
    func perform(_ act: Route.Act, _ body: Data, of session: String) async throws -> LabelCache.Reading? {
        switch act {
        case .choose: try await choose(read(body))
        case .answer: try await answer(read(body))
        case .cancel:
            try await picker.call(.cancel, CancelRequest(presentation: (read(body) as Presentation).presentation))
        case .shown: page.isShown((try read(body) as Presentation).presentation)
        case .close: page.change { $0.picker.close() }
        case .access:
            let request: Access = try read(body)
            _ = try await control.call(
                .setAccess, SetAccessRequest(app: request.app, accessory: request.accessory, allowed: request.allowed))
        case .rename:
            let request: Rename = try read(body)
            _ = try await control.call(
                .renameAccessory, RenameRequest(accessory: request.accessory, name: request.name))
            page.change { $0.addition.renamed(request.accessory, request.name) }
        case .depict:
            let request: SetAccessoryImageRequest = try read(body)
            let accessory = try await control.call(.setAccessoryImage, request).accessory
            page.change { $0.addition.depicted(accessory) }
        case .forget:
            try await control.call(.removeAccessory, read(body))
        case .look: addition.order(.look)
        case .identify:
            let id = (try read(body) as Identify).accessory
            let known = page.current.accessories.devices.first { $0.id == id }?.id
            let address = page.current.addition.items.first { $0.id == id }?.accessory.bluetoothAddress?.description
            guard known != nil || address != nil else {
                throw AccessoryError(.discoveryTimeout, "the accessory is out of range")
            }
            try await control.call(
                .identifyAccessory, IdentifyAccessoryRequest(bluetoothAddress: address, accessory: known))
        case .label:
            let text = (try read(body) as LabelText).text
            return look(for: try labels.put(text, of: session, among: page.current.addition.others))
        case .picture:
            let label = try await pictures.label(Array(body))
            return look(for: try labels.put(label, of: session, among: page.current.addition.others))
        case .add: try add(read(body))
        case .move: try await moves.order(read(body))
        case .keep:
            guard try await !control.call(.keepAccessories, read(body)).kept.isEmpty else {
                throw AccessoryError(.busy, "they are getting the other network now", field: "keep.busy")
            }
        case .stop:
            page.change { $0.addition.stop() }
            addition.order(.stop)
        }
        return nil
    }

    /// The accessory of a label may hide its network, or show no family.
    private func look(for reading: LabelCache.Reading) -> LabelCache.Reading {
        if case .summary(let summary) = reading, let query = labels.query(summary.label) {
            addition.order(.lookFor(query))
        }
        return reading
    }

    private func read<R: Decodable>(_ body: Data) throws -> R { try JSONDecoder().decode(R.self, from: body) }

    private func choose(_ given: SelectRequest) async throws {
        var choice = given
        let ssid = page.current.picker.items.first { $0.id == choice.item }?.ssid
        choice.passphrase = try choice.passphrase.map { try Self.passphrase($0, of: ssid) }
        try page.change { state in
            if let objection = state.picker.objection(to: choice.item, of: choice.presentation) { throw objection }
            _ = state.picker.choose(choice.item, of: choice.presentation)
        }
        do {
            try await picker.call(.select, choice)
        } catch let error as AccessoryError {
            page.change { $0.picker.refusedChoice(error, of: choice.presentation) }
            throw error
        }
    }

    /// Takes the passphrase out of a label. The agent refuses what is neither.
    private static func passphrase(_ typed: String, of ssid: SSID?) throws(AccessoryError) -> String {
        do throws(TypedPassphrase.Fault) {
            return try TypedPassphrase.read(typed, for: ssid).secret
        } catch {
            switch error {
            case .passphrase: return typed
            case .otherNetwork: throw AccessoryError(.invalidRequest, error.description, field: "label.other")
            case .missing: throw AccessoryError(.invalidRequest, error.description, field: "label.empty")
            }
        }
    }

    private func readingLabel(_ answer: AnswerRequest) throws(AccessoryError) -> AnswerRequest {
        guard let open = page.current.picker.question, open.kind == .passphrase, let typed = answer.text else {
            return answer
        }
        var answer = answer
        answer.text = try Self.passphrase(typed, of: open.text.flatMap { try? SSID(text: $0) })
        return answer
    }

    private func answer(_ given: AnswerRequest) async throws {
        let answer = try readingLabel(given)
        let question = page.change { state in
            let question = state.picker.question
            return state.picker.answered(answer) ? question : nil
        }
        guard let question else {
            throw AccessoryError(.invalidRequest, "this question is no longer open", field: "question")
        }
        do {
            try await picker.call(.answer, answer)
        } catch let error as AccessoryError {
            page.change { $0.picker.refusedAnswer(error, to: question, of: answer.presentation) }
            throw error
        }
    }

    private func add(_ order: Add) throws {
        let gone = AccessoryError(.unknownAccessory, "this accessory is out of range now")
        guard let (item, label) = try labels.find(order.accessory, of: order.label, among: page.current.addition.items)
        else { throw gone }
        let typed = try order.passphrase.map { try Self.passphrase($0, of: item.accessory.ssid) }
        let attempt = page.change { item.isHidden ? $0.addition.begin(item) : $0.addition.begin(item.id) }
        guard let attempt else { throw gone }
        var terms = OnboardTerms(
            family: label?.family ?? (item.isHidden ? nil : Family(rawValue: item.accessory.family)),
            proof: ProvisioningProof(secret: order.proof), network: order.network,
            allowsClearText: order.allowsClearText == true, arrival: .confirmed)
        if let label { terms.add(label) }
        if let refusal = terms.refusal(of: item.accessory) { throw refusal }
        var request = terms.request(for: item.accessory)
        request.passphrase = typed ?? request.passphrase
        addition.order(.add(request, attempt: attempt))
    }
}
