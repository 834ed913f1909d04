// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// An accessory that waits for a network by Wi-Fi Easy Connect.
struct SimulatedEnrollee: Sendable, Equatable {
    /// The result of a call with the right key.
    enum Answer: String, Sendable, CaseIterable {
        case joins
        /// It takes the network, and reports nothing.
        case silent
        case wrongPassphrase = "wrong-passphrase"
        case notInReach = "not-in-reach"
        /// A person has to press its button, and nobody does.
        case button
    }

    /// The text of its own label.
    let label: String
    /// The fields of the label that decide who answers.
    let key: String
    let address: String?
    /// Where it is once it has taken the network.
    var home: SimulatedHome?
    var answer = Answer.joins
    var presence = Presence()

    /// Nil if the text is no label with a key.
    init?(label: String) {
        guard let key = Self.field("K", of: label) else { return nil }
        self.label = label
        self.key = key
        address = Self.field("M", of: label)
    }

    var station: MACAddress? { address.flatMap { [UInt8](hexadecimal: $0) }.flatMap { MACAddress($0) } }

    /// How it calls itself at home.
    var name: String { Self.field("I", of: label) ?? label }

    static func field(_ name: String, of label: String) -> String? {
        guard label.hasPrefix("DPP:") else { return nil }
        let field = label.dropFirst(4).split(separator: ";").first { $0.hasPrefix("\(name):") }
        return field.map { String($0.dropFirst(2)) }
    }

    /// What follows the call of a configurator whose label is this one, each with the steps since the call. Nil if the
    /// device hears nothing that is for it.
    func events(calledWith label: String) -> [(step: Int, event: String)]? {
        let name = station?.description ?? "ff:ff:ff:ff:ff:ff"
        let acknowledged = (step: 1, event: "DPP-TX-STATUS dst=\(name) freq=2437 result=SUCCESS")
        guard Self.field("K", of: label) == key else {
            guard address != nil, Self.field("M", of: label) == address else { return nil }
            return [acknowledged, (4, "DPP-AUTH-INIT-FAILED")]
        }
        if answer == .button { return [acknowledged, (2, "DPP-RESPONSE-PENDING")] }
        let reports = answer != .silent
        let taken = [
            acknowledged, (2, "DPP-AUTH-SUCCESS init=1"), (3, "DPP-CONF-REQ-RX src=\(name)"),
            (4, "DPP-CONF-SENT" + (reports ? " wait_conn_status=1" : "") + " conf_status=0"),
        ]
        let status =
            switch answer {
            case .wrongPassphrase: 2
            case .notInReach: 10
            case .joins, .silent, .button: 0
            }
        return taken + (reports ? [(8, "DPP-CONN-STATUS-RESULT result=\(status) ssid= channel_list=N/A")] : [])
    }

    /// It is at home some time after the end of a call that gave it the network.
    mutating func called(with label: String, end: Duration) {
        guard Self.field("K", of: label) == key, [.joins, .silent].contains(answer), let time = home?.time else {
            return
        }
        home?.since = end + time
    }
}
