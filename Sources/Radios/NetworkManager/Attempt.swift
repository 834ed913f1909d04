// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// One join, from the request to the end of the link. The reports of NetworkManager and wpa_supplicant come in; effects
/// come out.
struct Attempt {
    enum Signal: Hashable, Sendable {
        /// `of`: the path of the device's activation, if it has one.
        case device(DeviceState, reason: Int, of: String? = nil)
        case activation(ActivationState, reason: Int)
        case supplicant(Supplicant.Change)
        /// NetworkManager reports the profile as activated, with this address.
        case up(Link)
        /// Up, with an address that this machine does not take.
        case unfit(JoinFailure)
        /// Up, without the address that it was joined with, and perhaps with another one.
        case addressGone(successor: String?)
        case overdue(Deadline)
        case unavailable(Unavailability)
    }

    enum Deadline: Hashable, Sendable {
        /// No connection to the access point.
        case association
        /// No address of the accessory's network.
        case addressing
        /// The link is down, and may come back by itself.
        case loss
        /// The address is gone. NetworkManager asks for one again until `addressing`, and keeps the profile meanwhile.
        case address
        /// The activation is over; the device's better reason may still come.
        case ending

        var patience: Duration {
            switch self {
            case .association: .seconds(20)
            // NetworkManager gives up before, with a better reason.
            case .addressing: .seconds(Settings.addressPatience + 5)
            case .loss: .seconds(3)
            case .address: .seconds(5)
            case .ending: .milliseconds(200)
            }
        }
    }

    enum Action: Hashable, Sendable {
        case none
        case report(JoinStep)
        case arm(Deadline)
        case disarm(Deadline)
        case fail(JoinFailure)
    }

    enum Phase: Int, Comparable {
        /// The device is still leaving its earlier network.
        case leaving, associating, authenticating, addressing, joined

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// How long the present phase may last.
    var limit: Deadline? {
        switch phase {
        case .leaving, .associating, .authenticating: .association
        case .addressing: .addressing
        case .joined: nil
        }
    }

    private let security: Security
    private let path: String?
    private(set) var phase = Phase.leaving
    /// What it was joined with.
    private(set) var link: Link?
    private var verdict: SupplicantVerdict
    private var hearsSupplicant = false
    /// The device has reported this join. Before, its reports are of its earlier network, also if the link is up by now: that is
    /// read, and they wait in their order.
    private var hasBegun = false
    /// The radio's interface is down: while rfkill blocks it, and for a moment while its address changes.
    private var isDown = false
    private var ending: JoinFailure?

    /// - Parameter activation: the path of this join's own.
    init(security: Security, activation: String? = nil) {
        self.security = security
        path = activation
        verdict = SupplicantVerdict(security: security)
    }

    mutating func receive(_ signal: Signal) -> Action {
        switch signal {
        // NetworkManager may begin with another profile, the uplink's, before ours.
        case .device(let state, let reason, let owner): owner == nil || owner == path ? device(state, reason) : .none
        case .activation(let state, let reason): activation(state, reason)
        case .supplicant(let change): supplicant(change)
        case .up(let link): up(link)
        case .addressGone(let successor): addressGone(successor)
        case .unfit(let failure): .fail(failure)
        case .overdue(let deadline): overdue(deadline)
        case .unavailable(let cause): .fail(JoinFailure(.radioUnavailable, detail: cause.rawValue))
        }
    }

    private mutating func device(_ state: DeviceState, _ reason: Int) -> Action {
        switch state {
        case .prepare, .config:
            hasBegun = true
            return reach(.associating, .associating)
        case .needAuth: return phase == .leaving ? .none : reach(.authenticating, .authenticating)
        case .ipConfig, .ipCheck, .secondaries: return phase == .leaving ? .none : reach(.addressing, .addressing)
        case .activated, .unknown: return .none
        case .unmanaged, .unavailable:
            let failure = JoinFailure(deviceReason: reason, phase: phase, security: security)
            return .fail(
                failure.reason == .radioUnavailable
                    ? failure : JoinFailure(.radioUnavailable, detail: "NetworkManager reports the radio as \(state)"))
        case .deactivating, .failed, .disconnected:
            return phase == .leaving || !hasBegun
                ? .none : .fail(JoinFailure(deviceReason: reason, phase: phase, security: security))
        }
    }

    private mutating func activation(_ state: ActivationState, _ reason: Int) -> Action {
        switch state {
        case .unknown, .activating, .activated: return .none
        case .deactivating, .deactivated:
            guard ending == nil else { return .none }
            ending = JoinFailure(activationReason: reason, phase: phase, security: security)
            return .arm(.ending)
        }
    }

    private mutating func supplicant(_ change: Supplicant.Change) -> Action {
        guard phase != .leaving else { return .none }
        hearsSupplicant = true
        let wasDown = isDown
        if let state = change.state { isDown = state == "interface_disabled" }
        if phase == .joined {
            guard let state = change.state else { return .none }
            return state == "completed" ? .disarm(.loss) : .arm(.loss)
        }
        if let failure = verdict.receive(change) { return .fail(failure) }
        // NetworkManager notices it only after its own time for an address.
        if isDown != wasDown { return isDown ? .arm(.loss) : .disarm(.loss) }
        return change.state == "4way_handshake" ? reach(.authenticating, .authenticating) : .none
    }

    private mutating func up(_ link: Link) -> Action {
        guard phase < .joined else { return .disarm(.address) }
        self.link = link
        return reach(.joined, .joined(link))
    }

    private func addressGone(_ successor: String?) -> Action {
        guard phase == .joined, let link else { return .none }
        guard let successor else { return .arm(.address) }
        // The app knows the former one. An accessory that changes it over and over would have it for good otherwise.
        let detail = "its DHCP server gave \(successor) in place of the address \(link.address)"
        return .fail(JoinFailure(.linkLost, detail: detail))
    }

    private mutating func overdue(_ deadline: Deadline) -> Action {
        switch deadline {
        case .association:
            guard phase < .addressing else { return .none }
            // With a wrong SAE passphrase the join never reaches the 4-way handshake, whose failure NetworkManager
            // would see.
            if security == .wpa3, !hearsSupplicant {
                return .fail(
                    JoinFailure(
                        .wrongPassphrase,
                        detail: "no connection in 20 s, as a WPA3 network does with a wrong passphrase")
                )
            }
            return .fail(JoinFailure(.timedOut, detail: "no connection to the access point in 20 s"))
        case .addressing:
            guard phase == .addressing else { return .none }
            return .fail(JoinFailure(.noAddress, detail: "no address of the accessory's network in 50 s"))
        case .loss:
            return .fail(
                isDown
                    ? JoinFailure(.radioUnavailable, detail: "the radio's interface is down (rfkill list)")
                    : JoinFailure(.linkLost, detail: "the access point does not answer any more"))
        case .address:
            guard let link else { return .none }
            let detail = "its address \(link.address) is gone from \(link.interface): the DHCP lease ran out"
            return .fail(JoinFailure(.linkLost, detail: detail))
        case .ending: return ending.map { .fail($0) } ?? .none
        }
    }

    private mutating func reach(_ next: Phase, _ step: JoinStep) -> Action {
        guard phase < next else { return .none }
        phase = next
        return .report(step)
    }
}
