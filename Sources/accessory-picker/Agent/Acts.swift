// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials

/// Carries out the page's requests. Each is a JSON object of the names below, or a picture. Its contents are written
/// nowhere.
struct Acts: Sendable {
    private struct Choice: Decodable {
        var presentation: String
        var item: String
        var passphrase: String?
    }

    private struct Presentation: Decodable {
        var presentation: String
    }

    private struct Forget: Decodable {
        var accessory: String
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
        /// The slip of a label, which has what is missing above.
        var label: String?
    }

    /// What the QR code of a label says.
    private struct LabelText: Decodable {
        var text: String
    }

    let picker: PickerClient
    let control: ControlClient
    let board: Board
    let addition: AdditionRun
    let pictures = PictureReader()
    private let labels = LabelDrawer()
    /// Called when the page has the answer to `close`: the program may end with it.
    let closed: @Sendable () -> Void

    /// Throws the agent's error, or `DecodingError` if the body is no such request.
    ///
    /// - Returns: what the page gets beside the board's contents; nil for most.
    func perform(_ act: Route.Act, _ body: Data) async throws -> LabelDrawer.Reading? {
        switch act {
        case .choose: try await choose(read(body))
        case .answer: try await answer(read(body))
        case .cancel: try await picker.cancel(presentation: (read(body) as Presentation).presentation)
        case .shown: board.isShown((try read(body) as Presentation).presentation)
        case .close: board.change { $0.picker.close() }
        case .access:
            let request: Access = try read(body)
            _ = try await control.setAccess(
                SetAccessRequest(app: request.app, accessory: request.accessory, allowed: request.allowed))
        case .rename:
            let request: Rename = try read(body)
            _ = try await control.renameAccessory(RenameRequest(accessory: request.accessory, name: request.name))
        case .forget: try await control.removeAccessory((read(body) as Forget).accessory)
        case .look: addition.order(.look)
        case .label: return try labels.put((read(body) as LabelText).text, among: board.contents.addition.others)
        case .picture:
            return try labels.put(try await pictures.label(Array(body)), among: board.contents.addition.others)
        case .add: try add(read(body))
        case .stop:
            board.change { $0.addition.stop() }
            addition.order(.stop)
        }
        return nil
    }

    private func read<R: Decodable>(_ body: Data) throws -> R { try JSONDecoder().decode(R.self, from: body) }

    private func choose(_ choice: Choice) async throws {
        guard board.change({ $0.picker.choose(choice.item, of: choice.presentation) }) != nil else {
            throw AccessoryError(.unknownAccessory, "this accessory is out of range now")
        }
        do {
            try await picker.select(
                SelectRequest(
                    presentation: choice.presentation, item: choice.item, passphrase: choice.passphrase))
        } catch let error as AccessoryError {
            board.change { $0.picker.refusedChoice(error, of: choice.presentation) }
            throw error
        }
    }

    private func answer(_ answer: AnswerRequest) async throws {
        let question = board.change { contents in
            let question = contents.picker.question
            return contents.picker.answered(answer) ? question : nil
        }
        guard let question else {
            throw AccessoryError(.invalidRequest, "this question is no longer open", field: "question")
        }
        do {
            try await picker.answer(answer)
        } catch let error as AccessoryError {
            board.change { $0.picker.refusedAnswer(error, to: question, of: answer.presentation) }
            throw error
        }
    }

    /// What the home network must show of an accessory before it counts as added.
    private static let arrival = ReportedArrival.State.confirmed.rawValue

    private func add(_ order: Add) throws {
        let gone = AccessoryError(.unknownAccessory, "this accessory is out of range now")
        if let (item, label) = try labels.hidden(order.accessory, of: order.label) {
            guard let attempt = board.change({ $0.addition.begin(item) }) else { throw gone }
            return addition.order(
                .add(
                    OnboardRequest(
                        label: label, network: order.network, arrival: Self.arrival),
                    attempt: attempt))
        }
        guard let accessory = board.contents.addition.items.first(where: { $0.id == order.accessory })?.accessory else {
            throw gone
        }
        let label = try order.label.map { try labels.label($0, of: accessory) }
        guard let attempt = board.change({ $0.addition.begin(order.accessory) }) else { throw gone }
        addition.order(
            .add(
                OnboardRequest(
                    ssid: accessory.ssid?.description, bssid: accessory.bssid?.description,
                    bluetoothAddress: accessory.ssid == nil ? accessory.bluetoothAddress?.description : nil,
                    passphrase: order.passphrase ?? label?.passphrase?.secret, family: accessory.family,
                    user: label?.proof.user, proof: order.proof ?? label?.proof.secret, network: order.network,
                    allowsClearText: order.allowsClearText, arrival: Self.arrival),
                attempt: attempt))
    }
}
