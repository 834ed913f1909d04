// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Why an accessory did not take the network: as a sentence in English with the cure, and as a code for a page that writes
/// its own sentence.
public struct ProvisioningRefusal: Hashable, Sendable {
    public let text: String
    package let reason: FailureReason

    /// - Parameter names: what the accessory reports, for example the number of its error.
    package init(_ kind: FailureReason.Kind, _ text: String, names: [String]? = nil) {
        self.text = text
        reason = FailureReason(kind, names: names)
    }

    /// In the words of the accessory, or of a program that stands in for its family.
    public init(words: String) { self.init(.ownWords, words, names: [words]) }
}

extension ProvisioningOutcome {
    static func refusing(_ kind: FailureReason.Kind, _ text: String, names: [String]? = nil) -> Self {
        .refused(ProvisioningRefusal(kind, text, names: names))
    }
}
