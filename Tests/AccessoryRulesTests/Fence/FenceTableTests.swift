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
        let isIn = put(4, order, in: &table)
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
            let isIn = put(index, order, in: &table)
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
            let entry = FenceTable.Entry(index: index, order: order, network: network, ground: .agreement(.zero))
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

    private func put(_ index: UInt32, _ order: FenceOrder, in table: inout FenceTable) -> Bool {
        table.put(FenceTable.Entry(index: index, order: order, ground: .agreement(.zero)))
    }

    @Test func leavesOutAFenceThatIsOver() throws {
        let order = try FenceOrder(interface: "wlan0", subjects: [])
        var table = FenceTable()
        _ = table.put(FenceTable.Entry(index: 4, order: order, ground: .agreement(.zero)))
        let commands = table.commands(at: .seconds(30), hasCgroups: true)
        #expect(!commands.contains("add") && commands.contains("flush set inet accessoryd cgroups8"))
    }

    private let accessory = FenceNetwork("192.168.4.2", prefixLength: 24)

    private func table(_ ground: FenceTable.Ground, _ network: FenceNetwork?) throws -> FenceTable {
        var table = FenceTable()
        let order = try FenceOrder(interface: "wlan0", subjects: [])
        _ = table.put(FenceTable.Entry(index: 4, order: order, network: network, ground: ground))
        return table
    }

    private func facts(_ network: FenceNetwork?) -> FenceTable.InterfaceFacts {
        FenceTable.InterfaceFacts(index: 4, network: network, hasDefaultRoute: false)
    }

    @Test func isRenewedByTheHeartbeatAndNotByEachStepOfAJoin() throws {
        let early = try table(.vacancy(.zero), nil)
        #expect(early.isYoung("wlan0", 4, at: .milliseconds(900)) && !early.isYoung("wlan0", 4, at: .seconds(10)))
        #expect(!early.isYoung("wlan0", 5, at: .zero) && !early.isYoung("wlan1", 4, at: .zero))
        let agreed = try table(.agreement(.zero), nil)
        #expect(!agreed.isYoung("wlan0", 4, at: .zero) && !early.isAgreed(to: "wlan0", 4, at: .zero))
        #expect(agreed.isAgreed(to: "wlan0", 4, at: .seconds(29)) && !agreed.isAgreed(to: "wlan0", 4, at: .seconds(30)))
        #expect(!agreed.isAgreed(to: "wlan0", 5, at: .zero) && !agreed.isAgreed(to: "wlan1", 4, at: .zero))
    }

    @Test(arguments: 0...100) func anEarlyOneLastsFromHeartbeatToHeartbeat(tenths: Int) throws {
        // A join is slow if somebody keeps NetworkManager busy, and the uplink goes at any time between two heartbeats.
        var table = try table(.vacancy(.zero), nil)
        for beat in 0...5 {
            let now = FenceTable.heartbeat * beat + .milliseconds(100) * tenths
            #expect(try #require(table.entries["wlan0"]).end > now + .milliseconds(900))
            guard !table.isYoung("wlan0", 4, at: now) else { continue }
            let order = try FenceOrder(interface: "wlan0", subjects: [])
            _ = table.put(FenceTable.Entry(index: 4, order: order, ground: .vacancy(now)))
        }
    }

    @Test func isEndingIfNetworkManagersAnswerCouldComeTooLate() throws {
        let early = try table(.vacancy(.zero), nil)
        #expect(!early.isEnding("wlan0", within: .seconds(5), at: .milliseconds(6_900)))
        #expect(early.isEnding("wlan0", within: .seconds(5), at: .seconds(7)))
        #expect(!early.isEnding("wlan1", within: .seconds(5), at: .seconds(7)))
        let agreed = try table(.agreement(.zero), nil)
        #expect(!agreed.isEnding("wlan0", within: .seconds(5), at: FenceTable.heartbeat * 2))
    }

    @Test func standsOnAWordThatCameAMomentAgo() throws {
        let table = try table(.agreement(.seconds(1)), nil)
        #expect(table.agreed(to: "wlan0", as: facts(accessory), at: .seconds(5)) == .seconds(1))
        #expect(table.entries["wlan0"]?.end == .seconds(31))
    }

    @Test func standsOnNoOtherWordThanThat() throws {
        let table = try table(.agreement(.zero), nil)
        var (uplink, other) = (facts(accessory), facts(accessory))
        (uplink.hasDefaultRoute, other.index) = (true, 5)
        #expect(table.agreed(to: "wlan0", as: facts(accessory), at: .seconds(5)) == nil)
        #expect(table.agreed(to: "wlan1", as: facts(accessory), at: .zero) == nil)
        #expect([uplink, other].allSatisfy { table.agreed(to: "wlan0", as: $0, at: .zero) == nil })
        let addressed = try self.table(.agreement(.zero), accessory)
        let home = FenceNetwork("192.168.1.7", prefixLength: 24)
        #expect(addressed.agreed(to: "wlan0", as: facts(accessory), at: .zero) == .zero)
        #expect(addressed.agreed(to: "wlan0", as: facts(home), at: .zero) == nil)
        let vacant = try self.table(.vacancy(.zero), nil)
        #expect(vacant.agreed(to: "wlan0", as: facts(accessory), at: .zero) == nil)
    }

    @Test func goesOnInTheAccessorysNetworkWithoutAWord() throws {
        var table = try table(.agreement(.zero), accessory)
        for second in stride(from: 10, through: 1000, by: 10) {
            let goesOn = table.goesOn("wlan0", as: facts(accessory), at: .seconds(second))
            #expect(goesOn)
        }
        #expect(table.entries["wlan0"]?.end == .seconds(1030))
    }

    /// A word that came before there was an address says nothing of that one.
    @Test(arguments: [FenceTable.Ground.vacancy(.zero), .agreement(.zero)])
    func goesOnForALimitedTimeIfNobodyEverAgreed(to ground: FenceTable.Ground) throws {
        var table = try table(ground, nil)
        for second in stride(from: 10, through: 120, by: 10) {
            let goesOn = table.goesOn("wlan0", as: facts(accessory), at: .seconds(second))
            #expect(goesOn)
        }
        let goesOn = table.goesOn("wlan0", as: facts(accessory), at: .seconds(130))
        #expect(!goesOn && table.entries["wlan0"]?.end == .seconds(132))
    }

    /// The uplink may be back by a word that did not reach anybody.
    @Test func goesOnForNothingButTheNetworkItWasMadeFor() throws {
        var table = try table(.vacancy(.zero), nil)
        var uplink = facts(accessory)
        uplink.hasDefaultRoute = true
        let goesOnForTheUplink = table.goesOn("wlan0", as: uplink, at: .seconds(1))
        #expect(!goesOnForTheUplink)
        _ = table.goesOn("wlan0", as: facts(accessory), at: .seconds(1))
        let home = FenceNetwork("192.168.1.7", prefixLength: 24)
        let goesOnForAnother = table.goesOn("wlan0", as: facts(home), at: .seconds(2))
        var other = facts(accessory)
        other.index = 5
        let goesOnForAnotherInterface = table.goesOn("wlan0", as: other, at: .seconds(2))
        let goesOnWhenItIsOver = table.goesOn("wlan0", as: facts(accessory), at: .seconds(13))
        #expect(!goesOnForAnother && !goesOnForAnotherInterface && !goesOnWhenItIsOver)
    }

    @Test func fencesABoundedNumberOfInterfaces() throws {
        var table = FenceTable()
        for number in 0..<FenceTable.most {
            let order = try FenceOrder(interface: "wlan\(number)", subjects: [])
            let isIn = put(UInt32(number), order, in: &table)
            #expect(isIn)
        }
        let last = FenceTable.Entry(
            index: 99, order: try FenceOrder(interface: "more", subjects: []), ground: .agreement(.zero))
        let isRefused = !table.put(last)
        table.remove("wlan0")
        let isIn = table.put(last)
        #expect(isRefused && isIn)
    }
}

/// Commands with their numbers as people write them.
func plain(_ commands: String) -> String { commands.replacing(/"0*([0-9]+)"/) { "\($0.1)" } }
