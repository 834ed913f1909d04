// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Glibc

/// The desktop notification about an app's request, by notify-send(1).
struct Notification: Hashable, Sendable {
    static let action = "open"
    /// Longer names are cut: a notification has two lines or three.
    static let nameLimit = 80

    let title: String
    let text: String
    let button: String

    init(app: String, _ texts: Texts) {
        let app = app.printable
        let name = app.count > Self.nameLimit ? app.prefix(Self.nameLimit - 1) + "…" : app[...]
        // Servers show the title as it is (Desktop Notifications Specification, Basic Design).
        title = (texts.texts["picker.asks"] ?? "{app}").replacing("{app}", with: name)
        text = Self.escaped(texts.texts["notification.text"] ?? "")
        button = texts.texts["notification.open"] ?? ""
    }

    /// It stays until somebody uses or closes it, or until SIGINT ends the program; which then withdraws it.
    var command: [String] {
        [
            "notify-send", "--app-name=accessory-picker", "--icon=accessory-picker", "--expire-time=0", "--wait",
            "--hint=string:desktop-entry:accessory-picker", "--action=\(Self.action)=\(button)", "--", title, text,
        ]
    }

    /// Servers read the text as markup, and notify-send takes `\` for the beginning of a C escape.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\\", with: "\\\\")
    }
}

/// The language of the person's messages (locale(7)).
enum MessageLanguage {
    /// In the form of a browser's header; nil without a setting.
    static var current: String? { of { name in getenv(name).map { String(cString: $0) } } }

    static func of(_ variable: (String) -> String?) -> String? {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        return name?.split { "_.@".contains($0) }.first.map { String($0) }
    }
}
