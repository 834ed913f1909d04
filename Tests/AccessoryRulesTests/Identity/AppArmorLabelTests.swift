// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

struct AppArmorLabelTests {
    private func confinement(_ text: String) -> Identity.Confinement { AppArmorLabel(Array(text.utf8)).confinement }

    @Test(arguments: ["snap.camera.daemon", "snap.camera_2.daemon", "snap.my-camera.hook.configure", "snap.a.B-c"])
    func anEnforcedSnapIsItsProgram(_ profile: String) {
        for end in ["", "\n", "\0", "\n\0"] { #expect(confinement("\(profile) (enforce)\(end)") == .snap(profile)) }
    }

    @Test(
        arguments: [
            "", "\0", "unconfined", "unconfined\n", "/usr/sbin/cupsd (enforce)", "firefox (unconfined)",
            "snap.code.code (complain)", "snap.code.code (unconfined)", "snap-update-ns.camera (enforce)",
            "snap.camera.daemon", "unconfined_u:unconfined_r:unconfined_t:s0", "/opt/my camera (enforce)",
        ])
    func whatIsNoSandboxWithANameIsNone(_ label: String) {
        #expect(confinement(label) == .none)
    }

    @Test(
        arguments: [
            "snap.camera.daemon//&docker (enforce)", "snap.camera.daemon//&:box:unconfined (mixed)",
            ":box:unconfined", ":box://snap.camera.daemon (enforce)", ":box:snap.camera.daemon (enforce)",
            "snap.camera.daemon//child (enforce)", "snap.camera.daemon (mixed)", "snap.camera.daemon (kill)",
            "snap.camera (enforce)", "snap.camera. (enforce)", "snap..daemon (enforce)", "snap.a.b.c (enforce)",
            "snap.a.hook.c.d (enforce)", "snap.camera.daemon x (enforce)", "snap.camera.daemon (enforce) (enforce)",
            "snap.camera.-x (enforce)", "snap.camera.da\u{301}emon (enforce)", "snap.camera.daemon\n (enforce)",
            "snap.camera.daemon (enforce)\nx", "snap.camera.daemon  (enforce)",
        ])
    func whatMayBeASandboxOfAnotherKindIsUnknown(_ label: String) {
        #expect(confinement(label) == .unknown)
    }

    @Test func whatIsNoTextIsUnknown() {
        #expect(AppArmorLabel([0xff]).confinement == .unknown)
        #expect(AppArmorLabel(Array("snap.camera.daemon (enforce)".utf8) + [0, 0xff]).confinement == .unknown)
    }
}
