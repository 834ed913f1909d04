// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The person's default browser, by xdg-open(1).
///
/// Every process can read the arguments of others. So the browser gets the path of a file that only its user can read,
/// and the file leads to the link.
struct DefaultBrowser: Sendable {
    let folder: UserFolder
    /// A unit of its own for the browser: in the picker's it would be confined and limited, and end with it.
    let hasUnit: Bool

    /// Whether systemd started this very process.
    static var isOfUnit: Bool { getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == String(getpid()) }

    func open(_ link: String, view: PageView) throws -> DetachedProcess {
        try folder.write(Self.page(link, view: view), to: folder.page)
        return try DetachedProcess(command)
    }

    /// The link has been used.
    func forget() { folder.remove(folder.page) }

    var command: [String] {
        let unit = ["systemd-run", "--user", "--quiet", "--collect", "--property=ExitType=cgroup", "--"]
        return (hasUnit ? unit : []) + ["xdg-open", folder.page]
    }

    /// The link consists of characters that HTML takes as they are, but for the mark before the view.
    static func page(_ link: String, view: PageView) -> String {
        let target = view == .picker ? link : "\(link)&amp;\(view.rawValue)"
        return """
            <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(target)"><title>accessory-picker</title>

            """
    }
}
