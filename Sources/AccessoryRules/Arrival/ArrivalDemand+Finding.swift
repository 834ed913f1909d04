// SPDX-License-Identifier: Apache-2.0

package import AccessoryProvisioning

extension ArrivalDemand {
    /// Whether the home network shows enough.
    package func accepts(_ finding: ArrivalFinding) -> Bool {
        switch (self, finding) {
        case (.none, _), (_, .confirmed), (.likely, .likely): true
        case (.likely, .ambiguous), (.likely, .notSeen), (.confirmed, .likely), (.confirmed, .ambiguous),
            (.confirmed, .notSeen):
            false
        }
    }
}
