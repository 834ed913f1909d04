// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AccessoryRules

struct FlatpakInfoTests {
    private let real = """
        [Application]
        name=org.example.Camera
        runtime=runtime/org.gnome.Platform/x86_64/47

        [Instance]
        instance-id=3423409
        app-path=/home/jürgen/.local/share/flatpak/app/org.example.Camera/x86_64/stable/0/files
        name=org.example.Other

        [Context]
        shared=network;ipc;
        """

    private func info(_ text: String) -> FlatpakInfo? { FlatpakInfo(Array(text.utf8)) }

    @Test func identifiesTheAppOfASandbox() {
        #expect(info(real)?.app == "org.example.Camera")
        #expect(info("# made by flatpak\n[Application]\nname=a.b")?.app == "a.b")
        #expect(info("[Application]\nname[de]=x\nname=org.example.my-camera_2\n")?.app == "org.example.my-camera_2")
    }

    @Test func aRuntimeWithoutAnAppIsNoApp() throws {
        let runtime = try #require(info("[Runtime]\nruntime=org.gnome.Platform\nname=org.example.Camera\n"))
        #expect(runtime.app == nil)
    }

    @Test(
        arguments: [
            "", "\n", "name=org.example.Camera\n", "[Application]\n", "[Application]\nruntime=x\n",
            "[Instance]\nname=a.b\n",
            "[Application]\nname=a.b\nname=a.c\n", "[Application]\nname=a.b\n[Application]\nname=a.b\n",
            "[Application]\nname=a.b\n[Instance]\n[Application]\nruntime=c\n", "[Application\nname=a.b\n",
            "[Application]\nname\n", "[Application]\n=a.b\n", "[Application]\nname =a.b\n",
            "[Application]\n name=a.b\n",
            "[Application]\nname= a.b\n", "[Application]\nname=a.b \n", "[Application]\r\nname=a.b\r\n",
            "[Application]\nname=a.b\r\n", "[Application]\nname=\n", "[Application]\nname=camera\n",
            "[Application]\nname=a..b\n", "[Application]\nname=.a.b\n", "[Application]\nname=a.b.\n",
            "[Application]\nname=a.1b\n", "[Application]\nname=a/b.c\n", "[Application]\nname=a.b\u{301}\n",
            "[Application]\nname=a.b\u{0}\n", "[Application]\nname=../a.b\n", " [Application]\nname=a.b\n",
        ])
    func isNothingWhereFlatpakWritesNoSuchFile(_ text: String) {
        #expect(info(text) == nil)
    }

    @Test func isNothingWhereTheNameIsNoTextOrTooLong() {
        #expect(FlatpakInfo(Array("[Application]\nname=a.b".utf8) + [0xff]) == nil)
        #expect(info("[Application]\nname=a." + String(repeating: "b", count: 253))?.app != nil)
        #expect(info("[Application]\nname=a." + String(repeating: "b", count: 254)) == nil)
    }
}
