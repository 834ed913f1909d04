// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import ArgumentParser

/// The label of the accessory whose network a command joins.
struct LabelOptions: ParsableArguments {
    /// What it says of the network.
    struct Hotspot: Hashable, Sendable {
        /// The likeliest first.
        let ssids: [SSID]
        private let label: Label

        /// Throws `Failure` if the label names no network.
        init(_ label: Label) throws(Failure) {
            guard case .networks(let ssids) = label.names else {
                let text =
                    label.reader == .thisAgent
                    ? "the label names no network; name the network by --ssid" : label.refusal(nil).text
                throw Failure(text, .invalidInput)
            }
            self.ssids = ssids
            self.label = label
        }

        /// Of the likeliest network.
        var passphrase: Passphrase? { label.passphrase }

        /// The access point does not broadcast its SSID.
        var isHidden: Bool { label.isHidden }

        func passphrase(of ssid: SSID) -> Passphrase? { label.passphrases(of: ssid).first }
    }

    @Option(
        help: ArgumentHelp(
            """
            The accessory's label, which has SSID and passphrase of its network: the text of its QR code, a file with the \
            text or with a picture, or - for standard input.
            """, valueName: "text|file"))
    var label: String?

    /// Nil without a label. Throws `Failure`.
    func read() async throws -> Hotspot? {
        guard let label else { return nil }
        return try Hotspot(try await LabelText(label).label())
    }
}
