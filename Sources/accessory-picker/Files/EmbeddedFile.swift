// SPDX-License-Identifier: Apache-2.0

import CPage

/// What the program carries inside it: the page's files, the texts, and the descriptions of its interfaces.
enum EmbeddedFile {
    /// - Parameter name: one that packaging/generate-page found.
    static func bytes(_ name: String) -> [UInt8] {
        var size = 0
        let bytes = page_file(name, &size)
        precondition(bytes != nil, "packaging/generate-page found no \(name)")
        return Array(UnsafeBufferPointer(start: bytes, count: size))
    }

    /// The names of the files in this folder and below it.
    static func names(in folder: String) -> [String] {
        Array(
            sequence(state: 0) { number in
                defer { number += 1 }
                return page_file_name(folder, number).map { String(cString: $0) }
            })
    }
}
