// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import LabelReading

@testable import accessoryctl

/// New accessories, and the call that adds them.
extension Fixture {
    static func plug(_ security: Security = .open) throws -> NewAccessory {
        try newcomer("ShellyPlusPlugS-C049EF8C480C", .shelly, security, signal: 82, last: 1)
    }

    static func sensor() throws -> NewAccessory { try newcomer("PROV_C049EF", .espressif, .open, signal: 61, last: 2) }

    static func newcomer(
        _ name: String, _ family: Family, _ security: Security, signal: Int, last: UInt8
    ) throws -> NewAccessory {
        NewAccessory(
            name: name, family: family.rawValue, familyName: family.title, isCertain: true, ssid: try ssid(name),
            bssid: try bssid(last), security: security, signal: signal, mayNeedProof: family.mayNeedProof,
            isClearText: family.protection(hotspot: security) == .clearText)
    }

    /// Over Bluetooth.
    static func bulb(_ name: String = "Kitchen bulb", last: UInt8 = 9) throws -> NewAccessory {
        NewAccessory(
            name: name, family: "improv", familyName: Family.improv.title, isCertain: true,
            bluetoothAddress: try bluetooth(last), rssi: -58, mayNeedProof: false, isClearText: true)
    }

    /// Another program adds it. Its label is `MT:Y.K9042C00KA0648G00`.
    static func other(_ name: String = "Desk Bulb", last: UInt8 = 5) throws -> OtherAccessory {
        OtherAccessory(
            name: name, ecosystem: .matter, addedBy: "a Matter controller", bluetoothAddress: try bluetooth(last),
            rssi: -58, discriminator: 3840, vendor: 0xFFF1, product: 0x8000)
    }
}

/// A call whose instants are seconds.
struct OnboardCallOnTime {
    private var call: OnboardCall
    private var now = Duration.zero

    init(_ choice: OnboardChoice, _ terms: OnboardTerms = OnboardTerms(), asks: Bool = true) {
        call = OnboardCall(choice, terms, asks: asks)
    }

    /// - Parameter seconds: since the last event.
    mutating func receive(_ event: OnboardCall.Event, after seconds: Int = 0) -> [OnboardCall.Effect] {
        now += .seconds(seconds)
        return call.receive(event, at: now)
    }

    mutating func find(
        _ list: [NewAccessory], others: [OtherAccessory] = [], namesakes: [Namesake]? = nil, isComplete: Bool = true
    ) -> [OnboardCall.Effect] {
        receive(
            .found(
                NewAccessoryList(accessories: list, others: others, namesakes: namesakes, isComplete: isComplete)))
    }
}
