// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import Testing

struct ExplanationTests {
    private static let caution =
        "This shows only what is consistent, not what is authentic: advertisements, addresses and SSIDs can be forged. "
        + "A passphrase that came over a bonded link, or from the device's label, is proof."

    private static let reason = "ESPHome: the Bluetooth name is the SSID, as far as both have it (kitchen/12f0a0)"

    private func expect(_ correlation: Correlation, _ sentences: [String]) {
        #expect(correlation.explanation == sentences + [Self.caution])
    }

    @Test func explainsWhatAgreesAndTheRunnerUp() throws {
        let camera = try device("24:0a:c4:12:f0:a2", .public, name: "PROV_12F0A0")
        let networks = [
            try network("PROV_12F0A0", "24:0a:c4:12:f0:a1"), try network("PROV_12F0A0", "02:00:00:00:01:00"),
        ]
        expect(
            try room([camera], networks).correlation(camera),
            [
                "'PROV_12F0A0' (24:0a:c4:12:f0:a2) and 'PROV_12F0A0' (24:0a:c4:12:f0:a1) are one accessory.",
                "Espressif: the provisioning name is the SSID (12f0a0); strong (90 %).",
                "Espressif: the Bluetooth address is the one that the chip has beside the access point's "
                    + "(240ac412f0a2); not enough alone (65 %).",
                "Espressif: the SSID ends with the address that the chip has beside Bluetooth's (12f0a0); it only sets "
                    + "this network apart from others.",
                "Espressif: the provisioning name has the chip's address, which the access point's follows (12f0a0); "
                    + "it only sets this network apart from others.",
                "Together that is 97 %; 70 % is needed.",
                "The runner-up is 'PROV_12F0A0' (02:00:00:00:01:00), with 50 %: Espressif: the provisioning name is the "
                    + "SSID (12f0a0).",
            ])
    }

    @Test func explainsThatItIsTooCloseToCall() throws {
        let camera = try device(name: "kitchen-12f0a0")
        let networks = [try network("kitchen-12f0a0"), try network("kitchen-12f0a0", "02:00:00:00:02:00")]
        expect(
            try room([camera], networks).correlation(camera),
            [
                "Which network belongs to 'kitchen-12f0a0' (5a:00:00:00:00:01) is too close to call.",
                "The likeliest is 'kitchen-12f0a0' (02:00:00:00:01:00), with 90 %: \(Self.reason).",
                "Not clearly less likely is 'kitchen-12f0a0' (02:00:00:00:02:00), with 90 %: \(Self.reason).",
            ])
        let other = try device("5A:00:00:00:00:02", name: "kitchen-12f0a0")
        expect(
            try room([camera, other], [networks[0]]).correlation(camera),
            [
                "Which network belongs to 'kitchen-12f0a0' (5a:00:00:00:00:01) is too close to call.",
                "The likeliest is 'kitchen-12f0a0' (02:00:00:00:01:00), with 90 %: \(Self.reason).",
                "The device 5a:00:00:00:00:02 may have that network as well.",
            ])
        let crowd = try (0..<20).map { try device("5A:00:00:00:00:\(twoDigits($0))", name: "kitchen-12f0a0") }
        expect(
            try room(crowd, [networks[0]]).correlation(crowd[0]),
            [
                "Which network belongs to 'kitchen-12f0a0' (5a:00:00:00:00:00) is too close to call.",
                "The likeliest is 'kitchen-12f0a0' (02:00:00:00:01:00), with 90 %: \(Self.reason).",
                "Too many others in sight agree in the same thing.",
            ])
    }

    @Test func explainsWhyThereIsNoAnswer() throws {
        let camera = try device(name: "GoPro 1058")
        expect(
            try room([camera], []).correlation(camera),
            [
                "Nothing seen of 'GoPro 1058' (5a:00:00:00:00:01) points to a network."
            ])
        expect(
            try room([camera], [network("GP24501058")]).correlation(camera),
            [
                "No network is known to belong to 'GoPro 1058' (5a:00:00:00:00:01).",
                "The likeliest is 'GP24501058' (02:00:00:00:01:00), with 30 %: GoPro: the SSID ends as the serial number (1058).",
                "70 % is needed.",
            ])
        let nameless = try device()
        expect(
            try room([nameless], []).correlation(nameless),
            [
                "Nothing seen of a device without a name (5a:00:00:00:00:01) points to a network."
            ])
    }

    @Test func explainsWhoseANetworkIs() throws {
        let one = try device(name: "kitchen-12f0a0")
        let other = try device("5A:00:00:00:00:02", name: "kitchen-12f0a0")
        var bridge = room([one, other], [try network("kitchen-12f0a0")])
        bridge.learn(ssid: try SSID(text: "kitchen-12f0a0"), of: one.address.address)
        expect(
            try bridge.correlation(one),
            [
                "'kitchen-12f0a0' (5a:00:00:00:00:01) and 'kitchen-12f0a0' (02:00:00:00:01:00) are one accessory.",
                "Sent: the device itself sent its SSID over its connection (kitchen-12f0a0); it identifies the accessory (100 %).",
                "\(Self.reason); it only sets this network apart from others.",
                "Together that is 100 %; 70 % is needed.",
                "Nothing points to any other network.",
                "The device 5a:00:00:00:00:02 points to this network too, but less.",
            ])
        expect(
            try bridge.correlation(other),
            [
                "No network is known to belong to 'kitchen-12f0a0' (5a:00:00:00:00:02).",
                "The likeliest is 'kitchen-12f0a0' (02:00:00:00:01:00), with 90 %: \(Self.reason).",
                "That network belongs to the device 5a:00:00:00:00:01, which has more evidence.",
            ])
    }

    @Test func explainsWhatSpeaksAgainst() throws {
        let copy = try device(name: "Shellyplus1-C4DD57877294")
        expect(
            try room([copy], [network("Shellyplus1-C4DD57877294", "c4:dd:57:87:72:99")]).correlation(copy),
            [
                "No network is known to belong to 'Shellyplus1-C4DD57877294' (5a:00:00:00:00:01).",
                "The likeliest is 'Shellyplus1-C4DD57877294' (c4:dd:57:87:72:99), with 50 %: Shelly: the Bluetooth name and the SSID "
                    + "end with the same address (c4dd57877294).",
                "70 % is needed.",
                "Against it: Shelly: the name has another chip's address than the access point.",
            ])
    }

    @Test func showsNothingOfANameThatATerminalWouldObey() throws {
        let device = try device(name: "\u{1B}[2J\u{07}" + String(repeating: "x", count: 100))
        let sentence = try room([device], []).correlation(device).explanation[0]
        #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 } && sentence.utf8.count < 120)
    }
}
