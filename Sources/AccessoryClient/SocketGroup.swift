// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Who may open a socket that is not for every user, and how this user gets to be one of them.
package struct SocketGroup: Hashable, Sendable {
    /// Nil if the group is unknown, or root's.
    package let name: String?
    /// This process's user.
    package let user: String?

    package init(name: String?, user: String?) {
        self.name = name
        self.user = user
    }

    init(path: String) {
        var status = stat()
        let group = stat(path, &status) == 0 && status.st_gid != 0 ? Self.groupName(status.st_gid) : nil
        self.init(name: group, user: Self.userName(geteuid()))
    }

    /// For the end of a sentence.
    package var cure: String {
        guard let name, let user else { return "root may: write 'sudo' before the command" }
        return "root and the group \(name) may: write 'sudo' before the command, or run "
            + "'sudo usermod -aG \(name) \(user)' once and log in again"
    }

    private static func groupName(_ gid: gid_t) -> String? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getgrgid_r(gid, &entry, &text, text.count, &found) == 0, let found else { return nil }
        return String(cString: found.pointee.gr_name)
    }

    private static func userName(_ uid: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(uid, &entry, &text, text.count, &found) == 0, let found else { return nil }
        return String(cString: found.pointee.pw_name)
    }
}
