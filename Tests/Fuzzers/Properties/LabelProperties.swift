// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The input is the text of a label.
func checkLabel(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    let label: Label
    do {
        label = try Label(parsing: text)
    } catch {
        return try hold(error.description.contains(error.part.rawValue), "a fault names its part: \(error)")
    }
    try hold(try Label(parsing: text + "\n") == label, "the end of a line changes nothing")
    try checkSecrets(of: label)
    switch label {
    case .wifi(let wifi):
        try hold((1...4).contains(wifi.ssids.count), "a network has one name in each reading")
        let passphrases = wifi.ssids.flatMap { wifi.passphrases(of: $0) }
        try hold(wifi.passphrase.map { passphrases.contains($0) } ?? passphrases.isEmpty, "each reading has a name")
    case .matter(let matter):
        try hold(matter.proof.secret?.utf8.count == 8, "a passcode has eight digits")
        switch matter.discriminator {
        case .long(let bits): try hold(bits < 1 << 12, "a discriminator has 12 bits")
        case .short(let bits): try hold(bits < 1 << 4, "a short discriminator has 4 bits")
        }
    case .homeKit(let homeKit): try hold(homeKit.proof.secret?.utf8.count ?? 8 == 8, "a setup code has eight digits")
    case .easyConnect(let key): try hold(key.proof.secret?.hasPrefix("DPP:") == true, "the whole text is the key")
    case .sony(let sony):
        let begin = String(decoding: sony.ssid.bytes.prefix(7), as: UTF8.self)
        try hold(begin == "DIRECT-", "a camera's network is one of Wi-Fi Direct")
    case .espressif(let espressif): try hold(espressif.names != .nothing, "Espressif's label names its accessory")
    }
}

/// What the descriptions of labels say whatever the secret is, such as Optional.
private let ownWords = [
    "WIFI:T:WPA;S:x;P:--------;;", #"{"ver":"v1","name":"PROV_1","pop":"--------","transport":"softap"}"#,
].compactMap { try? Label(parsing: $0) }.map(descriptions(of:)).joined()

private func descriptions(of label: Label) -> String { "\(label)\(String(reflecting: label))" }

private func checkSecrets(of label: Label) throws {
    let shown = descriptions(of: label)
    let names = String(reflecting: label.names)
    // A short one can occur in any text, and one that the accessory is named by is no secret.
    for secret in [label.proof.secret, label.passphrase?.secret].compactMap({ $0 }) where secret.utf8.count >= 8 {
        if ownWords.contains(secret) { continue }
        try hold(!shown.contains(secret) || names.contains(secret), "no description has a secret")
    }
}
