// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

struct EasyConnectLabelTests {
    /// The form of a compressed P-256 key, of zeros.
    private static let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAC" + String(repeating: "A", count: 42) + "A="

    private func easyConnect(_ text: String) throws -> EasyConnectLabel {
        guard case .easyConnect(let label) = try Label(parsing: text) else { throw LabelFault(.prefix, .wrong) }
        return label
    }

    @Test func readsChannelsAndAddress() throws {
        let text = "DPP:C:81/1,6,115/36;M:02aabbccddee;I:Plug \\;V:2;K:\(Self.key);;"
        let label = try easyConnect(text)
        let expected = [(81, 1), (81, 6), (115, 36)].map { EasyConnectLabel.Channel(operatingClass: $0, channel: $1) }
        #expect(label.channels == expected)
        let address = try #require(MACAddress("02:aa:bb:cc:dd:ee"))
        #expect(label.address == address && label.proof.secret == text)
        #expect(try Label(parsing: text).names == .station(address))
    }

    @Test(arguments: ["02:aa:bb:cc:dd:ee", "02AABBCCDDEE", "02-aa-bb-cc-dd-ee", " 02:aa:bb:cc:dd:ee"])
    func readsAnAddressInAnyForm(address: String) throws {
        let label = try easyConnect("DPP:C:81/1;M:\(address);K:\(Self.key);;")
        #expect(label.address == MACAddress("02:aa:bb:cc:dd:ee"))
    }

    /// wpa_supplicant finds no field behind a blank, and none that no semicolon ends.
    @Test func passesOnTheFormThatWpaSupplicantTakes() throws {
        for text in ["DPP: C: 81/1; K: \(Self.key);;", "DPP:C:81/1;M:;K:\(Self.key)", " DPP:C:81/1 ;K:\(Self.key) ;"] {
            let label = try easyConnect(text)
            #expect(label.proof.secret == "DPP:C:81/1;K:\(Self.key);;" && label.address == nil)
        }
    }

    /// wpa_supplicant refuses a host that is no IP address, and a radio needs none.
    @Test(arguments: ["plug.local", "192.0.2.7:8908"])
    func passesNoHostOn(host: String) throws {
        let label = try easyConnect("DPP:C:81/1;H:\(host);V:3;B:01;K:\(Self.key);;")
        #expect(label.proof.secret == "DPP:C:81/1;V:3;B:01;K:\(Self.key);;")
    }

    @Test func needsTheKeyAlone() throws {
        let label = try easyConnect("DPP:K:\(Self.key);;")
        #expect(label.channels.isEmpty && label.address == nil)
        #expect(try Label(parsing: "DPP:K:\(Self.key);;").names == .nothing)
    }

    @Test(arguments: [
        ("DPP:M:02aabbccddee;;", LabelPart.key, LabelFault.Problem.missing), ("DPP:K:;;", .key, .wrong),
        ("DPP:K:MDkw;;", .key, .wrong), ("DPP:K:MDkwEw!=;;", .key, .wrong),
        ("DPP:K:\(key);K:\(key);;", .key, .repeated),
        ("DPP:K:\(key);M:02aabbccdd;;", .address, .wrong), ("DPP:K:\(key);M:02:aa:bb:ccd:d:ee;;", .address, .wrong),
        ("DPP:K:\(key);C:6;;", .channels, .wrong),
        ("DPP:K:\(key);C:81/6/7;;", .channels, .wrong), ("DPP:K:\(key);C:81/256;;", .channels, .wrong),
        ("DPP:K:\(key);C:81/,6;;", .channels, .wrong), ("DPP:K:\(key);;more", .end, .wrong),
        ("DPP:K:\(key);I:a\nSTATUS;;", .payload, .wrong),
    ])
    func namesTheWrongPart(text: String, part: LabelPart, problem: LabelFault.Problem) {
        #expect(throws: LabelFault(part, problem)) { try Label(parsing: text) }
    }

    @Test func boundsTheChannels() throws {
        let most = Array(repeating: "6", count: 63).joined(separator: ",")
        #expect(try easyConnect("DPP:C:81/1,\(most);K:\(Self.key);;").channels.count == 64)
        #expect(throws: LabelFault(.channels, .wrong)) { try easyConnect("DPP:C:81/1,1,\(most);K:\(Self.key);;") }
    }
}
