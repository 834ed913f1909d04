// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

/// The commands that follow from the orders of accessory-link.
struct FenceTableTests {
    @Test func writesOneElementForEachSubjectAndPort() throws {
        let order = try FenceOrder(
            interface: "wlan0",
            subjects: [
                FenceOrder.Subject(cgroup: "system.slice/camera.service", user: 5),
                FenceOrder.Subject(cgroup: nil, user: 1000), FenceOrder.Subject(cgroup: nil, user: 1000),
            ], ports: [try #require(AcceptedPort("udp:5004"))])
        var table = FenceTable()
        let isIn = put(4, order, .seconds(30), in: &table)
        #expect(isIn)
        #expect(
            plain(table.commands(at: .milliseconds(500), hasCgroups: false)) == """
                flush set inet accessoryd fenced
                flush set inet accessoryd users
                flush set inet accessoryd accepted
                add element inet accessoryd sent { 4 }
                add element inet accessoryd received { 4 }
                add element inet accessoryd kept_out { 4 }
                add element inet accessoryd cgroups2 { 4 . "system.slice/camera.service" }
                add element inet accessoryd users { 4 . 1000 }
                add element inet accessoryd accepted { 4 . udp . 5004 }
                add element inet accessoryd fenced { 4 timeout 29500ms }

                """)
    }

    /// An interface may have the name `3`, and nftables takes every word for a name first.
    @Test(arguments: [3, 0, UInt32.max]) func writesNumbersThatNoNameIs(number: UInt32) {
        let word = FenceTable.word(number)
        #expect(word.utf8.count == 42 && plain(word) == "\(number)")
    }

    @Test func fencesAnInterfaceForNobodyIfItsCgroupIsGone() throws {
        var table = FenceTable()
        for (index, cgroup) in [(4, "a/b"), (9, "a/c")] as [(UInt32, String)] {
            let order = try FenceOrder(
                interface: "wlan\(index)", subjects: [FenceOrder.Subject(cgroup: cgroup, user: 5)])
            let isIn = put(index, order, .seconds(30), in: &table)
            #expect(isIn)
        }
        #expect(table.cgroups == ["a/b", "a/c"])
        let commands = plain(table.keeping { $0 != "a/b" }.commands(at: .zero, hasCgroups: true))
        #expect(!commands.contains("a/b") && commands.contains(#"cgroups2 { 9 . "a/c" }"#))
        #expect(commands.contains("fenced { 4 timeout") && commands.contains("fenced { 9 timeout"))
    }

    /// One that holds two accessories sends to the one that it joined last, and another one to its own.
    @Test func steersTheMulticastOfACgroupToOneNetwork() throws {
        var table = FenceTable()
        for (index, address) in [(9, "10.5.5.102"), (4, "10.5.5.101"), (11, nil)] as [(UInt32, String?)] {
            let order = try FenceOrder(
                interface: "wlan\(index)",
                subjects: [
                    FenceOrder.Subject(cgroup: "system.slice/camera.service", user: 5, multicast: true),
                    FenceOrder.Subject(cgroup: "system.slice/unit\(index).service", user: 5),
                    FenceOrder.Subject(cgroup: "a/b/c", user: 5, multicast: index == 4),
                ])
            let network = address.flatMap { FenceNetwork($0, prefixLength: 24) }
            let entry = FenceTable.Entry(index: index, order: order, network: network, end: .seconds(30))
            let isIn = table.put(entry)
            #expect(isIn)
        }
        let commands = table.commands(at: .zero, hasCgroups: true).split(separator: "\n")
        #expect(commands.contains("flush map inet accessoryd multicast8"))
        #expect(
            commands.filter { $0.contains(" multicast") && $0.hasPrefix("add") } == [
                #"add element inet accessoryd multicast3 { "a/b/c" : 10.5.5.101 }"#,
                #"add element inet accessoryd multicast2 { "system.slice/camera.service" : 10.5.5.102 }"#,
            ])
    }

    private func put(_ index: UInt32, _ order: FenceOrder, _ end: Duration, in table: inout FenceTable) -> Bool {
        table.put(FenceTable.Entry(index: index, order: order, end: end))
    }

    @Test func leavesOutAFenceThatIsOver() throws {
        let order = try FenceOrder(interface: "wlan0", subjects: [])
        var table = FenceTable()
        _ = table.put(FenceTable.Entry(index: 4, order: order, end: .seconds(30)))
        let commands = table.commands(at: .seconds(30), hasCgroups: true)
        #expect(!commands.contains("add") && commands.contains("flush set inet accessoryd cgroups8"))
    }

    @Test func fencesABoundedNumberOfInterfaces() throws {
        var table = FenceTable()
        for number in 0..<FenceTable.most {
            let order = try FenceOrder(interface: "wlan\(number)", subjects: [])
            let isIn = put(UInt32(number), order, .zero, in: &table)
            #expect(isIn)
        }
        let last = FenceTable.Entry(index: 99, order: try FenceOrder(interface: "more", subjects: []), end: .zero)
        let isRefused = !table.put(last)
        table.remove("wlan0")
        let isIn = table.put(last)
        #expect(isRefused && isIn)
    }
}

/// Commands with their numbers as people write them.
func plain(_ commands: String) -> String { commands.replacing(/"0*([0-9]+)"/) { "\($0.1)" } }
