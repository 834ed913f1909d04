// SPDX-License-Identifier: Apache-2.0

/// One of the page's files, compiled in from `Page`.
struct PageFile: Hashable, Sendable, CaseIterable {
    let name: String

    static let allCases = EmbeddedFile.names(in: "Page").map { PageFile(name: $0) }

    static let page = PageFile(name: "page.html")
    static let open = PageFile(name: "open.html")
    /// What a browser without a session gets in the page's place.
    static let locked = PageFile(name: "locked.html")

    /// The page is at the root, and what else is a page has no suffix.
    var path: String {
        if self == .page { return "/" }
        return "/\(name.hasSuffix(".html") ? name.dropLast(".html".count) : name[...])"
    }

    /// The page behind the link must load before there is a session. Browsers fetch a manifest without cookies.
    var isPublic: Bool { Self.withoutSession.contains(name) }

    private static let withoutSession: Set<String> = [
        "open.html", "open.js", "locked.html", "style.css", "icon.svg", "manifest.webmanifest",
        // For home screens: icon.svg without round corners, by `rsvg-convert -w 192`.
        "icon-192.png",
    ]

    var type: String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        case _: "text/html; charset=utf-8"
        }
    }

    /// Contains placeholders for texts, between double braces.
    var isTemplate: Bool { name.hasSuffix(".html") || name.hasSuffix(".webmanifest") }

    var bytes: [UInt8] { EmbeddedFile.bytes(name) }
}
