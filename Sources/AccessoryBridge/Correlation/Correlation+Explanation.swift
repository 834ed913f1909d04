// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Correlation {
    /// Sentences for people: the evidence and its weight, the runner-up, the reason why there is no answer, and always
    /// the limits of an answer.
    public var explanation: [String] {
        let sentences =
            switch verdict {
            case .bridged: bridgedSentences
            case .tooClose: tooCloseSentences
            case .unknown: unknownSentences
            }
        return sentences + [Self.caution]
    }

    /// True of every correlation.
    static let caution =
        "This shows only what is consistent, not what is authentic: advertisements, addresses and SSIDs can be forged. "
        + "A passphrase that came over a bonded link, or from the device's label, is proof."

    private var deviceText: String {
        let name = advertisedName.map { "'\($0)'" } ?? "a device without a name"
        return "\(name) (\(device.address))"
    }

    private var advertisedName: String? {
        guard let name = device.name, !name.isEmpty else { return nil }
        let bytes = Array(name.utf8.prefix(SSID.lengths.upperBound))
        return (try? SSID(bytes))?.description
    }

    private var bridgedSentences: [String] {
        guard let match else { return [] }
        return ["\(deviceText) and \(match.text) are one accessory."] + match.evidenceSentences
            + match.corroborationSentences + [
                "Together that is \(match.percent); \(Self.needed) is needed.", runnerUpSentence,
            ] + rivalSentences(of: match)
    }

    private var runnerUpSentence: String {
        guard let runnerUp else { return "Nothing points to any other network." }
        return "The runner-up is \(runnerUp.text), with \(runnerUp.percent): \(runnerUp.reasons)."
    }

    private func rivalSentences(of match: BridgeCandidate) -> [String] {
        match.rival.map { ["The device \($0) points to this network too, but less."] } ?? []
    }

    private var tooCloseSentences: [String] {
        guard let match else { return [] }
        var sentences = ["Which network belongs to \(deviceText) is too close to call."]
        sentences.append("The likeliest is \(match.text), with \(match.percent): \(match.reasons).")
        if let runnerUp {
            sentences.append(
                "Not clearly less likely is \(runnerUp.text), with \(runnerUp.percent): \(runnerUp.reasons).")
        }
        if let rival = match.rival {
            sentences.append("The device \(rival) may have that network as well.")
        }
        if runnerUp == nil, match.rival == nil {
            sentences.append("Too many others in sight agree in the same thing.")
        }
        return sentences
    }

    private var unknownSentences: [String] {
        guard let runnerUp else { return ["Nothing seen of \(deviceText) points to a network."] }
        var sentences = ["No network is known to belong to \(deviceText)."]
        let points = "The likeliest is \(runnerUp.text), with \(runnerUp.percent): \(runnerUp.reasons)."
        sentences.append(points)
        if runnerUp.isSufficient, let rival = runnerUp.rival {
            sentences.append("That network belongs to the device \(rival), which has more evidence.")
        } else {
            sentences.append("\(Self.needed) is needed.")
        }
        return sentences + runnerUp.objections.map { "Against it: \($0)." }
    }

    private static var needed: String { percent(Bridge.threshold) }

    fileprivate static func percent(_ strength: Double) -> String { "\(Int(strength * 100 + 0.5)) %" }
}

extension BridgeCandidate {
    fileprivate var text: String {
        guard let ssid = network.ssid else { return "the access point \(network.bssid), which hides its name," }
        return "'\(ssid)' (\(network.bssid))"
    }

    fileprivate var percent: String { Correlation.percent(strength) }

    fileprivate var reasons: String { evidence.map { "\($0.family): \($0.text)" }.joined(separator: "; ") }

    fileprivate var evidenceSentences: [String] {
        evidence.map { piece in
            let sure = piece.isStructural ? "it identifies the accessory" : Self.words(piece.weight)
            return "\(piece.family): \(piece.text); \(sure) (\(Correlation.percent(piece.weight)))."
        }
    }

    fileprivate var corroborationSentences: [String] {
        corroboration.map { "\($0.family): \($0.text); it only sets this network apart from others." }
    }

    private static func words(_ weight: Double) -> String {
        weight >= Bridge.threshold ? "strong" : weight >= BridgeWeight.long ? "not enough alone" : "weak"
    }
}
