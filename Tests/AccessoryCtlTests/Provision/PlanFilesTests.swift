// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
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

    @Test func namesThePlansWhoseProgramsCannotRun() throws {
        try withFolder { folder in
            let place = "\(folder)/etc/provision.d"
            try write(Self.text, to: "\(place)/porch.conf")
            try write(Self.text.replacing("/bin/true", with: "/nonexistent/setup"), to: "\(place)/attic.conf")
            try write(Self.text, to: "\(place)/hall.conf", mode: 0o666)
            try write("[Plan]\nApp=org.example.camera\n[Accessory]\nSSID=MyCam-1\n", to: "\(place)/yard.conf")
            let files = PlanFiles(in: ["\(folder)/etc"])
            func refusal(_ program: Plan.Program) -> String? {
                program.command.first == "/bin/true" ? nil : "no such program"
            }
            let all = files.obstacles(of: nil, refusal: refusal)
            #expect(all.map(\.plan) == ["attic", "hall"])
            #expect(all.first?.reason == "no such program" && all.last?.reason.contains("everybody can write") == true)
            #expect(files.obstacles(of: "porch", refusal: refusal).isEmpty)
            #expect(files.obstacles(of: "cellar", refusal: refusal).first?.reason.contains("--config-dir") == true)
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
