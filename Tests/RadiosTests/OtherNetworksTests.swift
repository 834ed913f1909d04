// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

/// What an accessory may not take from this machine's other networks.
@Suite struct OtherNetworksTests {
    private func claim(
        _ address: String, _ length: Int, beside networks: [(String, Int)] = [], servers: [String] = [],
        hotspots: (own: [String], accessories: [String]) = ([], []), router: String? = nil, station: String? = nil
    ) throws -> String? {
        let interfaces = try networks.map {
            OnLink.Interface(name: "eth0", address: try #require(IPAddress($0.0)), prefixLength: $0.1)
        }
        let others = OtherNetworks(
            interfaces: interfaces, servers: try servers.map { try #require(IPAddress($0)) },
            hotspots: OtherNetworks.Hotspots(
                addresses: try hotspots.own.map { try #require(IPAddress($0)) },
                accessories: try hotspots.accessories.map { try #require(IPAddress($0)) }))
        let link = Link(
            interface: "wlan0", bssid: try #require(MACAddress("02:00:00:00:01:00")), address: address,
            prefixLength: length, gateway: nil)
        let accessory = try router.map { [try #require(IPAddress($0))] } ?? []
        let failure = others.claim(of: link, by: accessory) { $0.description == station && $1 == "eth0" }
        #expect(failure == nil || failure?.reason == .noAddress)
        if let detail = failure?.detail {
            #expect(detail.contains("\(address)/\(length)") || detail.contains("has the address"))
        }
        return failure?.detail
    }

    @Test(arguments: [
        ("192.168.4.2", 16), ("10.5.5.101", 8), ("172.31.0.2", 12), ("4.3.2.2", 24), ("169.254.7.7", 16),
    ])
    func takesNoNetworkThatIsLargerThanAnAccessorys(address: String, largest: Int) throws {
        #expect(try claim(address, largest) == nil)
        #expect(try #require(try claim(address, largest - 1)).contains("so large"))
    }

    /// The kernel prefers the narrower one, whatever the metrics are.
    @Test(arguments: [("192.168.1.2", 30), ("192.168.1.77", 25), ("192.168.1.1", 32)])
    func takesNoPartOfAnotherNetwork(address: String, length: Int) throws {
        #expect(try #require(try claim(address, length, beside: [("192.168.1.20", 24)])).contains("'eth0'"))
        #expect(try claim(address, length, beside: [("192.168.2.20", 24), ("fd00::1", 8)]) == nil)
    }

    /// Packets for it would be taken from either side.
    @Test func takesNoAddressThatThisMachineHasAlready() throws {
        #expect(try #require(try claim("192.168.1.20", 24, beside: [("192.168.1.20", 24)])).contains("'eth0'"))
    }

    /// What is meant for that one would stay on this machine.
    @Test func takesNoAddressOfAnotherAccessory() throws {
        let other = (own: ["192.168.55.57"], accessories: ["192.168.55.1"])
        #expect(try #require(try claim("192.168.55.1", 24, hotspots: other)).contains("address of another accessory"))
        #expect(try claim("192.168.55.58", 24, hotspots: other, router: "192.168.55.1") == nil)
        // Action cameras give this machine one address, too.
        #expect(try claim("192.168.55.57", 24, hotspots: other, router: "192.168.55.1") == nil)
    }

    /// Its app would talk to this machine.
    @Test func takesNoAccessoryWithAnAddressOfThisMachines() throws {
        let evil = (own: ["192.168.55.1"], accessories: ["192.168.55.7"])
        let detail = try claim("192.168.55.57", 24, hotspots: evil, router: "192.168.55.1")
        #expect(try #require(detail).contains("it has the address 192.168.55.1, which this machine has"))
    }

    /// This machine would answer for it, at home as well.
    @Test func takesNoAddressOfAStationAtHome() throws {
        let home = [("192.168.1.20", 24)]
        #expect(
            try #require(try claim("192.168.1.9", 24, beside: home, station: "192.168.1.9")).contains(
                "station on 'eth0'"))
        #expect(try claim("192.168.1.9", 24, beside: home, station: "192.168.1.8") == nil)
        #expect(try claim("192.168.4.9", 24, beside: home, station: "192.168.4.9") == nil)
    }

    @Test func takesItsUsualPartOfAWideHomeWithoutTheRouter() throws {
        #expect(try claim("192.168.4.2", 24, beside: [("192.168.1.20", 16)], servers: ["192.168.1.1"]) == nil)
        #expect(try claim("192.168.1.77", 24, beside: [("192.168.1.20", 16)], servers: ["192.168.1.1"]) != nil)
    }

    /// NetworkManager's metrics decide between two of the same size, and the wider one has what is left.
    @Test(arguments: [24, 16]) func takesTheNetworkOfAHomeThatHasTheSame(length: Int) throws {
        #expect(
            try claim("192.168.1.77", length, beside: [("192.168.1.20", 24)], servers: ["192.168.1.1", "fe80::1"])
                == nil)
    }

    @Test(arguments: [
        ("192.168.1.1", 24, "192.168.1.1"), ("192.168.1.1", 32, "192.168.1.1"), ("9.9.9.10", 24, "9.9.9.9"),
        ("10.0.0.5", 8, "10.0.0.53"),
    ])
    func takesNoRoutersOrNameServersAddress(address: String, length: Int, server: String) throws {
        let home = length == 24 && server.hasPrefix("192") ? [("192.168.1.20", 24)] : []
        #expect(try #require(try claim(address, length, beside: home, servers: [server])).contains(server))
    }
}
