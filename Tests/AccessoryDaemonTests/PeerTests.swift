// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import FoundationEssentials
import Glibc
import Testing
import Varlink

@testable import AccessoryDaemon

@Suite struct PeerTests {
    @Test func theKernelTellsWhoConnected() throws {
        let (one, _) = try Socket.pair()
        let identity = try Peer.identity(of: one.fileDescriptor)
        #expect(identity.uid == getuid())
        #expect(identity.executable == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")))
    }

    @Test(
        arguments: [
            ("0::/system.slice/camera.service\n", "camera.service"),
            ("0::/system.slice/camera.service/payload\n", "camera.service"),
            ("0::/system.slice/system-getty.slice/getty@tty1.service\n", "getty@tty1.service"),
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/camera.service\n", nil),
            ("0::/init.scope\n", nil),
            ("0::/\n", nil),
            ("", nil),
            ("1:name=systemd:/system.slice/camera.service\n", nil),
            ("0::/other/system.slice/camera.service\n", nil),
        ] as [(String, String?)])
    func onlyASystemServicesCgroupNamesAUnit(_ cgroup: String, _ unit: String?) {
        #expect(Peer.systemUnit(cgroup: cgroup) == unit)
    }
}
