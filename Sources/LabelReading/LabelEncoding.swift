// SPDX-License-Identifier: Apache-2.0

/// The encoding of a label's bytes. A QR code rarely names its own: ISO/IEC 18004 has Latin-1 as the default, and nearly
/// all that make such codes write UTF-8.
package enum LabelEncoding {
    /// UTF-8, or else Latin-1, which any bytes are. A mark of the byte order is no part of the text.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var bytes = Array(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return String(scalars)
    }
}
