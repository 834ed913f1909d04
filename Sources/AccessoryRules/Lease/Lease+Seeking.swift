// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// After an access point that does not let this machine in: it may be a louder twin, and the accessory another one of its name,
/// which the first look need not have seen. Nothing is restored meanwhile, and the fence stands.
extension Lease {
    /// An access point. A twin may have the address of the accessory's, on another channel.
    struct Point: Sendable, Hashable {
        let bssid: MACAddress
        let frequency: Int

        init(_ network: WiFiNetwork) { (bssid, frequency) = (network.bssid, network.frequency) }
    }

    /// Whether the join failed at an access point of the same address on another channel.
    func isTriedElsewhere(_ network: WiFiNetwork) -> Bool {
        tried.contains { $0.bssid == network.bssid && $0.frequency != network.frequency }
    }

    /// The failures at as many access points are an answer.
    static let mostFailures = 3
    static let seekLimit: Duration = .seconds(15)

    /// Nil if this very access point was meant, or enough of them were tried.
    mutating func seekAnother(
        than network: WiFiNetwork, _ protection: Protection, because failure: JoinFailure
    ) -> [Effect]? {
        guard failure.reason.mayBeATwins, target.bssid == nil else { return nil }
        tried.insert(Point(network))
        guard tried.count < Self.mostFailures else { return nil }
        state = .seeking(protection, than: network, because: failure)
        let request = LookRequest(interface: target.interface, ssids: [target.ssid], remembers: false)
        return [.report(.scanning), .start(.search, Self.seekLimit), .look(request)]
    }

    mutating func receiveWhileSeeking(
        _ event: Event, than network: WiFiNetwork, _ protection: Protection, because failure: JoinFailure
    ) -> [Effect] {
        switch event {
        case .heard(let look):
            if var other = another(than: network, among: look.networks) {
                other.interface = network.interface
                return stopSeeking + join(other, protection)
            }
            return look.isComplete ? stopSeeking + restore(protection, because: failure) : []
        case .lookFailed, .due(.search), .due(.join): return stopSeeking + restore(protection, because: failure)
        case .leave(let reason): return stopSeeking + restore(protection, because: reason)
        case .due(.heartbeat): return [.extend(protection), .start(.heartbeat, Self.heartbeat)] + fence()
        case .fenced(let standing): return waitEarly(standing)
        case .fenceLost: return fenceIsLost()
        case .due(.fence): return fenceEarly()
        case .start, .stationAdded, .noStation, .protected, .journalled, .unprotected, .step, .ended, .restored,
            .notRestored, .mayReturn, .uplink, .yield, .released, .due(.retry), .due(.uplink):
            return []
        }
    }

    private var stopSeeking: [Effect] { [.stop(.search), .stopLooking] }

    private func another(than network: WiFiNetwork, among networks: [WiFiNetwork]) -> WiFiNetwork? {
        choose(
            from: networks.filter {
                !tried.contains(Point($0)) && $0.security.key == network.security.key
                    && (station == nil || target.secondStation?.obstacle(at: $0.frequency) == nil)
            })
    }
}

extension JoinFailure.Reason {
    /// Whether another access point of the name may do better.
    fileprivate var mayBeATwins: Bool {
        switch self {
        case .wrongPassphrase, .rejected, .timedOut, .noAddress, .networkNotFound: true
        case .passphraseMissing, .securityChanged, .radioUnavailable, .interrupted, .linkLost, .notWritten,
            .uplinkNotStored, .uplinkForgotten, .notFenced:
            false
        }
    }
}
