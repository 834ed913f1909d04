// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Names of accessories, presentations, questions and pictures. Nobody can guess one.
enum UniqueID {
    static func make() -> String { UUID().uuidString.lowercased() }
}
