// SPDX-License-Identifier: Apache-2.0

/// Finds an icon by its name, as desktops do (freedesktop.org's Icon Theme Specification), in the theme that all fall
/// back to. Drawings (SVG) are left out: the agent does not take them.
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

    /// The first picture that exists.
    func data(in roots: [String] = Self.roots) -> Data? {
        for folder in Self.folders(in: roots) {
            // The name may have its extension already, as phones' code often writes it.
            for file in [name] + Self.extensions.map({ "\(name).\($0)" }) {
                let path = "\(folder)/\(file)"
                guard FileManager.default.isReadableFile(atPath: path) else { continue }
                if let data = try? Data(contentsOf: URL(filePath: path)), UIImage(data: data) != nil { return data }
            }
        }
        return nil
    }
}
