// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

struct CgroupTests {
    private func unit(_ text: String) -> String? { Cgroup(Array(text.utf8))?.systemUnit }

    private func app(_ unit: String, below folders: String = "app.slice", uid: UInt32 = 1000) -> String? {
        let path = "/user.slice/user-1000.slice/user@1000.service/\(folders)/\(unit)"
        return Cgroup(Array("0::\(path)\n".utf8))?.desktopApp(of: uid)
    }

    @Test(
        arguments: [
            ("system.slice/camera.service", "camera.service"),
            ("system.slice/camera.service/payload", "camera.service"),
            ("system.slice/system-getty.slice/getty@tty1.service", "getty@tty1.service"),
            ("camera.service", "camera.service"),
            ("system.slice/_cpu.service", "cpu.service"),
            ("system.slice/a:b.service", "a:b.service"),
            ("system.slice/camera\\x2d1.service", "camera\\x2d1.service"),
            ("machine.slice/nspawn@box.service/payload/system.slice/camera.service", "nspawn@box.service"),
            ("system.slice/camera.service/\u{301}x", "camera.service"),
        ])
    func aServiceAmongSlicesIsAUnit(_ path: String, _ expected: String) {
        #expect(unit("0::/\(path)\n") == expected)
    }

    @Test(
        arguments: [
            "", "init.scope", "system.slice", "docker/1234/system.slice/camera.service",
            "system.slice/docker-12.scope/camera.service",
            "system.slice/docker-12.scope/system.slice/camera.service",
            "user.slice/user-1000.slice/user@1000.service/app.slice/camera.service",
            "user.slice/user-1000.slice/session-1.scope/camera.service", "user.slice/camera.service",
            "machine.slice/libpod-12.scope/container/camera.service", "other/system.slice/camera.service",
            "../system.slice/camera.service", "system.slice/.service", "system.slice/.hidden.service",
            "system.slice/@1.service", "system.slice/ca mera.service", "system.slice/camera.service (deleted)",
            "system.slice/camera.socket", "system.slice/\u{301}camera.service", ".slice/camera.service",
        ])
    func nothingElseIsOne(_ path: String) {
        #expect(unit("0::/\(path)\n") == nil)
    }

    @Test func theUnitAroundAForgedOneCounts() {
        #expect(unit("0::/system.slice/ssh.service/camera.service\n") == "ssh.service")
        #expect(unit("0::/system.slice/ssh.service/system.slice/camera.service\n") == "ssh.service")
    }

    @Test func systemdsHierarchyCountsWhicheverItIs() {
        let older = "12:cpu,cpuacct:/system.slice/cpu.service\n1:name=systemd:/system.slice/camera.service\n"
        #expect(unit(older) == "camera.service")
        #expect(unit(older + "0::/\n") == "camera.service")
        #expect(unit(older + "0::/system.slice/camera.service\n") == "camera.service")
        #expect(unit("1:name=systemd:/\n0::/system.slice/camera.service\n") == "camera.service")
        #expect(unit("5:name=other:/system.slice/camera.service\n0::/\n") == nil)
    }

    @Test(
        arguments: [
            "", "\n", "0::", "0:/system.slice/camera.service", "0::system.slice/camera.service",
            "1::/system.slice/camera.service", "0:cpu:/system.slice/camera.service", "5:cpu:/camera.service\n",
        ])
    func whatIsNotOfSystemdsHierarchyIsNothing(_ text: String) {
        #expect(Cgroup(Array(text.utf8)) == nil)
    }

    @Test func aFolderThatIsNotTextIsNoUnitAndHidesNone() {
        #expect(Cgroup(Array("0::/system.slice/camera.service/".utf8) + [0xff])?.systemUnit == "camera.service")
        #expect(Cgroup(Array("0::/".utf8) + [0xff] + Array(".slice/camera.service".utf8))?.systemUnit == nil)
        #expect(Cgroup(Array("0::/system.slice/".utf8) + [0xff] + Array(".service".utf8))?.systemUnit == nil)
    }

    @Test(
        arguments: [
            ("app-org.example.Camera-1234.scope", "org.example.Camera"),
            ("app-gnome-org.example.Camera-1234.scope", "org.example.Camera"),
            ("app-gnome-org.example.my\\x2dcamera-1234.scope", "org.example.my-camera"),
            ("app-gnome\\x2dshell-camera-a1b2.scope", "camera"),
            ("app-org.example.Camera.service", "org.example.Camera"),
            ("app-org.example.Camera@autostart.service", "org.example.Camera"),
            ("app-KDE-org.example.Camera@1-2.service", "org.example.Camera"),
            ("app-flatpak-org.example.Camera-77.scope/below", "org.example.Camera"),
        ])
    func aDesktopsUnitIsAnApp(_ unit: String, _ expected: String) {
        #expect(app(unit) == expected)
    }

    @Test(
        arguments: [
            "app-org.example.Camera.scope", "app-.scope", "app--1.scope", "app--camera-1.scope", "app-camera-.scope",
            "app-a-b-c-1.scope", "app-a-b-c.service", "app-.service", "app-@1.service", "app-camera-1.socket",
            "app-camera\\x2-1.scope", "app-camera\\x-1.scope", "app-camera\\x2f-1.scope", "app-camera\\x00-1.scope",
            "app-camera\\n-1.scope", "app-kamera\u{301}-1.scope", "app-ka mera-1.scope", "App-camera-1.scope",
            "camera-1.scope", "vte-spawn-1.scope/app-camera-1.scope", "x.service/app-camera-1.scope",
        ])
    func whatIsNotMadeThatWayIsNone(_ unit: String) {
        #expect(app(unit) == nil)
    }

    @Test func theUnitsSliceIsAnAppToo() {
        #expect(app("helper.scope", below: "app.slice/app-org.example.Camera-1.slice") == "org.example.Camera")
        #expect(app("app-other-1.scope", below: "app.slice/app-org.example.Camera-1.slice") == "other")
        #expect(app("app-org.example.Camera-1.slice") == "org.example.Camera")
    }

    @Test func anAppIsOfTheUserWhoseManagerMadeIt() {
        #expect(app("app-camera-1.scope", uid: 0) == nil)
        #expect(app("app-camera-1.scope", uid: 100) == nil)
        for path in [
            "/user.slice/user-1000.slice/session-1.scope/app-camera-1.scope", "/app.slice/app-camera-1.scope",
            "/system.slice/user@1000.service/app-camera-1.scope", "/user.slice/user@1000.service/app-camera-1.scope",
        ] {
            #expect(Cgroup(Array("0::\(path)\n".utf8))?.desktopApp(of: 1000) == nil, "\(path)")
        }
    }
}
