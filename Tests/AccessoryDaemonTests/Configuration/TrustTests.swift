// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Glibc
import Testing

@testable import AccessoryDaemon
@testable import TrustedFiles

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

    /// The fault of the manifest if another user owns a file. Without root's power to give it away, somebody else
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

    @Test(arguments: ["etc/provision.d/porch.conf", "etc/provision.d", "etc"])
    func namesWhyAPlanDoesNotCount(path: String) throws {
        try folder.write(["etc/provision.d/porch.conf": "[Plan]\n"])
        chmod(folder[path], path.hasSuffix(".conf") ? 0o646 : 0o757)
        let configuration = folder.read()
        let fault = configuration.fault(ofPlan: "porch")
        #expect(fault?.reason.hasSuffix("chmod o-w \(folder[path])") == true, "\(fault.map { "\($0)" } ?? "none")")
        #expect(configuration.fault(ofPlan: "attic") == nil)
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

    // MARK: Access control lists

    /// A list in the kernel's form, with its usual first and last entries, that lets this user or group do so much.
    private func list(_ tag: UInt8, _ id: UInt32, _ permissions: UInt8, mask: UInt8 = 7, others: UInt8 = 4) -> Data {
        func entry(_ tag: UInt8, _ permissions: UInt8, _ id: UInt32 = .max) -> [UInt8] {
            [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
        }
        let entries =
            tag == 0x02
            ? entry(1, 6) + entry(tag, permissions, id) + entry(4, 4)
            : entry(1, 6) + entry(4, 4) + entry(tag, permissions, id)
        return Data([2, 0, 0, 0] + entries + entry(0x10, mask) + entry(0x20, others))
    }

    private func set(_ list: Data, of path: String, _ kind: String = "access") throws {
        // Swift's Glibc has no setxattr(2).
        typealias SetAttribute =
            @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
        let setAttribute = unsafeBitCast(try #require(dlsym(nil, "setxattr")), to: SetAttribute.self)
        let code = [UInt8](list).withUnsafeBytes {
            setAttribute(folder[path], "system.posix_acl_\(kind)", $0.baseAddress, $0.count, 0)
        }
        try #require(code == 0, "\(String(cString: strerror(errno)))")
    }

    @Test(arguments: [(UInt8(0x02), "uid 65534"), (0x08, "group 65534")])
    func refusesAFileThatAListLetsOthersWrite(tag: UInt8, who: String) throws {
        // The mask gives the mode its group's bits, and the group is one's own.
        try set(list(tag, 65534, 6), of: Self.manifest)
        #expect(try fault().reason.contains("\(who) can write \(folder[Self.manifest]) by its access control list"))
        // Users who can only read it, by the entry or by the mask, and the agent itself do no harm.
        let own = tag == 2 ? geteuid() : getegid()
        for harmless in [list(tag, 65534, 4), list(tag, 65534, 6, mask: 4), list(tag, own, 6)] {
            try set(harmless, of: Self.manifest)
            #expect(folder.read().faults.isEmpty)
        }
    }

    @Test(arguments: ["access", "default"])
    func refusesAFolderThatAListLetsOthersWrite(kind: String) throws {
        try set(list(0x02, 65534, 7), of: "etc/apps.d", kind)
        #expect(try fault().reason.contains("uid 65534 can write \(folder["etc/apps.d"]) by its access control list"))
    }

    @Test func refusesAFolderWhoseNewFilesEverybodyCanWrite() throws {
        try set(list(0x02, geteuid(), 7, others: 6), of: "etc/apps.d", "default")
        #expect(try fault().reason.contains("everybody can write \(folder["etc/apps.d"]) by its access control list"))
    }

    // MARK: Places

    @Test func takesAPlaceThatIsOnesOwnOrIsNotThereYet() throws {
        try folder.link("link", to: folder["etc"])
        for path in ["etc", "link/new/state", "new/state", "usr/../etc/./apps.d"] {
            #expect(Trust().objection(toPlace: folder[path]) == nil, "\(path)")
        }
    }

    @Test func refusesAPlaceThatIsAnothersOrThatAnotherLeadsTo() throws {
        try folder.makeFolder(folder["theirs/state"])
        try folder.link("link", to: folder["etc"])
        try folder.link("through", to: "link")
        let isGiven = lchown(folder["theirs"], 65534, 65534) == 0 && lchown(folder["link"], 65534, 65534) == 0
        let trust = isGiven ? Trust() : Trust(uid: geteuid() + 1, gid: getegid() + 1)
        for path in ["theirs", "theirs/state", "theirs/new", "link", "link/state", "through/apps.d"] {
            let reason = trust.objection(toPlace: folder[path])
            #expect(reason?.contains("is not trusted: uid ") == true, "\(path)")
        }
        chmod(folder["etc"], 0o777)
        #expect(Trust().objection(toPlace: folder["etc/new"])?.contains("everybody can write") == true)
        // In a sticky folder nobody can change another user's file.
        chmod(folder["etc"], 0o1777)
        #expect(Trust().objection(toPlace: folder["etc/new"]) == nil)
    }

    @Test func makesNothingWhereAnotherLeads() throws {
        try folder.link("link", to: folder["etc"])
        guard lchown(folder["link"], 65534, 65534) == 0 else { return #expect(geteuid() != 0) }
        let failure = #expect(throws: Store.Failure.self) { try Store(directory: folder["link/state"]) }
        #expect(failure?.description.contains("uid 65534 owns \(folder["link"])") == true)
        #expect(throws: Door.UntrustedDirectory.self) { try Door.open([], in: folder["link/run"]) }
        #expect(!FileManager.default.fileExists(atPath: folder["etc/state"]))
        #expect(!FileManager.default.fileExists(atPath: folder["etc/run"]))
    }

    // MARK: What is believed

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
