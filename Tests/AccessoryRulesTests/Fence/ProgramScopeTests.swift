// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import Testing

@Suite struct ProgramScopeTests {
    @Test(arguments: [
        ("user.slice/user-1000.slice/session-3.scope", true),
        ("user.slice/user-1.slice/user@1.service/app.slice/vte-spawn-7.scope", true),
        ("user.slice/user-1.slice/user@1.service/app.slice/app-org.kde.konsole-7.scope", true),
        ("user.slice/user-1.slice/user@1.service/app.slice/camera.service", false),
        ("system.slice/serial-getty@ttyS0.service", false), ("system.slice/accessoryd-provision.service", false),
        ("user.slice", false),
    ])
    func isNeededWhereOtherProgramsAre(cgroup: String, isNeeded: Bool) throws {
        #expect(ProgramScope.isNeeded(in: try #require(Cgroup(path: cgroup))) == isNeeded)
        #expect(!ProgramScope.isOne(cgroup))
    }

    @Test func isEnteredOnce() throws {
        let name = ProgramScope.name(0xBEE)
        #expect(name == "accessoryctl-bee.scope")
        let cgroup = "user.slice/user-1.slice/user@1.service/app.slice/\(name)"
        #expect(ProgramScope.isOne(cgroup))
        #expect(!ProgramScope.isNeeded(in: try #require(Cgroup(path: cgroup))))
    }

    /// Who may make folders in a service's cgroup may name them so.
    @Test(arguments: [
        "system.slice/a.service/accessoryctl-1.scope", "system.slice/accessoryctl-1.service", "accessoryctl-1",
    ])
    func isNoOther(cgroup: String) { #expect(!ProgramScope.isOne(cgroup)) }
}
