// SPDX-License-Identifier: Apache-2.0

public import AccessorySetupKit
import AgentInterface

/// The state of a hotspot that the app joined. Only on Linux.
public struct ASHotspotUpdate: Hashable, Sendable {
    /// How far the join or the restoring is.
    public enum State: String, Hashable, Sendable {
        /// The agent looks for the access point; nothing is cut yet.
        case scanning
        /// The agent asked the access point.
        case associating
        /// The two sides prove the passphrase.
        case authenticating
        /// The agent waits for an address.
        case addressing
        /// The accessory can be reached, through ``ASHotspotUpdate/link``.
        case joined
        /// The agent left the network, or lost it: then ``ASHotspotUpdate/error`` gives the reason.
        case left
        /// An attempt to restore the earlier network failed, for the reason in ``ASHotspotUpdate/error``. The agent
        /// tries again.
        case restoring
        /// The earlier network is restored.
        case restored
    }

    /// How far the join or the restoring is.
    public let state: State
    /// With ``State/joined``, the way to the accessory.
    public let link: ASHotspotLink?
    /// With ``State/scanning``, the network that the join will cut. With ``State/left`` and ``State/restoring``, the
    /// one to be restored. With ``State/restored``, the restored one.
    public let earlierNetwork: String?
    /// With ``State/left``, the reason, unless the app left. With ``State/restoring``, the reason of the latest
    /// failure.
    public let error: ASHotspotError?

    init(
        _ state: State, link: ASHotspotLink? = nil, earlierNetwork: String? = nil,
        error: ASHotspotError? = nil
    ) {
        self.state = state
        self.link = link
        self.earlierNetwork = earlierNetwork
        self.error = error
    }

    init(_ update: LeaseUpdate) {
        self.init(
            State(update.state), link: update.link.map(ASHotspotLink.init), earlierNetwork: update.uplink,
            error: update.error.map { ASHotspotError($0) })
    }
}

extension ASHotspotUpdate.State {
    init(_ state: LeaseUpdate.State) {
        self =
            switch state {
            case .scanning: .scanning
            case .associating: .associating
            case .authenticating: .authenticating
            case .addressing: .addressing
            case .joined: .joined
            case .left: .left
            case .restoring: .restoring
            case .restored: .restored
            }
    }
}
