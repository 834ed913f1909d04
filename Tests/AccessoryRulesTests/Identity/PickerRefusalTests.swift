// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

struct PickerRefusalTests {
    private static let program = "/usr/bin/picker"

    private func identity(_ change: (inout Identity) -> Void = { _ in }) -> Identity {
        var identity = Identity(uid: 1000, user: "alice", executable: Self.program)
        change(&identity)
        return identity
    }

    private func refusal(
        _ identity: Identity, among executables: Set<String> = [program], seat: String? = "seat0",
        isActive: Bool = true
    ) -> PickerRefusal? {
        identity.pickerRefusal(among: executables, seat: { seat }, isActive: { $0 == seat && isActive })
    }

    @Test func takesTheNamedProgramOfAnActiveUser() {
        #expect(refusal(identity()) == nil)
        #expect(refusal(identity { $0.desktop = "org.example.Picker" }) == nil)
    }

    @Test func refusesEverythingElse() {
        #expect(refusal(identity(), among: []) == .switchedOff)
        for other in ["/usr/bin/picker2", "/usr/bin/", "picker", "/usr/bin/picker (deleted)"] {
            #expect(refusal(identity { $0.executable = other }) == .otherProgram(other))
        }
        #expect(refusal(identity { $0.executable = nil }) == .otherProgram(nil))
        #expect(refusal(identity { $0.isExecutableWritable = true }) == .isWritable(Self.program))
        for confinement in [Identity.Confinement.unknown, .snap("snap.picker.picker"), .flatpak("org.example.Picker")] {
            #expect(refusal(identity { $0.confinement = confinement }) == .isConfined)
        }
        #expect(refusal(identity { $0.unit = "picker.service" }) == .isSystemUnit("picker.service"))
        #expect(refusal(identity(), seat: nil) == .hasNoSeat)
        #expect(refusal(identity(), isActive: false) == .isInactive(at: "seat0"))
    }

    @Test func asksLogindOnlyAboutTheNamedProgram() {
        let other = identity { $0.executable = "/usr/bin/other" }
        let refusal = other.pickerRefusal(
            among: [Self.program],
            seat: {
                Issue.record("asked for the seat of another program")
                return nil
            }, isActive: { _ in false })
        #expect(refusal == .otherProgram("/usr/bin/other"))
    }

    @Test func writesNoPathThatLooksLikeOtherWords() {
        let refusal = PickerRefusal.otherProgram("/tmp/a, which is root's")
        #expect(refusal.description.hasSuffix(#""/tmp/a, which is root's""#))
    }
}
