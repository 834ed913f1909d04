// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A signal of 0 to 100 at a glance.
enum SignalBars {
    static func text(_ signal: Int, unicode: Bool = TerminalText.isUTF8) -> String {
        let steps = unicode ? ["▂", "▄", "▆", "█"] : ["*", "*", "*", "*"]
        let blank = unicode ? "_" : " "
        let reached = [5, 30, 55, 80].count { signal > $0 }
        return steps.enumerated().map { $0 < reached ? $1 : blank }.joined()
    }

    static func colour(_ signal: Int) -> Colour? {
        switch signal {
        case 56...: .green
        case 31...55: .yellow
        case _: .red
        }
    }
}

extension WiFiNetwork {
    /// The channel's number within its band (IEEE 802.11-2020, 17.3.8.4.2 and annex E); nil outside of the known bands.
    var channel: Int? {
        switch frequency {
        case 2484: 14
        case 2412...2472: (frequency - 2407) / 5
        case 5160...5885: (frequency - 5000) / 5
        case 5955...7115: (frequency - 5950) / 5
        case _: nil
        }
    }
}
