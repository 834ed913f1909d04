// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

/// Several accessories with one address.
@Suite struct FenceSteeringTests {
    private func commands(_ fences: (UInt32, String, [FenceOrder.Subject])...) throws -> [String] {
        var table = FenceTable()
        for (index, network, subjects) in fences {
            let parts = network.split(separator: "/")
            let entry = FenceTable.Entry(
                index: index, order: try FenceOrder(interface: "wlan\(index)", subjects: subjects),
                network: FenceNetwork(String(parts[0]), prefixLength: try #require(Int(parts[1]))),
                ground: .agreement(.zero))
            let isIn = table.put(entry)
            #expect(isIn)
        }
        let lines = plain(table.commands(at: .zero, hasCgroups: true, hasSteering: true)).split(separator: "\n")
        let elements = lines.filter { line in
            line.hasPrefix("add") && [" marks", " ways", " steered"].contains { line.contains($0) }
        }
        #expect(table.steered.isEmpty == elements.isEmpty)
        return elements.map { String($0.dropFirst("add element inet accessoryd ".count)) }
    }

    private let first = FenceOrder.Subject(cgroup: "system.slice/first.service", user: 5)
    private let second = FenceOrder.Subject(cgroup: "a/b/second.service", user: 6)

    @Test func leadsEachProgramToItsOwn() throws {
        let person = FenceOrder.Subject(cgroup: nil, user: 1000)
        #expect(
            try commands((4, "10.5.5.101/24", [first]), (9, "10.5.5.101/24", [second, person])) == [
                "marks { 1627389956 }", "ways { 4 . 1627389956 }", "marks_of { 4 : 1627389956 }",
                "marks { 1627389961 }", "ways { 9 . 1627389961 }", "marks_of { 9 : 1627389961 }",
                #"steered2 { "system.slice/first.service" . 10.5.5.0/24 : 1627389956 }"#,
                #"steered3 { "a/b/second.service" . 10.5.5.0/24 : 1627389961 }"#,
                "steered_users { 1000 . 10.5.5.0/24 : 1627389961 }",
            ])
    }

    @Test func leavesOthersAlone() throws {
        #expect(try commands((4, "10.5.5.101/24", [first]), (9, "10.5.6.101/24", [second])) == [])
        let three = try commands(
            (4, "10.5.5.101/24", [first]), (9, "10.5.5.1/25", [second]), (11, "192.168.4.2/24", [second]))
        #expect(!three.contains { $0.contains("192.168") } && three.count == 8)
    }

    /// The kernel refuses ranges that overlap, and with them the whole transaction.
    @Test func meansTheLatestOfAProgramThatHoldsTwo() throws {
        let steered = try commands((9, "10.5.0.1/16", [first]), (4, "10.5.5.101/24", [first, second])).filter {
            $0.hasPrefix("steered")
        }
        #expect(
            steered == [
                #"steered3 { "a/b/second.service" . 10.5.5.0/24 : 1627389956 }"#,
                #"steered2 { "system.slice/first.service" . 10.5.0.0/16 : 1627389961 }"#,
            ])
    }

    @Test(arguments: [
        ("10.5.5.101", 24, "10.5.5.0/24"), ("172.20.17.3", 12, "172.16.0.0/12"), ("10.5.5.101", 32, "10.5.5.101/32"),
        ("192.168.4.200", 25, "192.168.4.128/25"), ("4.3.2.2", 24, "4.3.2.0/24"),
    ])
    func namesTheRangeOfItsNetwork(address: String, length: Int, range: String) throws {
        #expect(try #require(FenceNetwork(address, prefixLength: length)).range == range)
    }

    @Test(arguments: [("10.5.5.101", 0), ("10.5.5.101", 33), ("fe80::1", 24), ("127.0.0.1", 8), ("10.5.5", 24)])
    func knowsNoOtherNetworks(address: String, length: Int) {
        #expect(FenceNetwork(address, prefixLength: length) == nil)
    }
}
