// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The folders of pictures in manifests that name a program, accessoryd-app(5). The app reads them with its own rights, so
/// they open nothing to it that it cannot read anyway.
struct ManifestPictures {
    /// The one that counts first comes first.
    static let directories = ["/etc/accessoryd", "/run/accessoryd/conf", "/usr/lib/accessoryd"]

    /// The path of the program's file.
    let executable: String
    /// The service that the program runs in.
    let unit: String?

    /// The unit of this process, by its control group.
    static var thisUnit: String? { Data(ofProcess: "cgroup").flatMap(unit(ofGroups:)) }

    /// The last service in the path of the unified hierarchy, as in `0::/system.slice/camera.service`.
    static func unit(ofGroups groups: Data) -> String? {
        String(decoding: groups, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("0::") }?
            .split(separator: "/").last { $0.hasSuffix(".service") }.map { String($0) }
    }

    func folders(in directories: [String]) -> [String] {
        var seen: Set<String> = []
        return directories.flatMap { directory in
            let folder = "\(directory)/apps.d"
            let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            // A file hides those of its name in later directories, also if it is a link to /dev/null.
            return files.filter { $0.hasSuffix(".conf") && seen.insert($0).inserted }
                .compactMap { pictures(ofManifest: "\(folder)/\($0)") }
        }
    }

    private func pictures(ofManifest path: String) -> String? {
        guard let data = Data(ofFile: path, upTo: KeyFile.largest),
            let file = try? KeyFile(data, path: path),
            let folder = file.group("App")?.keys["Pictures"], folder.hasPrefix("/"),
            let identity = file.group("Identity")
        else { return nil }
        let named = { (key: String) in identity.list(key).map(Self.trimmed) }
        let isOurs = named("Executables").contains(executable) || unit.map { named("Units").contains($0) } == true
        return isOurs ? folder : nil
    }

    private static func trimmed(_ entry: String) -> String {
        let start = entry.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}

extension Data {
    /// A regular file of at most so many bytes, past links. Nil for anything else: a pipe would block the app.
    init?(ofFile path: String, upTo largest: Int) {
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? UInt64 ?? (attributes[.size] as? Int).map({ UInt64($0) }),
            size <= largest
        else { return nil }
        try? self.init(contentsOf: URL(filePath: resolved))
    }

    /// A file of this process in /proc, which has no size.
    fileprivate init?(ofProcess name: String) {
        try? self.init(contentsOf: URL(filePath: "/proc/self/\(name)"))
    }
}
