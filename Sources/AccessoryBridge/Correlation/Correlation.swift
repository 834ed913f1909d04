// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// The result for one Bluetooth device: its network, the evidence, and the runner-up.
///
/// A correlation shows that two things agree. It does not show that they are genuine: advertisements and SSIDs can be
/// forged. Only a passphrase that came over a bonded link, or from the device's own label, proves that.
public struct Correlation: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// One network is the device's, and no other comes near.
        case bridged
        /// Several networks may be the device's, and no evidence decides: no answer.
        case tooClose
        /// No evidence points to a network.
        case unknown
    }

    public var device: Advertisement
    public var verdict: Verdict
    /// The device's network; with `tooClose` the likeliest one.
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

    /// The network, if there is an answer.
    public var network: WiFiNetwork? { verdict == .bridged ? match?.network : nil }
}

/// One network that may be a device's, and the evidence for it.
public struct BridgeCandidate: Hashable, Sendable {
    public var network: WiFiNetwork
    /// 0 to 1.
    public var strength: Double
    /// The evidence that makes up the strength, the strongest first: one piece, the strongest, for each thing of the
    /// network that agrees.
    public var evidence: [Evidence]
    /// Evidence about the same things of the network that rests on other things of the device. It adds nothing to the
    /// strength, but separates the network from one with less agreement.
    public var corroboration: [Evidence]
    /// Evidence against it, for people. With any, the strength is never enough.
    public var objections: [String]
    /// The likeliest other device to which the network may belong, or does belong.
    public var rival: MACAddress?
    /// The part that corroboration leaves less open only because it repeats other evidence.
    var repeated = 1.0
    /// The greatest weight of evidence about the access point's own address, 0 for none.
    var location = 0.0
    /// The greatest weight of a record, the device's own address or its data about it. A device that copies a name has
    /// none.
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

/// One thing in which a device and a network agree.
public struct Evidence: Hashable, Sendable {
    /// The rule's owner: `GoPro`, or an app's identifier.
    public var family: String
    /// The compared things, for people.
    public var text: String
    /// 0 to 1.
    public var weight: Double
    /// It identifies the accessory by itself: a whole address, or the SSID that the device itself sent.
    public var isStructural: Bool

    public init(family: String, text: String, weight: Double, isStructural: Bool = false) {
        self.family = family
        self.text = text
        self.weight = weight
        self.isStructural = isStructural
    }
}
