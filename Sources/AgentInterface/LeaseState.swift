// SPDX-License-Identifier: Apache-2.0

extension LeaseUpdate.State {
    /// The accessory was left, or lost.
    package var isOver: Bool {
        switch self {
        case .scanning, .associating, .authenticating, .addressing, .joined: false
        case .left, .restoring, .restored: true
        }
    }
}
