// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What a picker asks the person while a presentation goes on, and takes back with `Answer`.
package struct PickerQuestion: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The network refused the passphrase: type another one. Declining gives up.
        case passphrase
        /// What the accessory shall be called; `text` is the name that it has when nothing is typed.
        case name
        /// Whether the app may go on using these accessories, which it set up by other means.
        case migration
        /// Whether the app may have what `text` says of an accessory that it has already.
        case authorization
        /// Which of `networks` is the accessory's; the answer's text is its BSSID. Declining gives up.
        case network
        /// The network is secured with less than expected, or somebody poses as it; `change` says how. Whether to accept it
        /// as new.
        case security
        /// Whether to pair with the accessory, where nothing is compared.
        case pairing
        /// The accessory has forgotten the bond of an earlier pairing, or somebody poses as it: whether to forget it
        /// here too and pair again.
        case repairing
        /// Type what the accessory shows.
        case passkey
        /// Whether the accessory shows `text` too.
        case numericComparison
        /// Type `text` on the accessory; nothing is to be answered but declining.
        case displayPasskey

        /// It is part of a pairing: `progress` with another step, or with a lease, says that it is over.
        package var isOfPairing: Bool {
            switch self {
            case .pairing, .repairing, .passkey, .numericComparison, .displayPasskey: true
            case .passphrase, .name, .migration, .authorization, .network, .security: false
            }
        }
    }

    /// Stable while the question stands; a later one has another.
    package var id: String
    package var kind: Kind
    /// What it is about: the accessory's name.
    package var name: String
    package var image: String?
    package var text: String?
    /// Why it is asked again.
    package var error: String?
    /// With `migration`.
    package var items: [MigrationItem]?
    /// With `network`.
    package var networks: [WiFiNetwork]?
    /// With `security`.
    package var change: SecurityChange?

    package init(
        id: String, kind: Kind, name: String, image: String? = nil, text: String? = nil, error: String? = nil,
        items: [MigrationItem]? = nil, networks: [WiFiNetwork]? = nil, change: SecurityChange? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.image = image
        self.text = text
        self.error = error
        self.items = items
        self.networks = networks
        self.change = change
    }
}

package struct AnswerRequest: Codable, Hashable, Sendable {
    package var presentation: String
    package var question: String
    /// False declines, which is the answer "no" where the question is whether.
    package var accepted: Bool
    /// The passphrase, name, passkey or BSSID.
    package var text: String?

    package init(presentation: String, question: String, accepted: Bool, text: String? = nil) {
        self.presentation = presentation
        self.question = question
        self.accepted = accepted
        self.text = text
    }
}
