// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import FoundationEssentials
import Glibc
import Testing

@testable import accessoryctl

@Suite struct PlanFilesTests {
    private static let text = """
        [Plan]
        App=org.example.camera
        Afterwards=run
        [Accessory]
        SSIDPrefix=MyCam-
        [Program]
        Command=/bin/true 'a b'
        User=nobody
        TimeLimit=2min
        SuccessStatus=0;3
        """

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = "\(FileManager.default.temporaryDirectory.path())/accessoryctl-files-\(UUID().uuidString)"
        for name in ["usr/provision.d", "etc/provision.d"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func write(_ text: String, to path: String, mode: mode_t = 0o644) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, mode)
    }

    @Test func readsWhatIsRunFromThePlansFile() throws {
        try withFolder { folder in
            try write("[Plan]\nApp=a\n", to: "\(folder)/usr/provision.d/porch.conf")
            try write(Self.text, to: "\(folder)/etc/provision.d/porch.conf")
            let files = PlanFiles(in: ["\(folder)/usr", "\(folder)/etc"])
            #expect(files.faults.isEmpty)
            #expect(
                files.plans["porch"]?.program
                    == Plan.Program(
                        command: ["/bin/true", "a b"], user: "nobody", timeLimit: .seconds(120), successStatus: [0, 3]))
        }
    }

    @Test func believesNoFileThatOthersCanWrite() throws {
        try withFolder { folder in
            try write(Self.text, to: "\(folder)/etc/provision.d/porch.conf", mode: 0o666)
            let files = PlanFiles(in: ["\(folder)/etc"])
            #expect(files.plans.isEmpty)
            #expect(files.faults["porch"]?.reason.contains("everybody can write") == true)
        }
    }

    @Test func believesNoDirectoryThatOthersCanWrite() throws {
        try withFolder { folder in
            try write(Self.text, to: "\(folder)/usr/provision.d/porch.conf")
            try write(Self.text, to: "\(folder)/etc/provision.d/porch.conf")
            chmod("\(folder)/etc/provision.d", 0o777)
            let files = PlanFiles(in: ["\(folder)/usr", "\(folder)/etc"])
            #expect(files.plans.isEmpty)
            #expect(files.faults["porch"]?.reason.contains("everybody can write") == true)
        }
    }

    @Test func runsNoPlanThatIsMasked() throws {
        try withFolder { folder in
            try write(Self.text, to: "\(folder)/usr/provision.d/porch.conf")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/etc/provision.d/porch.conf", withDestinationPath: "/dev/null")
            let files = PlanFiles(in: ["\(folder)/usr", "\(folder)/etc"])
            #expect(files.plans.isEmpty && files.faults.isEmpty)
        }
    }
}
