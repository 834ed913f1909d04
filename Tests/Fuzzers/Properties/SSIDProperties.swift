// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials

/// The input is an SSID's bytes, and then its text.
func checkSSID(_ input: [UInt8]) throws {
    if let ssid = try? SSID(input) { try checkText(of: ssid) }
    if let ssid = try? SSID(text: String(decoding: input, as: UTF8.self)) {
        try hold(SSID.lengths.contains(ssid.bytes.count), "an SSID has 1 to 32 bytes")
        try checkText(of: ssid)
    }
}

private func checkText(of ssid: SSID) throws {
    let text = ssid.description
    try hold(try SSID(text: text) == ssid, "the text form reads as the same SSID")
    try hold(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "no control characters in text")
    let json = try JSONEncoder().encode([ssid])
    try hold(try JSONDecoder().decode([SSID].self, from: json) == [ssid], "an SSID survives JSON")
}
