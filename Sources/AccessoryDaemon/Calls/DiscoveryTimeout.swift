// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface

/// How long a request lets a picker look.
struct DiscoveryTimeout {
    static let `default` = DiscoveryTimeout(seconds: nil)
    /// In seconds.
    static let range = 1...3600

    let seconds: Int?
    var isUnbounded = false

    /// Nil if the search goes on until a caller ends it. Throws `invalidRequest`.
    var duration: Duration? {
        get throws(AccessoryError) {
            guard !isUnbounded else {
                guard seconds == nil else {
                    throw AccessoryError.invalid(
                        "discoveryTimeout", "discoveryTimeout: an unbounded search has no timeout")
                }
                return nil
            }
            guard let seconds else { return Setup.defaultTimeout }
            guard Self.range.contains(seconds) else {
                let (least, most) = (Self.range.lowerBound, Self.range.upperBound)
                throw AccessoryError.invalid(
                    "discoveryTimeout", "discoveryTimeout: \(seconds) is not between \(least) and \(most) seconds")
            }
            return .seconds(seconds)
        }
    }
}

extension ShowPickerRequest {
    var timeout: DiscoveryTimeout { DiscoveryTimeout(seconds: discoveryTimeout, isUnbounded: isUnbounded ?? false) }
}

extension SetUpRequest {
    var timeout: DiscoveryTimeout { DiscoveryTimeout(seconds: discoveryTimeout, isUnbounded: isUnbounded ?? false) }
}
