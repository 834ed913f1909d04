// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import FoundationEssentials
import Glibc
import Testing

@testable import accessoryctl

/// What a user sees without the rights of an administrator: by the picker beside the tool.
@Suite struct UsersPickerTests {
    /// A picker that is this script.
    private func with(_ script: String, _ body: (UsersPicker) async throws -> Void) async throws {
        var template = Array("/tmp/accessoryctl-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        let folder = String(cString: try #require(made))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/accessory-picker"
        // Written by this process, it might be open in one that another test spawns meanwhile: "Text file busy".
        let writer = try #require(popen("cat >'\(program)' && chmod 755 '\(program)'", "w"))
        fputs("#!/bin/sh\n\(script)\n", writer)
        try #require(pclose(writer) == 0)
        try await body(try #require(UsersPicker(runtimeDirectory: "/run/a", own: folder + "/accessoryctl")))
    }

    @Test func listsTheOwnAccessories() async throws {
        let list = AccessoryStatusList(accessories: [try Fixture.shared()])
        let json = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        let script = "test \"$*\" = 'accessories --json --runtime-dir /run/a' && cat <<'END'\n\(json)\nEND"
        try await with(script) { picker in
            let own = try await picker.accessories()
            #expect(own == list)
        }
    }

    @Test func givesThePickersOwnReason() async throws {
        try await with("echo 'Error: its user is at no seat of this machine' >&2; exit 9") { picker in
            let failure = await #expect(throws: Failure.self) { try await picker.accessories() }
            #expect(failure?.text == "its user is at no seat of this machine" && failure?.status == 9)
        }
    }

    @Test(arguments: ["echo '{'", "true"]) func refusesAnAnswerThatIsNoList(script: String) async throws {
        try await with(script) { picker in
            let failure = await #expect(throws: Failure.self) { try await picker.accessories() }
            #expect(failure?.text.contains("another version") == true)
        }
    }

    @Test func isNobodyWithoutThatProgram() {
        #expect(UsersPicker(runtimeDirectory: "/run/a", own: "/nonexistent/accessoryctl") == nil)
        #expect(UsersPicker(runtimeDirectory: "/run/a", own: nil) == nil)
    }
}
