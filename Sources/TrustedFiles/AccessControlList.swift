// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The other users who may write through a POSIX access control list, which a file's mode does not show (acl(5)). This
/// reads only the form in which the kernel keeps it in the file's attributes: version 2, entries of a tag, permissions
/// and a number, little-endian (include/uapi/linux/posix_acl_xattr.h).
struct AccessControlList {
    enum Writer: Hashable {
        case user(UInt32)
        case group(UInt32)
    }

    /// The list of the file itself, and the default list of a folder.
    static let kinds = ["system.posix_acl_access", "system.posix_acl_default"]

    /// The writers beside the owner, the owning group and everybody, which the mode shows.
    private(set) var writers: [Writer] = []
    /// Everybody may write, by a folder's default list, which no mode shows.
    private(set) var isForEverybody = false

    private enum Tag: UInt16 {
        case user = 0x02
        case group = 0x08
        case mask = 0x10
        case others = 0x20
    }

    /// Nil for bytes that are no such list: then the writers are unknown.
    init?(_ bytes: [UInt8]) {
        let number = { (place: Int, count: Int) in
            bytes[place..<place + count].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 4, bytes.count % 8 == 4, number(0, 4) == 2 else { return nil }
        let entries = stride(from: 4, to: bytes.count, by: 8).map { place in
            (tag: UInt16(number(place, 2)), mayWrite: number(place + 2, 2) & 2 != 0, id: number(place + 4, 4))
        }
        let mask = entries.first { $0.tag == Tag.mask.rawValue }?.mayWrite ?? true
        for entry in entries where entry.mayWrite {
            switch Tag(rawValue: entry.tag) {
            case .user where mask: writers.append(.user(entry.id))
            case .group where mask: writers.append(.group(entry.id))
            case .others: isForEverybody = true
            case .user, .group, .mask, nil: break
            }
        }
    }

    /// The list at a path, links not followed. Nil if there is none.
    static func bytes(of path: String, kind: String) -> [UInt8]? {
        // A list has at most 64 KiB, as every attribute (xattr(7)).
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = linux_attribute(path, kind, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
