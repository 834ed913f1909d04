// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Whether a radio that has the uplink joins an accessory by a station of its own beside it, so that nothing is cut.
package struct SecondStation: Hashable, Sendable {
    /// `SecondStation=` in the settings.
    package enum Mode: String, Sendable, CaseIterable { case auto, never }

    /// Why joining cuts the uplink.
    package enum Obstacle: Hashable, Sendable {
        case forbidden
        /// Nobody has the right to make a station.
        case noLink
        case unknownRadio
        case oneStation
        /// MHz.
        case otherChannel(Set<Int>, accessory: Int)
        case tooManyChannels(Int)
        /// The radio needs both networks on one channel, and the accessory has not been seen yet.
        case notSeen
        /// The station could not be made, or did not work.
        case failed(String)
    }

    package var mode: Mode
    /// Whether `accessory-link` is there.
    package var hasLink: Bool
    package var concurrency: RadioConcurrency?

    package init(mode: Mode = .auto, hasLink: Bool = true, concurrency: RadioConcurrency?) {
        self.mode = mode
        self.hasLink = hasLink
        self.concurrency = concurrency
    }

    /// On how many channels both networks may be; 0 if there is no second station.
    package var channels: Int { obstacle == nil ? concurrency?.channelsWithOneStationMore ?? 0 : 0 }

    /// Why there is none for any accessory; nil if there can be one.
    package var obstacle: Obstacle? {
        if mode == .never { return .forbidden }
        guard let concurrency else { return .unknownRadio }
        if concurrency.channelsWithOneStationMore == 0 { return .oneStation }
        return hasLink ? nil : .noLink
    }

    /// Why there is none for an accessory on this channel in MHz, nil if that is not known yet.
    package func obstacle(at frequency: Int?) -> Obstacle? {
        if let obstacle { return obstacle }
        guard let concurrency else { return .unknownRadio }
        let (own, most) = (concurrency.frequencies, concurrency.channelsWithOneStationMore)
        guard let frequency else { return own.count < most ? nil : .notSeen }
        guard own.union([frequency]).count > most else { return nil }
        return most == 1 ? .otherChannel(own, accessory: frequency) : .tooManyChannels(most)
    }
}

extension SecondStation.Obstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .forbidden: "the settings forbid a second station (SecondStation=never)"
        case .noLink: "accessory-link does not run"
        case .unknownRadio: "the kernel does not report what this radio can be at once"
        case .oneStation: "this radio can be one station only"
        case .otherChannel(let own, let accessory):
            "this radio needs both networks on one channel, and the accessory is at \(accessory) MHz, not at "
                + own.sorted().map { "\($0)" }.joined(separator: " and ") + " MHz"
        case .tooManyChannels(let most): "this radio can be on \(most) channels only"
        case .notSeen: "this radio needs both networks on one channel"
        case .failed(let why): why
        }
    }
}
