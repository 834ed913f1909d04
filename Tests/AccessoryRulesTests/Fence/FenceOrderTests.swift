// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

/// The arguments of accessory-link, and the commands that follow from them.
struct FenceOrderTests {
    private func fault(
        interface: String = "wlan0", cgroup: String? = nil, subjects: Int = 1, ports: Int = 0
    ) -> String? {
        do throws(FenceOrder.Fault) {
            let port = AcceptedPort("udp:5004")
            _ = try FenceOrder(
                interface: interface,
                subjects: Array(repeating: FenceOrder.Subject(cgroup: cgroup, user: 1), count: subjects),
                ports: Array(repeating: port, count: ports).compactMap { $0 })
            return nil
        } catch {
            return error.field
        }
    }

    @Test(arguments: ["wlan0", "wlp2s0", "wlx00c0ca123456", "a-b_c.1@2+3"])
    func takesTheNamesOfInterfaces(name: String) { #expect(fault(interface: name) == nil) }

    @Test(arguments: ["", "lo", ".", "..", "wlan0 }", "a/b", "wlan0\n", "\"", "sixteen-letters0", "wlän", "{", "*"])
    func refusesWhatIsNoInterface(name: String) { #expect(fault(interface: name) == "interface") }

    @Test(
        arguments: [
            "system.slice/camera.service", "system.slice/system-a\\x2db.slice/a@1:2.service", "a",
            "a/b/c/d/e/f/g/h", "user.slice/user-1.slice/user@1.service/app.slice/app-x.scope",
        ])
    func takesThePathsOfCgroups(path: String) { #expect(fault(cgroup: path) == nil) }

    @Test(
        arguments: [
            "", "/", "/system.slice", "a/", "a//b", "a/../b", "./a", "a\" }", "a b", "a;b", "a\n", "a/b/c/d/e/f/g/h/i",
            "ä", String(repeating: "a", count: 513),
        ])
    func refusesWhatIsNoCgroup(path: String) { #expect(fault(cgroup: path) == "subjects") }

    @Test func refusesTooMuch() {
        #expect(fault(subjects: 16) == nil && fault(subjects: 17) == "subjects")
        #expect(fault(ports: 16) == nil && fault(ports: 17) == "accept")
        #expect(fault(subjects: 0) == nil)
    }

    @Test(arguments: ["udp:5004", "tcp:1", "tcp:65535"])
    func readsPortsAsTheyAreWritten(text: String) { #expect(AcceptedPort(text)?.description == text) }

    @Test(arguments: [
        "", "udp", "udp:", "udp:0", "udp:65536", "udp:05004", "udp:-1", "udp:+5", "icmp:1", "udp:1:2", " udp:1",
    ])
    func refusesWhatIsNoPort(text: String) { #expect(AcceptedPort(text) == nil) }

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
            table.commands(at: .milliseconds(500), hasCgroups: false) == """
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
