// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Testing

struct MACAddressTests {
    @Test func readsEitherCaseAndWritesLowerCase() {
        let address = MACAddress("0A:bC:00:ff:FE:1d")
        #expect(address?.bytes == [0x0A, 0xBC, 0, 0xFF, 0xFE, 0x1D])
        #expect(address?.description == "0a:bc:00:ff:fe:1d")
        #expect(address.flatMap { MACAddress($0.description) } == address)
    }

    @Test(arguments: [
        "", "02:00:00:00:01", "02:00:00:00:01:00:00", "2:0:0:0:1:0", "02-00-00-00-01-00", "020000000100",
        "02:00:00:00:01:0g", "02:00:00:00:01:00 ", ":02:00:00:00:01:00", "02:00:00::01:00", "+1:00:00:00:01:00",
        "-0:00:00:00:01:00", "002:00:00:00:01:0",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(MACAddress(text) == nil)
    }

    @Test func hasSixBytes() {
        for count in 0...8 { #expect((MACAddress([UInt8](repeating: 1, count: count)) != nil) == (count == 6)) }
    }

    @Test func quotesWhatJSONHoldsInsteadOfAnAddress() throws {
        let good = try JSONDecoder().decode([MACAddress].self, from: Data(#"["02:00:00:00:01:00"]"#.utf8))
        #expect(try JSONEncoder().encode(good) == Data(#"["02:00:00:00:01:00"]"#.utf8))
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([MACAddress].self, from: Data(#"["02"]"#.utf8))
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains("'02'"))
    }
}

struct BluetoothUUIDTests {
    private static let heartRate = "0000180D-0000-1000-8000-00805F9B34FB"

    @Test(arguments: ["180D", "180d", "0x180D", "0X180d", "0000180D", "0000180d", heartRate, heartRate.lowercased()])
    func readsAllFormsOfOneService(text: String) {
        #expect(BluetoothUUID(text)?.text == Self.heartRate)
    }

    @Test func keepsAMakersOwnIdentifier() {
        let own = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        #expect(BluetoothUUID(own)?.text == own)
        #expect(BluetoothUUID("12345678")?.text == "12345678-0000-1000-8000-00805F9B34FB")
    }

    @Test(arguments: [
        "", "18", "180", "180DE", "180G", "0x", "0x18", "0000180D-0000-1000-8000", heartRate + "0",
        "0000180D00001000800000805F9B34FB", "0000180D-00001000-8000-00805F9B34FB", " 180D", "180D-",
        "{0000180D-0000-1000-8000-00805F9B34FB}", "１８０Ｄ", "\u{FB00}\u{FB00}",
    ])
    func refusesWhatIsNoIdentifier(text: String) {
        #expect(BluetoothUUID(text) == nil)
    }

    @Test func goesOverTheWireInItsFullForm() throws {
        let read = try JSONDecoder().decode([BluetoothUUID].self, from: Data(#"["180d"]"#.utf8))
        #expect(try JSONEncoder().encode(read) == Data("[\"\(Self.heartRate)\"]".utf8))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([BluetoothUUID].self, from: Data(#"["18"]"#.utf8))
        }
    }
}
