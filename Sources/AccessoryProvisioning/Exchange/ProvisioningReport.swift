// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A line of the program that hands a network over, for whoever started it: a step, or at last the outcome. As JSON it is
/// one object:
///
///     {"step":"identified","name":"plug","model":"PlugUS","version":"1.7.1","address":"c0:49:ef:8c:48:0c"}
///     {"step":"handingOver","protection":"clear-text"}
///     {"outcome":"onNetwork","address":"192.168.1.20"}
///     {"outcome":"refused","reason":"the page has another version"}
///     {"outcome":"refused","reason":"the camera refused with its error 3","kind":"accessoryError","names":["3"]}
package enum ProvisioningReport: Hashable, Sendable, Codable {
    case step(ProvisioningStep)
    case outcome(ProvisioningOutcome)

    /// Bytes of a reason.
    private static let longestReason = 512
    private static let mostNames = 4

    private enum Key: String, CodingKey {
        case step, outcome, name, model, version, address, protection, page, reason, kind, names
    }

    private enum Step: String, Codable {
        case identified, securing, handingOver, waitingForAccessory
    }

    /// Throws `DecodingError`. Texts are bounded as those of an accessory.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? {
            DeviceText.bounded(try fields.decodeIfPresent(String.self, forKey: key))
        }
        if let step = try fields.decodeIfPresent(Step.self, forKey: .step) {
            switch step {
            case .identified:
                self = .step(
                    .identified(
                        DeviceIdentity(
                            name: try text(.name), model: try text(.model), version: try text(.version),
                            address: try text(.address).flatMap { MACAddress($0) })))
            case .securing: self = .step(.securing)
            case .handingOver:
                self = .step(.handingOver(try fields.decode(HandOverProtection.self, forKey: .protection)))
            case .waitingForAccessory: self = .step(.waitingForAccessory)
            }
            return
        }
        let name = try fields.decode(String.self, forKey: .outcome)
        guard let end = ProvisioningEnd(name: name) else {
            throw DecodingError.dataCorruptedError(forKey: .outcome, in: fields, debugDescription: "no outcome")
        }
        self = .outcome(
            ProvisioningOutcome(
                end, address: DeviceText.address(try fields.decodeIfPresent(String.self, forKey: .address)),
                page: DeviceText.page(try fields.decodeIfPresent(String.self, forKey: .page)),
                refusal: try Self.refusal(in: fields)))
    }

    /// A program without codes gives its own words, and so does one with codes that are newer than this.
    private static func refusal(in fields: KeyedDecodingContainer<Key>) throws -> ProvisioningRefusal? {
        func harmless(_ text: String) -> String { DisplayName.harmless(text, longest: longestReason) }
        guard let text = try fields.decodeIfPresent(String.self, forKey: .reason).map(harmless) else { return nil }
        guard let kind = try fields.decodeIfPresent(String.self, forKey: .kind).flatMap(FailureReason.Kind.init) else {
            return ProvisioningRefusal(words: text)
        }
        let names = try fields.decodeIfPresent([String].self, forKey: .names)
        return ProvisioningRefusal(kind, text, names: names?.prefix(mostNames).map(harmless))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .step(.identified(let device)):
            try fields.encode(Step.identified, forKey: .step)
            try fields.encodeIfPresent(device.name, forKey: .name)
            try fields.encodeIfPresent(device.model, forKey: .model)
            try fields.encodeIfPresent(device.version, forKey: .version)
            try fields.encodeIfPresent(device.address?.description, forKey: .address)
        case .step(.securing): try fields.encode(Step.securing, forKey: .step)
        case .step(.handingOver(let protection)):
            try fields.encode(Step.handingOver, forKey: .step)
            try fields.encode(protection, forKey: .protection)
        case .step(.waitingForAccessory): try fields.encode(Step.waitingForAccessory, forKey: .step)
        case .outcome(let outcome):
            try fields.encode(outcome.end.name, forKey: .outcome)
            if case .onNetwork(let address, let page) = outcome {
                try fields.encodeIfPresent(address, forKey: .address)
                try fields.encodeIfPresent(page, forKey: .page)
            }
            if case .refused(let refusal) = outcome {
                try fields.encode(refusal.text, forKey: .reason)
                try fields.encode(refusal.reason.kind, forKey: .kind)
                try fields.encodeIfPresent(refusal.reason.names, forKey: .names)
            }
        }
    }
}
