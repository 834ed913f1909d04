// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The bytes of an open file, one part more than the limit where it is longer; nil when it cannot be read. Foundation's
/// reader loses a page of memory at each file whose length is given as 0, as those of /proc are.
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
