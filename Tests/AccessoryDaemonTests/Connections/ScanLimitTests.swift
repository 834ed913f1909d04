// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryClient
import AccessoryModel
import AccessoryRules
import AgentInterface
import Testing
import Varlink

@testable import AccessoryDaemon

/// A flood of addresses does not end a scan, and is counted.
@Suite struct ScanLimitTests {
    private func flood(_ count: Int, bytes: Int = 8) throws -> [Advertisement] {
        try (0..<count).map { number in
            let address = try #require(MACAddress([2, 0, 0, 9, UInt8(number >> 8), UInt8(number & 0xFF)]))
            return Advertisement(
                address: BluetoothAddress(address, kind: .staticRandom), name: "Flood \(number)",
                manufacturerData: [0xFFFF: [UInt8](repeating: 7, count: bytes)], rssi: -99 + number % 60)
        }
    }

    @Test func listsTheStrongestAndCountsTheOthers() throws {
        var surroundings = Surroundings(Bridge())
        surroundings.observe(try flood(3000), at: .zero)
        let reply = try ScanReply(surroundings, nil, isComplete: true)
        #expect(reply.devices.count == Limits.scanned && reply.devicesLeftOut == 3000 - Limits.scanned)
        #expect(reply.devices.map { $0.rssi ?? 0 } == reply.devices.map { $0.rssi ?? 0 }.sorted(by: >))
        #expect(reply.devices.allSatisfy { ($0.rssi ?? -99) >= -45 })
        #expect(reply.networksLeftOut == nil)
        #expect(try Reply.encode(reply).count <= Varlink.MessageLimits.messageBytes)
    }

    @Test func fitsInAMessageWhateverIsAdvertised() throws {
        var surroundings = Surroundings(Bridge())
        surroundings.observe(try flood(300, bytes: 1600), at: .zero)
        let reply = try ScanReply(surroundings, nil, isComplete: true)
        #expect(reply.devices.count + (reply.devicesLeftOut ?? 0) == 300 && reply.devices.count > 100)
        #expect(try Reply.encode(reply).count <= Varlink.MessageLimits.messageBytes)
    }

    @Test func fewSightingsComeAsTheyWereSeen() throws {
        var surroundings = Surroundings(Bridge())
        let few = try flood(3)
        surroundings.observe(few, at: .zero)
        let reply = try ScanReply(surroundings, nil, isComplete: false)
        #expect(reply.devices.map(\.address) == few.map(\.address.address) && reply.devicesLeftOut == nil)
    }

    @Test func aBridgeReportOfAFloodFitsToo() throws {
        let reports = try flood(3000, bytes: 8).map { device in
            BridgeReport(
                bluetoothAddress: device.address.address, addressKind: device.address.kind, bluetoothName: device.name,
                rssi: device.rssi, verdict: device.rssi == -60 ? .tooClose : .unknown, network: nil, runnerUp: nil,
                explanation: [String(repeating: "x", count: 600)])
        }
        let reply = try ExplainBridgeReply(fitting: reports, of: 3000)
        #expect(try Reply.encode(reply).count <= Varlink.MessageLimits.messageBytes)
        #expect(reply.bridges.count + (reply.leftOut ?? 0) == 3000)
        #expect(reply.bridges.prefix(50).allSatisfy { $0.verdict == .tooClose })
        #expect(try ExplainBridgeReply(fitting: Array(reports.prefix(9)), of: 9).leftOut == nil)
    }

    /// With some characters 3000 names are larger than a message may be.
    @Test func aFloodDoesNotEndAScan() async throws {
        let name = String(repeating: "\u{1}", count: 32)
        let flood = (0..<3000).map { number in
            let address = [2, 0, 0, 9, number >> 8, number & 0xFF].map { UInt8($0) }.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "\n[Device f\(number)]\nAddress=\(address.joined(separator: ":"))\nName=\(name)"
        }
        let controller = "\n[Bluetooth hci0]\nAddress=02:00:00:00:0B:00"
        try await Agent.run(air: Agent.air + controller + flood.joined()) { agent in
            var last: ScanReply?
            for try await reply in try agent.control.stream(.scan, ScanRequest()) {
                last = reply
                if reply.isComplete, reply.devicesLeftOut != nil { break }
            }
            let reply = try #require(last)
            #expect(reply.devices.count == Limits.scanned && reply.devicesLeftOut == 3000 - Limits.scanned)
            #expect(reply.networks.count == 4)
        }
    }
}
