// SPDX-License-Identifier: Apache-2.0

/// The page's files, compiled in from `Page`.
enum PageFile: String, CaseIterable, Sendable {
    case open = "open"
    case openScript = "open.js"
    /// What a browser without a session gets in the page's place.
    case locked = "locked"
    case style = "style.css"
    case icon = "icon.svg"
    /// For home screens: icon.svg without round corners, by `rsvg-convert -w 192`.
    case homeIcon = "icon-192.png"
    case manifest = "manifest.webmanifest"
    case page = ""
    case main = "main.js"
    case dom = "dom.js"
    case picker = "picker.js"
    case welcome = "welcome.js"
    case choosing = "choosing.js"
    case carousel = "carousel.js"
    case list = "list.js"
    case listStyle = "list.css"
    case join = "join.js"
    case absence = "absence.js"
    case reasons = "reasons.js"
    case question = "question.js"
    case accessories = "accessories.js"
    case picture = "picture.js"
    case adding = "adding.js"
    case addForm = "add-form.js"
    case families = "families.js"
    case naming = "naming.js"
    case label = "label.js"
    case photo = "photo.js"
    case addingStyle = "adding.css"
    case stream = "stream.js"

    var path: String { "/\(rawValue)" }

    /// The page behind the link must load before there is a session. Browsers fetch a manifest without cookies.
    var isPublic: Bool { [.open, .openScript, .locked, .style, .icon, .homeIcon, .manifest].contains(self) }

    var type: String {
        switch rawValue.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        case _: "text/html; charset=utf-8"
        }
    }

    /// Contains placeholders for texts, between double braces.
    var isTemplate: Bool { [.open, .locked, .page, .manifest].contains(self) }

    var bytes: [UInt8] {
        switch self {
        case .open: EmbeddedFile.bytes("open.html")
        case .locked: EmbeddedFile.bytes("locked.html")
        case .page: EmbeddedFile.bytes("page.html")
        case _: EmbeddedFile.bytes(rawValue)
        }
    }
}
