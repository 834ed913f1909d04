// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension View<BridgeReport> {
    /// Without an answer the network's columns are empty, so that no script takes the likeliest one.
    static let bridges = View(
        title: "Bridges",
        columns: [
            Column("BLUETOOTH") { $0.bluetoothAddress.description },
            Column("KIND", isCommon: false) { $0.addressKind.title },
            Column("NAME", width: .name) { $0.bluetoothName },
            Column("RSSI", isCommon: false) { $0.rssi.map { String($0) } },
            Column("VERDICT", colour: { $0.verdict.colour }) { $0.verdict.title },
            Column("SSID", width: .name) { $0.bridged?.ssid?.description },
            Column("BSSID") { $0.bridged?.bssid.description },
            Column("STRENGTH") { $0.network?.strength.inHundredths },
            Column("FAMILY", width: .name) { $0.network?.families },
            Column("CANDIDATES", width: .text, isCommon: false) { $0.candidates },
            Column("EXPLANATION", width: .text, isCommon: false) { $0.explanation.joined(separator: " ") },
        ])
}

extension BridgeReport {
    /// The correlated network; nil if there is no answer.
    var bridged: BridgeMatch? {
        switch verdict {
        case .bridged: network
        case .tooClose, .unknown: nil
        }
    }

    fileprivate var candidates: String? {
        let all = [network, runnerUp].compactMap { $0 }
        return all.isEmpty ? nil : all.map { "\($0.text) \($0.strength.inHundredths)" }.joined(separator: ", ")
    }

    /// Known ones first, and among them the nearest first.
    static func comesBefore(_ left: BridgeReport, _ right: BridgeReport) -> Bool {
        let (a, b) = (left.verdict.place, right.verdict.place)
        if a != b { return a < b }
        let (near, far) = (left.rssi ?? .min, right.rssi ?? .min)
        return near == far ? left.bluetoothAddress.description < right.bluetoothAddress.description : near > far
    }
}

extension BridgeReport.Verdict {
    var title: String {
        switch self {
        case .bridged: "bridged"
        case .tooClose: "too close"
        case .unknown: "unknown"
        }
    }

    fileprivate var colour: Colour? {
        switch self {
        case .bridged: .green
        case .tooClose: .yellow
        case .unknown: nil
        }
    }

    fileprivate var place: Int {
        switch self {
        case .bridged: 0
        case .tooClose: 1
        case .unknown: 2
        }
    }
}

extension BridgeMatch {
    var text: String { "'\(ssid?.description ?? "(hidden)")' (\(bssid))" }

    /// The families whose rules support it, the strongest first.
    fileprivate var families: String? {
        var families: [String] = []
        for family in evidence.map(\.family) where !families.contains(family) { families.append(family) }
        return families.isEmpty ? nil : families.joined(separator: ", ")
    }
}

extension Double {
    /// `0.95`.
    var inHundredths: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
    }
}
