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
    /// What makes the strength, the strongest first: for each thing of the network that agrees, the strongest.
    public var evidence: [Evidence]
    /// What agrees in the same things of the network by other things of the device. It adds nothing to the strength, but
    /// tells the network from one of which less agrees.
    public var corroboration: [Evidence]
    /// What says that the two are not one accessory, for people. With any, the strength is never enough.
    public var objections: [String]
    /// Another device that the network may belong to as well, or that it does belong to: the likeliest of them.
    public var rival: MACAddress?
    /// What corroboration leaves less open only because it says again what other evidence says.
    var repeated = 1.0
    /// The most that anything says of the access point's own address, 0 for nothing.
    var location = 0.0
    /// The most that a record, the device's own address or its data says of it. Whoever copies a name has none of them.
    var standing = 0.0

    public init(
        network: WiFiNetwork, strength: Double, evidence: [Evidence], corroboration: [Evidence] = [],
        objections: [String] = [], rival: MACAddress? = nil
    ) {
        self.network = network
        self.strength = strength
        self.evidence = evidence
        self.corroboration = corroboration
        self.objections = objections
        self.rival = rival
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
    /// It identifies the accessory by itself: a whole address, or what the device itself told.
    public var isStructural: Bool

    public init(family: String, text: String, weight: Double, isStructural: Bool = false) {
        self.family = family
        self.text = text
        self.weight = weight
        self.isStructural = isStructural
    }
}
