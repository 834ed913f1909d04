// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Rooms

/// A tally as lines of text.
struct Report {
    private let tally: Tally
    private let most: Int

    /// - Parameter most: how many faults of each kind are listed one by one.
    init(_ tally: Tally, most: Int = 10) {
        self.tally = tally
        self.most = most
    }

    var isGood: Bool {
        let all = tally.all
        return tally.falseBridges.isEmpty && all.structuralRight == all.structural
            && all.sufficientRight * 100 >= all.sufficient * 99
    }

    func show() {
        print("\(tally.devices) devices and \(tally.networks) access points in sight at the end")
        print(
            Self.padded("") + Self.columns(["couples", "bridged", "wrong", "close", "precision", "recall"])
                + Self.columns(["structural", "", "sufficient", ""]))
        for family in Family.allCases { line(family.rawValue, tally.families[family] ?? Tally.Count()) }
        line("all families", tally.all)
        line("strangers", tally.strangers)
        print(
            "bridged to a copy whose original is away, where nothing that was heard sets them apart: \(tally.deceived)"
        )
        print("false bridges: \(tally.falseBridges.count)")
        for fault in tally.falseBridges.prefix(most) { show(fault) }
        print("missed with sufficient evidence: \(tally.missed.count)")
        // First the devices that identify their network in full.
        let missed = tally.missed.filter(\.isStructural) + tally.missed.filter { !$0.isStructural }
        for fault in missed.prefix(most) { show(fault) }
    }

    private func line(_ name: String, _ count: Tally.Count) {
        print(
            Self.padded(name)
                + Self.columns([
                    "\(count.couples)", "\(count.right + count.wrong)", "\(count.wrong)", "\(count.tooClose)",
                    Self.percent(count.right, of: count.right + count.wrong),
                    Self.percent(count.right, of: count.couples),
                    "\(count.structural)", Self.percent(count.structuralRight, of: count.structural),
                    "\(count.sufficient)", Self.percent(count.sufficientRight, of: count.sufficient),
                ]))
    }

    private func show(_ fault: Tally.Fault) {
        let device = fault.device
        print(
            "  room \(String(fault.seed, radix: 16)) (\(fault.accessories) accessories) after \(fault.time.formatted):")
        print(
            "    device \(device.address) (\(device.address.kind.rawValue)), name \(device.name ?? "none"),",
            terminator: " ")
        print("\(device.manufacturerData) \(device.serviceData.mapValues { $0 })")
        print("    claims \(fault.claims)")
        for (what, network) in [("was given", fault.given)] + fault.own.map({ ("its own is", $0) }) {
            print("    \(what) \(network.map { "\($0.ssid?.description ?? "hidden") at \($0.bssid)" } ?? "none")")
        }
        for contradiction in fault.contradictions { print("    but \(contradiction)") }
        for evidence in fault.evidence { print("    \(evidence)") }
    }

    private static func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "-" }
        // Rounded down, so that 100 % is all of them.
        let hundredths = part * 10_000 / whole
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }

    private static func columns(_ texts: [String]) -> String {
        texts.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(1, 26 - text.count))
    }
}
