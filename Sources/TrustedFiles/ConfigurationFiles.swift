// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
import FoundationEssentials
import Glibc

/// The `.conf` files that count: of those with one name, the one in the strongest directory.
package struct ConfigurationFiles {
    /// The directories of the system's configuration, the strongest last.
    package static let systemDirectories = ["/usr/lib/accessoryd", "/run/accessoryd/conf", "/etc/accessoryd"]

    package struct File: Hashable {
        package var path: String
        /// The directory that listed it.
        package var directory: String
        /// A link to /dev/null, which masks files of this name.
        package var isMask: Bool
        /// No other user can have put it there.
        package var isTrusted: Bool
    }

    /// By path.
    package private(set) var files: [File] = []
    /// Directories that could not be read, or that others can write. A user without the right may have removed files
    /// that are missing in them.
    package private(set) var faults: [KeyFileFault] = []

    package init(in directories: [String], trust: Trust) {
        var byName: [String: File] = [:]
        var objections: Set<String> = []
        for directory in directories {
            do throws(KeyFileFault) {
                let names = try Self.names(in: directory)
                // A user who can write its parent may have renamed an absent one.
                let objection = trust.objection(to: Self.nearest(directory))
                if let objection, objections.insert(objection).inserted {
                    faults.append(KeyFileFault(path: directory, reason: objection))
                }
                for name in names ?? [] where name.hasSuffix(".conf") {
                    let path = "\(directory)/\(name)"
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
                    byName[name] = File(
                        path: path, directory: directory, isMask: target == "/dev/null", isTrusted: objection == nil)
                }
            } catch {
                faults.append(error)
            }
        }
        files = byName.values.sorted { $0.path < $1.path }
    }

    /// Nil if there is no such directory.
    private static func names(in directory: String) throws(KeyFileFault) -> [String]? {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            guard !isAbsent(directory) else { return nil }
            throw KeyFileFault(
                path: directory,
                reason: "cannot be read; until it can be, its files are unknown and no app counts as removed")
        }
    }

    /// The path, or its nearest parent that exists.
    private static func nearest(_ path: String) -> String {
        var path = URL(filePath: path)
        while !FileManager.default.fileExists(atPath: path.path), path.path != "/" { path.deleteLastPathComponent() }
        return path.path
    }

    /// Whether the nearest existing parent is a folder without the next step. A link that leads nowhere exists, and its
    /// target may only be not mounted.
    private static func isAbsent(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0, errno == ENOENT else { return false }
        let parent = URL(filePath: path).deletingLastPathComponent().path
        return stat(parent, &status) == 0 || (parent != path && isAbsent(parent))
    }
}
