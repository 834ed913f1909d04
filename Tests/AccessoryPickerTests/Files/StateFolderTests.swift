// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing

@testable import accessory_picker

/// The picker's own files.
@Suite struct StateFolderTests {
    @Test func aFolderThatOthersMayReadIsRefused() throws {
        try Scratch.use { path in
            #expect(throws: Never.self) { try StateFolder(path) }
            #expect(chmod(path, 0o750) == 0)
            let fault = #expect(throws: StateFault.self) { try StateFolder(path) }
            #expect(fault?.description.contains("'\(path)'") == true)
        }
    }

    @Test func aFileIsReplacedAsAWhole() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            #expect(try folder.read("file") == nil)
            try folder.write([1, 2, 3], to: "file")
            try folder.write([4], to: "file")
            #expect(try folder.read("file") == [4])
            var status = stat()
            #expect(stat(folder.path(of: "file"), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["file"])
        }
    }

    @Test func aLinkInPlaceOfAFileIsRefused() throws {
        try Scratch.use { path in
            let folder = try StateFolder(path)
            #expect(symlink("/etc/hostname", folder.path(of: "file")) == 0)
            #expect(throws: StateFault.self) { try folder.read("file") }
        }
    }

    @Test(arguments: [
        (["STATE_DIRECTORY": "/var/lib/hub:/other", "HOME": "/root"], "/var/lib/hub"),
        (["HOME": "/root"], "/root/.local/state/accessory-picker"),
        (["HOME": "/root", "XDG_STATE_HOME": "/state"], "/state/accessory-picker"),
        (["HOME": "/root", "XDG_STATE_HOME": "state"], "/root/.local/state/accessory-picker"),
    ])
    func aServiceHasTheFolderThatItsUnitNames(environment: [String: String], path: String) {
        #expect(StateFolder.usual(environment) == path)
    }
}

/// A folder for one test.
enum Scratch {
    static func use<R>(_ body: (String) throws -> R) throws -> R {
        let path = try make()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    static func use<R>(_ body: (String) async throws -> R) async throws -> R {
        let path = try make()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    private struct Failed: Error {}

    private static func make() throws -> String {
        var template = Array("/tmp/picker-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw Failed() }
        return String(cString: path)
    }
}
