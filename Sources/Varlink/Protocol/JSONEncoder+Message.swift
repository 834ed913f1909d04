// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension JSONEncoder {
    /// For messages and their parts. Sorted members make equal values equal bytes.
    static let message = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
