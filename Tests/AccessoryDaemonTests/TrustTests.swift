// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Glibc
import Testing

@testable import AccessoryDaemon

@Suite struct TrustTests {
    private let folder: ConfigurationFolder
    private static let manifest = "etc/apps.d/a.conf"

    init() throws {
        folder = try ConfigurationFolder()
        try folder.write([Self.manifest: ConfigurationFolder.camera])
    }

    /// The one fault, that makes the manifest unusable but not gone.
    private func fault(trust: Trust = Trust()) throws -> KeyFileFault {
        let configuration = folder.read(trust: trust)
        #expect(configuration.standing(of: "a") == .faulty)
        #expect(configuration.faults.count == 1)
        return try #require(configuration.faults.first)
    }

    /// What is said of the manifest when a file is somebody else's. Without root's power to give it away, somebody else
    /// is trusted instead.
    private func fault(givingAway path: String) throws -> KeyFileFault {
        let isGiven = lchown(folder[path], 65534, 65534) == 0
        let trust = isGiven ? Trust() : Trust(uid: geteuid() + 1, gid: getegid() + 1)
        return try #require(throws: KeyFileFault.self) { try trust.contents(of: folder[Self.manifest]) }
    }

    @Test func trustsOnesOwnFilesAndThoseOfOnesOwnGroup() {
        chmod(folder[Self.manifest], 0o664)
        chmod(folder["etc/apps.d"], 0o775)
        #expect(folder.read().faults.isEmpty)
    }

    @Test(arguments: [Self.manifest, "etc/apps.d", "etc", ""])
    func refusesWhatEverybodyCanWrite(path: String) throws {
        chmod(folder[path], path == Self.manifest ? 0o646 : 0o757)
        let path = path.isEmpty ? folder.path : folder[path]
        #expect(try fault().reason.hasSuffix("everybody can write \(path); chmod o-w \(path)"))
    }

    @Test(arguments: [Self.manifest, "etc/apps.d"])
    func refusesWhatAnotherGroupCanWrite(path: String) throws {
        chmod(folder[path], path == Self.manifest ? 0o664 : 0o775)
        // As root, another group has to be one that is neither root's nor one's own.
        if geteuid() == 0 { lchown(folder[path], 0, 65534) }
        #expect(try fault(trust: Trust(gid: getegid() + 1)).reason.hasSuffix("chmod g-w \(folder[path])"))
    }

    @Test func refusesSomebodyElsesFile() throws {
        let fault = try fault(givingAway: Self.manifest)
        #expect(fault.reason.hasSuffix("owns \(folder[Self.manifest]); chown root \(folder[Self.manifest])"))
    }

    @Test func refusesALinkIntoSomebodyElsesHands() throws {
        try folder.write(["home/a.conf": ConfigurationFolder.camera])
        try FileManager.default.removeItem(atPath: folder[Self.manifest])
        try folder.link(Self.manifest, to: folder["home/a.conf"])
        #expect(folder.read().faults.isEmpty)
        // Its own file in a folder where anybody can put another.
        chmod(folder["home"], 0o777)
        #expect(try fault().reason.hasSuffix("chmod o-w \(folder["home"])"))
        // Unless they can touch their own only.
        chmod(folder["home"], 0o1777)
        #expect(folder.read().faults.isEmpty)
        let fault = try fault(givingAway: "home/a.conf")
        #expect(fault.path == folder[Self.manifest])
        #expect(fault.reason.hasSuffix("chown root \(folder["home/a.conf"])"))
    }

    @Test func refusesWhatIsNoFileWithoutWaitingForIt() throws {
        try FileManager.default.removeItem(atPath: folder[Self.manifest])
        #expect(mkfifo(folder[Self.manifest], 0o644) == 0)
        #expect(try fault().reason == "is not a regular file")
    }

    @Test func refusesWhatIsTooLong() throws {
        try folder.write([Self.manifest: String(repeating: "#", count: KeyFile.largest + 1)])
        #expect(try fault().reason.contains("longer than \(KeyFile.largest)"))
    }

    @Test func believesNoSettingsThatOthersCanWrite() throws {
        try folder.write(["etc/accessoryd.conf": "[Radios]\nInterfaces=wlan1\n"])
        chmod(folder["etc/accessoryd.conf"], 0o666)
        let configuration = folder.read()
        #expect(configuration.interfaces.isEmpty)
        #expect(configuration.faults.map(\.path) == [folder["etc/accessoryd.conf"]])
    }

    @Test func believesNoMaskThatOthersCanMake() throws {
        try folder.write(["usr/apps.d/b.conf": ConfigurationFolder.camera])
        try folder.link("etc/apps.d/b.conf", to: "/dev/null")
        #expect(folder.read().isGone("b"))
        chmod(folder["etc/apps.d"], 0o777)
        #expect(folder.read().standing(of: "b") == .faulty)
    }

    @Test func takesNothingForRemovedThatOthersCanRemove() throws {
        chmod(folder["etc/apps.d"], 0o777)
        try FileManager.default.removeItem(atPath: folder[Self.manifest])
        #expect(!folder.read().isGone("a"))
    }

    @Test func takesNothingForRemovedWhoseDirectoryOthersCanRename() throws {
        #expect(rename(folder["etc/apps.d"], folder["etc/away"]) == 0)
        #expect(folder.read().isGone("a"))
        chmod(folder["etc"], 0o777)
        #expect(!folder.read().isGone("a"))
        chmod(folder["etc"], 0o755)
        #expect(folder.read().isGone("a"))
        chmod(folder.path, 0o777)
        #expect(rename(folder["etc"], folder["gone"]) == 0)
        try folder.makeFolder(folder["usr"])
        #expect(!folder.read().isGone("a"))
    }
}
