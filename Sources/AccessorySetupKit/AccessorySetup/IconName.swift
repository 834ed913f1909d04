// SPDX-License-Identifier: Apache-2.0

/// Finds a picture by its name: first among the app's own, then as desktops find icons (freedesktop.org's Icon Theme
/// Specification), in the theme that all fall back to. Drawings (SVG) are left out: the agent does not take them.
struct IconName {
    private static let roots = ["/usr/local/share", "/usr/share"]
    /// The nearest to 180 points first.
    private static let sizes = ["256x256", "192x192", "512x512", "128x128", "96x96", "64x64", "48x48", "32x32"]
    private static let kinds = ["apps", "devices", "categories"]
    private static let extensions = ["png", "webp", "jpg", "jpeg", "gif"]

    private let name: String

    /// Nil for a path.
    init?(_ name: String) {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
        self.name = name
    }

    private static func folders(in roots: [String]) -> [String] {
        roots.flatMap { root in
            sizes.flatMap { size in kinds.map { kind in "\(root)/icons/hicolor/\(size)/\(kind)" } }
        } + roots.map { "\($0)/pixmaps" }
    }

    /// The folders with the resources of a program: the bundles beside it, as SwiftPM makes them, and its folder below
    /// `share`, as packages install it.
    private static func folders(of executable: String) -> [String] {
        let program = URL(filePath: executable)
        let folder = program.deletingLastPathComponent()
        let bundles = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let share = folder.deletingLastPathComponent().appending(path: "share/\(program.lastPathComponent)")
        return bundles.filter { $0.hasSuffix(".resources") }.sorted().map { "\(folder.path)/\($0)" } + [share.path]
    }

    /// The path of this process's program.
    static var thisProgram: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    }

    /// The first icon that exists.
    func data(in roots: [String] = Self.roots) -> Data? { data(inFolders: Self.folders(in: roots)) }

    /// The first picture of the program's own that exists.
    ///
    /// - Parameter configuration: the agent's directories of configuration.
    func data(
        of executable: String, unit: String? = ManifestPictures.thisUnit,
        in configuration: [String] = ManifestPictures.directories
    ) -> Data? {
        let manifests = ManifestPictures(executable: executable, unit: unit)
        return data(inFolders: Self.folders(of: executable) + manifests.folders(in: configuration))
    }

    /// The first picture of this name that exists in one of the folders.
    func data(inFolders folders: [String]) -> Data? {
        // The name may have its extension already, as phones' code often writes it. A file may name its scale.
        let files = [name] + ["", "@2x", "@3x"].flatMap { scale in Self.extensions.map { "\(name)\(scale).\($0)" } }
        for folder in folders {
            for file in files {
                guard let data = Data(ofFile: "\(folder)/\(file)", upTo: UIImage.largest) else { continue }
                if UIImage(data: data) != nil { return data }
            }
        }
        return nil
    }
}
