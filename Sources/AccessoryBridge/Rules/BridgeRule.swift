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
    /// What it means that both sides have the fields and differ in them: that the two are not one accessory, whatever else
    /// agrees. Nil where a difference means nothing.
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
    /// The fields that have to be equal: those that both sides have, as the network has them in order.
    public var fields: [String] {
        let ofDevice = Set(device.flatMap(\.fields))
        var fields: [String] = []
        for field in network.flatMap(\.fields) where ofDevice.contains(field) && !fields.contains(field) {
            fields.append(field)
        }
        return fields
    }

    /// How soon after each other both have to appear; nil for a rule that is about something else.
    var nearness: Duration? {
        for case .appearance(let limit) in device { return limit }
        return nil
    }

    /// What of both sides the rule rests on.
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
