// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The language of the person's messages (locale(7)).
enum MessageLanguage {
    /// In the form of a browser's header; nil without a setting.
    static var current: String? { of { name in getenv(name).map { String(cString: $0) } } }

    static func of(_ variable: (String) -> String?) -> String? {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        return name?.split { "_.@".contains($0) }.first.map { String($0) }
    }
}
