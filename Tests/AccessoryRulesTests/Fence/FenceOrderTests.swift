// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

/// The arguments of accessory-link.
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
}
