// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The second station of the uplink's radio: it is tried before anything is cut. If it fails before the accessory is
/// joined, the lease goes on with the radio itself, as without it.
extension Lease {
    /// How long the uplink may be away before a radio with one channel for both leaves the accessory for it.
    static let uplinkPatience: Duration = .seconds(10)

    mutating func approach(_ network: WiFiNetwork) -> [Effect] {
        guard let second = target.secondStation else {
            state = .protecting(network)
            return [.protect(interface: target.interface)]
        }
        if let obstacle = second.obstacle(at: network.frequency) { return cut(for: network, because: obstacle) }
        state = .adding(network)
        return [.addStation(beside: target.interface)]
    }

    /// Goes on with the radio itself.
    private mutating func cut(for network: WiFiNetwork, because obstacle: SecondStation.Obstacle) -> [Effect] {
        var network = network
        network.interface = target.interface
        state = .protecting(network)
        return removeStation() + [.report(.cuts(obstacle)), .protect(interface: target.interface)]
    }

    mutating func removeStation() -> [Effect] {
        defer { station = nil }
        return station.map { [.removeStation($0)] } ?? []
    }

    /// Nil for an event that such a state has no part in.
    mutating func receiveWithStation(_ event: Event) -> [Effect]? {
        switch (state, event) {
        case (.adding(var network), .stationAdded(let name)):
            station = name
            network.interface = name
            state = .protecting(network)
            return [.report(.beside(name)), .protect(interface: name)]
        case (.adding(let network), .noStation(let why)):
            return cut(for: network, because: .failed(why))
        case (.adding, .leave(let failure)):
            state = .withdrawing(failure)
            return []
        case (.withdrawing(let failure), .stationAdded(let name)):
            station = name
            return finish(.left(failure))
        case (.withdrawing(let failure), .noStation):
            return finish(.left(failure))

        case (.protecting(let network), .unprotected(let failure)) where station != nil:
            return cut(for: network, because: .failed(failure.detail))
        case (.joining(let protection, let network, _), .ended(let failure))
        where station != nil && failure.reason.mayBeTheStations:
            state = .retreating(protection, network, failure)
            return [.stop(.heartbeat), .stopJoining] + opening(protection) + [.release(protection)]
        case (.retreating(let protection, let network, let failure), .released):
            return [.forget(protection)] + cut(for: network, because: .failed(failure.detail))
        case (.retreating(let protection, _, _), .leave(let failure)):
            state = .releasing(protection, because: failure)
            return [.stop(.join), .report(.left(failure, restoring: nil))]

        case (.joined, .uplink(let isUp)) where station != nil && target.secondStation?.channels == 1:
            guard isUp == isUplinkAway else { return [] }
            isUplinkAway = !isUp
            return isUp ? [.stop(.uplink)] : [.start(.uplink, Self.uplinkPatience)]
        case (.joined(let protection), .due(.uplink)) where isUplinkAway:
            let detail = "\(target.interface) needs the radio for its own network, which may be on another channel now"
            return restore(protection, because: JoinFailure(.linkLost, detail: detail))
        case (.idle, _), (.searching, _), (.adding, _), (.withdrawing, _), (.protecting, _), (.journalling, _),
            (.abandoning, _), (.joining, _), (.seeking, _), (.retreating, _), (.fencing, _), (.joined, _),
            (.restoring, _),
            (.waiting, _), (.yielding, _), (.releasing, _), (.finished, _):
            return nil
        }
    }
}

extension JoinFailure.Reason {
    /// Whether the radio itself may join what its second station could not.
    fileprivate var mayBeTheStations: Bool {
        switch self {
        case .rejected, .timedOut, .radioUnavailable, .networkNotFound: true
        case .wrongPassphrase, .passphraseMissing, .securityChanged, .noAddress, .interrupted, .linkLost, .notWritten,
            .uplinkNotStored, .uplinkForgotten, .notFenced:
            false
        }
    }
}
