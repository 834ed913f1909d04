// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What the bridge knows, in words.
struct BridgeText {
    private let bridges: [BridgeReport]
    private let isForOne: Bool
    private let colours: Bool

    /// - Parameter isForOne: One was asked for, so that it is told of even where there is nothing to tell.
    init(_ bridges: [BridgeReport], isForOne: Bool, colours: Bool = false) {
        self.bridges = bridges
        self.isForOne = isForOne
        self.colours = colours
    }

    var lines: [String] {
        guard !bridges.isEmpty else { return ["No Bluetooth device was heard."] }
        let told = bridges.filter { isForOne || $0.verdict != .unknown }
        var blocks = told.map { Self.block($0, colours) }
        let rest = bridges.count - told.count
        if rest > 0 {
            let more = (told.isEmpty ? "" : " more") + (rest == 1 ? " Bluetooth device" : " Bluetooth devices")
            blocks.append([
                "\(rest)\(more) in reach: nothing points to a network. `accessoryctl bridge list --all` lists them."
            ])
        }
        if told.contains(where: { $0.network != nil }) {
            blocks.append([
                "This shows that two things agree, not that they are genuine: advertisements and SSIDs can be forged.",
                "What proves a device is a passphrase from its label, or one that came over a bonded link.",
            ])
        }
        return Array(blocks.joined(separator: [""]))
    }

    private static func block(_ report: BridgeReport, _ colours: Bool) -> [String] {
        let name = report.bluetoothName.map { " '\($0)'" } ?? ""
        let rssi = report.rssi.map { ", \($0) dBm" } ?? ""
        let head = "\(report.bluetoothAddress)\(name) (\(report.addressKind.explained)\(rssi))".printable
        return [colours ? Colour.bold.applied(to: head) : head] + verdict(report).map { "  " + $0.printable }
            + report.explanation.map { "  " + $0.printable }
    }

    private static func verdict(_ report: BridgeReport) -> [String] {
        let next = report.runnerUp.map { ["The next one is \($0.text), strength \($0.strength.inHundredths):"] + evidence($0) }
        switch report.verdict {
        case .bridged:
            guard let network = report.network else { return [] }
            let strength = network.strength.inHundredths
            return ["Its network is \(network.text), strength \(strength):"] + evidence(network)
                + (next ?? ["No other network comes near."])
        case .tooClose:
            guard let network = report.network else { return ["Too close to call: no network is said to be its."] }
            let strength = network.strength.inHundredths
            return ["Too close to call: no network is said to be its."]
                + ["The likeliest is \(network.text), strength \(strength):"] + evidence(network) + (next ?? [])
        case .unknown: return ["Nothing that was heard points to a network."] + (next ?? [])
        }
    }

    private static func evidence(_ match: BridgeMatch) -> [String] {
        match.evidence.map { "  \($0.weight.inHundredths)  \($0.family): \($0.text)" }
    }
}

extension BluetoothAddress.Kind {
    /// What kind of address it is, and what follows from that.
    fileprivate var explained: String {
        switch self {
        case .public: "public address"
        case .staticRandom: "static random address"
        case .resolvablePrivate: "private address that changes, resolvable with a bond"
        case .nonResolvablePrivate: "private address that changes"
        }
    }
}
