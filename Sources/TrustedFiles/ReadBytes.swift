// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The bytes of an open file, at most one part more than the limit; nil if it cannot be read. Foundation's reader leaks
/// a page of memory with each empty file.
package func readBytes(of file: Int32, upTo limit: Int = .max) -> [UInt8]? {
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while contents.count <= limit {
        let count = read(file, &part, part.count)
        guard count >= 0 || errno == EINTR else { return nil }
        if count == 0 { break }
        contents += part.prefix(max(0, count))
    }
    return contents
}
