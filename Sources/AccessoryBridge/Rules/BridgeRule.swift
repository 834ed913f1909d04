// SPDX-License-Identifier: Apache-2.0

/// One way in which a Bluetooth device and an access point may show that they are one accessory: traits of the device and
/// traits of the network take fields out of what was heard, and the two agree when the fields that both sides have are
/// equal.
///
/// `Acme {serial:4}` of a Bluetooth name and `Acme-{serial:4}` of an SSID, for example, agree in `serial`. Equality
/// alone makes the comparison fast: both sides are looked up by their fields, and nothing is compared with everything.
public struct BridgeRule: Hashable, Sendable {
    /// Whose rule it is: `GoPro`, or an app's identifier.
    public var family: String
    /// What agrees where the rule holds, for people: `the Bluetooth name is the SSID`.
    public var text: String
    /// What the device has to have, all of it.
    public var device: [DeviceTrait]
    /// What the network has to have, all of it.
    public var network: [NetworkTrait]
    public var weight: BridgeWeight
    /// Where both sides have the fields and they differ, the two are not one accessory, whatever else agrees.
    public var isExclusive: Bool

    public init(
        family: String, text: String, device: [DeviceTrait], network: [NetworkTrait], weight: BridgeWeight,
        isExclusive: Bool = false
    ) {
        self.family = family
        self.text = text
        self.device = device
        self.network = network
        self.weight = weight
        self.isExclusive = isExclusive
    }
}

extension BridgeRule {
    /// The fields that have to be equal: those that both sides have.
    public var fields: [String] {
        let ofNetwork = Set(network.flatMap(\.fields))
        return Set(device.flatMap(\.fields)).intersection(ofNetwork).sorted()
    }

    /// How soon after each other both have to appear; nil for a rule that is about something else.
    var nearness: Duration? {
        for case .appearance(let limit) in device { return limit }
        return nil
    }

    /// Which of a network's traits the rule rests on. Of several rules that rest on one, the strongest alone counts: a
    /// name and a part of it are not two facts.
    var aspect: BridgeAspect {
        if nearness != nil { return .time }
        let fields = Set(fields)
        for case .bssid(let address) in network where fields.contains(address.field) { return .bssid }
        return .ssid
    }
}

/// What of a network evidence is about.
enum BridgeAspect: Hashable, Sendable, CaseIterable {
    case ssid
    case bssid
    case time
}
