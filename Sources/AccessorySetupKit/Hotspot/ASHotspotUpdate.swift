// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// How a hotspot that the app joined fares. Only on Linux.
public struct ASHotspotUpdate: Hashable, Sendable {
    /// How far it is.
    public enum State: String, Hashable, Sendable {
        /// The access point is looked for; nothing is cut yet.
        case scanning
        /// The access point was asked.
        case associating
        /// The passphrase is being proven.
        case authenticating
        /// An address is awaited.
        case addressing
        /// The accessory can be reached; ``ASHotspotUpdate/link`` says where.
        case joined
        /// The network was left, or was lost: then ``ASHotspotUpdate/error`` says why.
        case left
        /// An attempt to restore the earlier network failed, for the reason in ``ASHotspotUpdate/error``. The agent goes on
        /// trying.
        case restoring
        /// The earlier network is back.
        case restored
    }

    /// How far it is.
    public let state: State
    /// With ``State/joined``, where the accessory is to be reached.
    public let link: ASHotspotLink?
    /// With ``State/scanning``, the network that joining will cut; with ``State/left`` and ``State/restoring``, the one that
    /// is being restored; with ``State/restored``, the one that is back.
    public let earlierNetwork: String?
    /// With ``State/left``, why, unless the app left; with ``State/restoring``, why the latest attempt failed.
    public let error: NEHotspotConfigurationError?

    init(
        _ state: State, link: ASHotspotLink? = nil, earlierNetwork: String? = nil,
        error: NEHotspotConfigurationError? = nil
    ) {
        self.state = state
        self.link = link
        self.earlierNetwork = earlierNetwork
        self.error = error
    }

    init(_ update: LeaseUpdate) {
        self.init(
            State(update.state), link: update.link.map(ASHotspotLink.init), earlierNetwork: update.cuts,
            error: update.error.map { NEHotspotConfigurationError($0) })
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
