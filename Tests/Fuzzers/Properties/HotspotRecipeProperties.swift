// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel

/// The input is what a device answered to each read, in lines.
func checkHotspotRecipe(_ input: [UInt8]) throws {
    let answers = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    for recipe in recipes {
        do {
            let sent = try recipe.decode(answers)
            try hold(contains(answers[0], sent.ssid.bytes), "the SSID is in the first answer")
            let secret = Array((sent.passphrase?.secret ?? "").utf8)
            try hold(contains(answers[1], secret), "the passphrase is in the second")
        } catch let fault as HotspotRecipeFault {
            try hold(fault.description.hasPrefix(recipe.family), "a fault names the family")
            guard answers.count == 2, answers[1].count >= 8 else { continue }
            let text = Array(fault.description.utf8)
            try hold(
                !contains(text, answers[1]) || contains(phrases, answers[1]), "a fault does not quote the passphrase")
        }
    }
}

/// The texts of faults. Any part of them may also be a passphrase.
private let phrases = Array(
    "GoPro Sony Canon Ricoh: the device sent no valid passphrase: a passphrase has printable ASCII characters only"
        .utf8)

private let recipes = [
    Advertisement(address: nobody, manufacturerData: [0x02F2: []]),
    Advertisement(address: nobody, manufacturerData: [0x012D: [3, 0]]),
    Advertisement(address: nobody, manufacturerData: [0x065F: []]),
    Advertisement(
        address: nobody, services: Set([BluetoothUUID("00010000-0000-1000-0000-d8492fffa821")].compactMap(\.self))),
].compactMap(HotspotRecipe.of)

private let nobody: BluetoothAddress = {
    guard let address = MACAddress([2, 0, 0, 0, 0, 0]) else { preconditionFailure("six bytes are an address") }
    return BluetoothAddress(address, kind: .public)
}()

private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    part.isEmpty || bytes.indices.contains { bytes[$0...].starts(with: part) }
}
