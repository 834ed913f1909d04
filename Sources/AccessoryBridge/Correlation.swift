// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// What is known of one Bluetooth device: which network is its, by which evidence, and what came next.
///
/// A correlation says that two things agree. It does not say that they are genuine: advertisements and SSIDs can be
/// forged. Only a passphrase that came over a bonded link, or from the device's own label, proves that.
public struct Correlation: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// One network is its, and no other comes near.
        case bridged
        /// Several networks may be its, and nothing tells which: no answer.
        case tooClose
        /// Nothing that was heard points to a network.
        case unknown
    }

    public var device: Advertisement
    public var verdict: Verdict
    /// The network that is its; with `tooClose` the likeliest.
    public var match: BridgeCandidate?
    public var runnerUp: BridgeCandidate?

    public init(
        device: Advertisement, verdict: Verdict, match: BridgeCandidate? = nil, runnerUp: BridgeCandidate? = nil
    ) {
        self.device = device
        self.verdict = verdict
        self.match = match
        self.runnerUp = runnerUp
    }

    /// The network, where there is an answer.
    public var network: WiFiNetwork? { verdict == .bridged ? match?.network : nil }
}

/// One network that may be a device's, and what speaks for it.
public struct BridgeCandidate: Hashable, Sendable {
    public var network: WiFiNetwork
    /// 0 to 1.
    public var strength: Double
    /// The strongest first.
    public var evidence: [Evidence]

    public init(network: WiFiNetwork, strength: Double, evidence: [Evidence]) {
        self.network = network
        self.strength = strength
        self.evidence = evidence
    }
}

/// One thing that a device and a network agree in.
public struct Evidence: Hashable, Sendable {
    /// Whose rule it is: `GoPro`, or an app's identifier.
    public var family: String
    /// What was compared, for people.
    public var text: String
    /// 0 to 1.
    public var weight: Double

    public init(family: String, text: String, weight: Double) {
        self.family = family
        self.text = text
        self.weight = weight
    }
}
