// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryRules
import FoundationEssentials
import Glibc

/// What an administrator and packages wrote: the agent's own file and one manifest for each app.
package struct Configuration: Sendable {
    package var manifests = Manifests()
    /// The radios that may be used; all when empty.
    package var interfaces: Set<String> = []
    /// Files that could not be used, each with the reason. They hide nothing else.
    package var faults: [KeyFileFault] = []

    package typealias Parser = @Sendable (_ path: String, _ contents: [UInt8]) throws(KeyFileFault) -> KeyFile

    /// Where the system's configuration is, the strongest last.
    package static let systemDirectories = ["/usr/lib/accessoryd", "/run/accessoryd/conf", "/etc/accessoryd"]

    package init() {}

    /// Reads all directories. A file replaces those of the same name in earlier directories; one that is a link to
    /// /dev/null masks them.
    package init(directories: [String], parser: Parser) {
        var allowed: Set<String> = []
        for path in Self.files(in: directories, named: "accessoryd.conf") {
            read(path, parser) { (file) throws(KeyFileFault) in
                try file.expect(["Radios": ["Interfaces"]])
                allowed = Set(file.group("Radios")?.list("Interfaces") ?? [])
            }
        }
        interfaces = allowed
        var found: [Manifest] = []
        for path in Self.files(in: directories.map { $0 + "/apps.d" }) {
            read(path, parser) { (file) throws(KeyFileFault) in found.append(try Manifest(file)) }
        }
        manifests = Manifests(found)
    }

    /// True when no file of this app is there, or it is masked. One with faults is not gone.
    package func isGone(_ app: String) -> Bool {
        manifests.byID[app] == nil && !faults.contains { Manifest.id(path: $0.path) == app }
    }

    private mutating func read(_ path: String, _ parser: Parser, _ use: (KeyFile) throws(KeyFileFault) -> Void) {
        do {
            try use(parser(path, Self.contents(of: path)))
        } catch {
            faults.append(error)
        }
    }

    /// A key file's bytes. Throws when it cannot be read or is too large to be one.
    package static func contents(of path: String) throws(KeyFileFault) -> [UInt8] {
        guard let contents = FileManager.default.contents(atPath: path) else {
            throw KeyFileFault(path: path, reason: "cannot be read; does it exist, and may uid \(geteuid()) read it?")
        }
        guard contents.count <= largestFile else {
            throw KeyFileFault(path: path, reason: "has \(contents.count) bytes, more than \(largestFile)")
        }
        return Array(contents)
    }

    private static let largestFile = 1 << 20

    /// The `.conf` files that count, by name.
    private static func files(in directories: [String], named only: String? = nil) -> [String] {
        var paths: [String: String] = [:]
        for directory in directories {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            where name.hasSuffix(".conf") && (only == nil || name == only) {
                paths[name] = "\(directory)/\(name)"
            }
        }
        return paths.values.sorted().filter { path in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != "/dev/null"
        }
    }
}
