// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// How a family hands out its hotspot's SSID and passphrase over a bonded link: the writes that start the hotspot, and
/// the reads.
///
/// The answers are the device's own word over a link that nobody else reads: ``Bridge/learn(ssid:of:)`` takes the SSID
/// for certain.
public struct HotspotRecipe: Hashable, Sendable {
    /// The form of an answer's bytes.
    enum Form: Hashable, Sendable {
        /// UTF-8, padded with zeros if the characteristic has a fixed length.
        case text
        /// A byte with the count of those behind it, two zeros, the text.
        case counted
    }

    public var family: String
    /// The writes that start the hotspot, then the reads of SSID and passphrase.
    public var steps: [GATTStep]
    var form: Form

    init(family: String, steps: [GATTStep], form: Form = .text) {
        self.family = family
        self.steps = steps
        self.form = form
    }

    /// The recipe of an advertisement's family; nil if no known family with a recipe matches.
    public static func of(_ advertisement: Advertisement) -> HotspotRecipe? {
        let known: [(matches: Bool, recipe: HotspotRecipe)] = [
            (advertisement.isGoPro, .goPro), (advertisement.isSony, .sony), (advertisement.isCanon, .canon),
            (advertisement.isRicoh, .ricoh),
        ]
        return known.first(where: \.matches)?.recipe
    }

    /// Decodes the answers to the reads of ``steps``, in their order.
    ///
    /// - Returns: the SSID, and the passphrase; nil if the device reported that there is none.
    public func decode(_ answers: [[UInt8]]) throws(HotspotRecipeFault) -> (ssid: SSID, passphrase: Passphrase?) {
        guard answers.count == 2 else { throw .answers(family: family, count: answers.count) }
        guard let name = text(answers[0]) else { throw .garbled(family: family, "SSID") }
        guard let secret = text(answers[1]) else { throw .garbled(family: family, "passphrase") }
        let ssid: SSID
        do {
            ssid = try SSID(name)
        } catch {
            throw .ssid(family: family, error)
        }
        guard !secret.isEmpty else { return (ssid, nil) }
        guard let characters = String(validating: secret, as: UTF8.self) else {
            throw .passphrase(family: family, .notPrintable)
        }
        do {
            return (ssid, try Passphrase(characters))
        } catch {
            throw .passphrase(family: family, error)
        }
    }

    /// Nil if the bytes do not have the form.
    private func text(_ answer: [UInt8]) -> [UInt8]? {
        switch form {
        case .text:
            let text = answer.prefix { $0 != 0 }
            return answer.dropFirst(text.count).allSatisfy { $0 == 0 } ? Array(text) : nil
        case .counted:
            guard let count = answer.first, count >= 2, answer.count > Int(count), answer[1...2].allSatisfy({ $0 == 0 })
            else { return nil }
            return Array(answer[3..<(1 + Int(count))])
        }
    }
}
