// SPDX-License-Identifier: Apache-2.0

/// One way in which a Bluetooth device and an access point may show that they are one accessory. Traits of the device
/// and traits of the network take fields out of the sightings. The two agree if the fields that both sides have are
/// equal.
///
/// `Acme {serial:4}` of a Bluetooth name and `Acme-{serial:4}` of an SSID, for example, agree in `serial`. Equality
/// makes the comparison fast: both sides are looked up by their fields, not compared one by one.
public struct BridgeRule: Hashable, Sendable {
    /// The rule's owner: `GoPro`, or an app's identifier.
    public var family: String
    /// The agreement when the rule holds, for people: `the Bluetooth name is the SSID`.
    public var text: String
    /// The traits that the device must have, all of them.
    public var device: [DeviceTrait]
    /// The traits that the network must have, all of them.
    public var network: [NetworkTrait]
    public var weight: BridgeWeight
    /// The text of the objection if both sides have the fields and differ in them: then the two are not one accessory,
    /// whatever else agrees. Nil if a difference means nothing.
    public var objection: String?

    public init(
        family: String, text: String, device: [DeviceTrait], network: [NetworkTrait], weight: BridgeWeight,
        objection: String? = nil
    ) {
        self.family = family
        self.text = text
        self.device = device
        self.network = network
        self.weight = weight
        self.objection = objection
    }
}

extension BridgeRule {
    /// The fields that must be equal: those that both sides have, in the network's order.
    public var fields: [String] {
        let ofDevice = Set(device.flatMap(\.fields))
        var fields: [String] = []
        for field in network.flatMap(\.fields) where ofDevice.contains(field) && !fields.contains(field) {
            fields.append(field)
        }
        return fields
    }

    /// The longest time between the two appearances; nil for a rule about something else.
    var nearness: Duration? {
        for case .appearance(let limit) in device { return limit }
        return nil
    }

    /// The things of both sides on which the rule rests.
    var aspect: BridgeAspect {
        let fields = fields
        let ofDevice = device.filter { !fields.isDisjoint(with: $0.fields) }.map(\.side)
        let side = ofDevice.max() ?? .time
        let network = network.filter { !fields.isDisjoint(with: $0.fields) }.map(\.side)
        return BridgeAspect(device: side, network: network.max() ?? .time)
    }
}

extension [String] {
    fileprivate func isDisjoint(with others: [String]) -> Bool { !contains(where: others.contains) }
}
