// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// The correlations, in the agent's own words, device by device.
struct BridgeText {
    private let bridges: [BridgeReport]
    private let isForOne: Bool
    private let colours: Bool

    /// - Parameter isForOne: A single device was requested, so it is shown even if there is no evidence.
    init(_ bridges: [BridgeReport], isForOne: Bool, colours: Bool = false) {
        self.bridges = bridges
        self.isForOne = isForOne
        self.colours = colours
    }

    var lines: [String] {
        guard !bridges.isEmpty else { return ["No Bluetooth device was seen."] }
        let shown = bridges.filter { isForOne || $0.verdict != .unknown || $0.runnerUp != nil }
        var blocks = shown.map { block($0) }
        let rest = bridges.count - shown.count
        if rest > 0 {
            let more = (shown.isEmpty ? "" : " more") + (rest == 1 ? " Bluetooth device" : " Bluetooth devices")
            blocks.append([
                "\(rest)\(more) in range: nothing points to a network. `accessoryctl bridge list --all` lists them."
            ])
        }
        if let caution = caution(shown) { blocks.append([caution.shown]) }
        return Array(blocks.joined(separator: [""]))
    }

    private func block(_ report: BridgeReport) -> [String] {
        let name = report.bluetoothName.map { " '\($0)'" } ?? ""
        let rssi = report.rssi.map { ", \($0) dBm" } ?? ""
        let head = "\(report.bluetoothAddress)\(name) (\(report.addressKind.explained)\(rssi))".shown
        return [colours ? Colour.bold.applied(to: head) : head] + sentences(report).map { "  " + $0.shown }
    }

    /// Without the sentence that stands once at the end.
    private func sentences(_ report: BridgeReport) -> [String] {
        caution(bridges) == nil ? report.explanation : report.explanation.dropLast()
    }

    /// The last sentence, if all explanations share it: the limits of a correlation.
    private func caution(_ reports: [BridgeReport]) -> String? {
        guard let last = reports.first?.explanation.last, bridges.allSatisfy({ $0.explanation.last == last }) else {
            return nil
        }
        return last
    }
}

extension BluetoothAddress.Kind {
    /// The kind of address, and its consequence.
    fileprivate var explained: String {
        switch self {
        case .public: "public address"
        case .staticRandom: "static random address"
        case .resolvablePrivate: "private address that changes, resolvable with a bond"
        case .nonResolvablePrivate: "private address that changes"
        }
    }
}
