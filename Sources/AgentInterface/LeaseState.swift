// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension LeaseUpdate.State {
    /// The accessory was left, or lost.
    package var isOver: Bool {
        switch self {
        case .scanning, .associating, .authenticating, .addressing, .joined: false
        case .left, .restoring, .restored: true
        }
    }
}

extension JoinStep {
    /// The state of a lease whose join is at this step.
    package var state: LeaseUpdate.State {
        switch self {
        case .associating: .associating
        case .authenticating: .authenticating
        case .addressing: .addressing
        case .joined: .joined
        }
    }

    package var link: Link? { if case .joined(let link) = self { link } else { nil } }
}
