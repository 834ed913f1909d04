// SPDX-License-Identifier: Apache-2.0

/// The page's files, compiled in from `Page`.
enum PageFile: String, CaseIterable, Sendable {
    case open = "open"
    case openScript = "open.js"
    case style = "style.css"
    case icon = "icon.svg"
    /// For home screens: icon.svg without round corners, by `rsvg-convert -w 192`.
    case homeIcon = "icon-192.png"
    case manifest = "manifest.webmanifest"
    case page = ""
    case main = "main.js"
    case dom = "dom.js"
    case picker = "picker.js"
    case choosing = "choosing.js"
    case carousel = "carousel.js"
    case list = "list.js"
    case listStyle = "list.css"
    case join = "join.js"
    case reasons = "reasons.js"
    case question = "question.js"
    case accessories = "accessories.js"
    case stream = "stream.js"

    var path: String { "/\(rawValue)" }

    /// The page behind the link must load before there is a session. Browsers fetch a manifest without cookies.
    var isPublic: Bool {
        switch self {
        case .open, .openScript, .style, .icon, .homeIcon, .manifest: true
        case .page, .main, .dom, .picker, .choosing, .carousel, .list, .listStyle, .join, .reasons, .question,
            .accessories, .stream:
            false
        }
    }

    var type: String {
        switch self {
        case .open, .page: "text/html; charset=utf-8"
        case .style, .listStyle: "text/css; charset=utf-8"
        case .icon: "image/svg+xml"
        case .homeIcon: "image/png"
        case .manifest: "application/manifest+json"
        case .openScript, .main, .dom, .picker, .choosing, .carousel, .list, .join, .reasons, .question, .accessories,
            .stream:
            "text/javascript; charset=utf-8"
        }
    }

    /// Contains placeholders for texts, between double braces.
    var isTemplate: Bool {
        switch self {
        case .open, .page, .manifest: true
        case .openScript, .style, .listStyle, .icon, .homeIcon, .main, .dom, .picker, .choosing, .carousel, .list,
            .join, .reasons,
            .question, .accessories, .stream:
            false
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .open: PackageResources.open_html
        case .openScript: PackageResources.open_js
        case .style: PackageResources.style_css
        case .icon: PackageResources.icon_svg
        case .homeIcon: PackageResources.icon_192_png
        case .manifest: PackageResources.manifest_webmanifest
        case .page: PackageResources.page_html
        case .main: PackageResources.main_js
        case .dom: PackageResources.dom_js
        case .picker: PackageResources.picker_js
        case .choosing: PackageResources.choosing_js
        case .carousel: PackageResources.carousel_js
        case .list: PackageResources.list_js
        case .listStyle: PackageResources.list_css
        case .join: PackageResources.join_js
        case .reasons: PackageResources.reasons_js
        case .question: PackageResources.question_js
        case .accessories: PackageResources.accessories_js
        case .stream: PackageResources.stream_js
        }
    }
}
