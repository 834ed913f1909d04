// SPDX-License-Identifier: Apache-2.0

import CPage

/// What the program carries inside it: the page's files, the texts, and the description of its interface.
enum EmbeddedFile {
    /// - Parameter name: one that CPage.c lists.
    static func bytes(_ name: String) -> [UInt8] {
        var size = 0
        let bytes = page_file(name, &size)
        precondition(bytes != nil, "CPage.c does not list \(name)")
        return Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
