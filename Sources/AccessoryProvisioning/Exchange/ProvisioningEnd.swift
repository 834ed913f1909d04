// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The kinds of ``ProvisioningOutcome``. The raw values are the exit statuses of `accessory-provision`, and of any
/// program in its place.
public enum ProvisioningEnd: Int, Hashable, Sendable, CaseIterable {
    case onNetwork = 0
    case unknown = 3
    case wrongPassphrase = 4
    case networkNotInReach = 5
    case wrongProof = 6
    case buttonNeeded = 7
    case portalNotServed = 8
    case refused = 9
    case vanished = 10

    /// `onNetwork`
    package var name: String { String(describing: self) }

    package init?(name: String) {
        guard let end = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = end
    }

    /// The network was handed over, and nothing speaks against it.
    public var isGood: Bool {
        switch self {
        case .onNetwork, .unknown: true
        case .wrongPassphrase, .networkNotInReach, .wrongProof, .buttonNeeded, .portalNotServed, .refused, .vanished:
            false
        }
    }

    /// The accessory got the network, whether it joined or not.
    package var hadTheNetwork: Bool {
        switch self {
        case .onNetwork, .unknown, .wrongPassphrase, .networkNotInReach: true
        case .wrongProof, .buttonNeeded, .portalNotServed, .refused, .vanished: false
        }
    }

    /// Another attempt with the same credentials may end otherwise.
    public var isWorthAnotherAttempt: Bool {
        switch self {
        case .networkNotInReach, .portalNotServed, .vanished, .buttonNeeded: true
        case .onNetwork, .unknown, .wrongPassphrase, .wrongProof, .refused: false
        }
    }

    /// A sentence for people, with the cure.
    public var explanation: String {
        switch self {
        case .onNetwork: "the accessory is on the network"
        case .unknown:
            "the accessory has the network and went to join it; only that network can show whether it arrived"
        case .wrongPassphrase: "the network refused the accessory's passphrase; check the credentials of the network"
        case .networkNotInReach:
            "the accessory does not see the network; move it closer, or check whether the network has 2.4 GHz"
        case .wrongProof:
            "the accessory refused the proof; check the PIN or the proof of possession on its label, and whether the label "
                + "is its own"
        case .buttonNeeded: "the accessory waits for its button; press it and try again"
        case .portalNotServed: "the accessory's hotspot does not serve its set-up; reset the accessory and try again"
        case .refused: "the accessory refused"
        case .vanished: "the connection to the accessory ended before it had the network; move closer and try again"
        }
    }
}

extension ProvisioningOutcome {
    init(_ end: ProvisioningEnd, address: String?, page: String?, refusal: ProvisioningRefusal?) {
        switch end {
        case .onNetwork: self = .onNetwork(address: address, page: page)
        case .unknown: self = .unknown
        case .wrongPassphrase: self = .wrongPassphrase
        case .networkNotInReach: self = .networkNotInReach
        case .wrongProof: self = .wrongProof
        case .buttonNeeded: self = .buttonNeeded
        case .portalNotServed: self = .portalNotServed
        case .refused: self = refusal.map(ProvisioningOutcome.refused) ?? .refusing(.joinFailed, "without a reason")
        case .vanished: self = .vanished
        }
    }

    /// The explanation with the accessory's own words.
    package var text: String {
        switch self {
        case .onNetwork(let address?, _): "\(end.explanation): \(address.printable)"
        case .onNetwork(nil, let page?): "\(end.explanation): \(page.printable)"
        case .refused(let why): "\(end.explanation): \(why.text.printable)"
        case .onNetwork, .wrongPassphrase, .networkNotInReach, .wrongProof, .buttonNeeded, .portalNotServed, .vanished,
            .unknown:
            end.explanation
        }
    }

    public var end: ProvisioningEnd {
        switch self {
        case .onNetwork: .onNetwork
        case .wrongPassphrase: .wrongPassphrase
        case .networkNotInReach: .networkNotInReach
        case .wrongProof: .wrongProof
        case .buttonNeeded: .buttonNeeded
        case .portalNotServed: .portalNotServed
        case .refused: .refused
        case .vanished: .vanished
        case .unknown: .unknown
        }
    }
}
