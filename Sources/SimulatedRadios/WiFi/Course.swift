// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The course of one join: all of it is known at its beginning, unless somebody intervenes.
struct Course: Sendable, Equatable {
    struct Step: Sendable, Equatable {
        var at: Duration
        var step: JoinStep
    }

    struct End: Sendable, Equatable {
        var at: Duration
        var failure: JoinFailure
        /// A person takes the radio, instead of leaving it idle.
        var isPerson = false
    }

    /// The join's number in this air.
    let number: Int
    let interface: String
    let ssid: SSID
    /// The profile that `Protection.profile` announced.
    let profile: String
    private(set) var steps: [Step] = []
    private(set) var end: End?

    /// A join that fails at once, before the first step.
    init(_ number: Int, _ request: JoinRequest, failing failure: JoinFailure, at now: Duration) {
        self.init(number, request)
        end = End(at: now, failure: failure)
    }

    /// A join of `point`, nil if no such access point is on the air, with the fault of this time.
    init(
        _ number: Int, _ request: JoinRequest, of point: SimulatedAccessPoint?, fault: SimulatedAccessPoint.Fault,
        timing: Timing,
        at start: Duration
    ) {
        self.init(number, request)
        let pace = fault == .slow ? 10 : 1
        var now = start
        add(.associating, at: now)
        guard let point else {
            now += timing.associate
            fail(.networkNotFound, "access point \(request.network.bssid) is not on the air", at: now)
            return
        }
        now += timing.associate * pace
        let security = point.twin ?? point.security
        if fault != .silent, let change = request.expected.change(to: security) {
            end = End(at: now, failure: JoinFailure(change, at: point.bssid))
            return
        }
        switch (fault, security.key) {
        case (.silent, _):
            fail(.timedOut, "access point \(point.bssid) did not answer", at: start + timing.joinTimeout)
        case (.reject, _):
            fail(.rejected, "access point \(point.bssid) refused the association", at: now)
        case (_, .unsupported):
            fail(.rejected, "\(security.title) is not joined", at: now)
        case (_, .none):
            takeAddress(request, point, fault, timing, pace, at: now)
        case (_, .passphrase) where request.passphrase == nil:
            fail(.passphraseMissing, "it needs a passphrase, and none was given", at: now)
        case (_, .passphrase) where fault == .wrongPassphrase || request.passphrase != point.passphrase:
            add(.authenticating, at: now)
            fail(.wrongPassphrase, "the handshake failed", at: now + timing.refusal)
        case (_, .passphrase):
            add(.authenticating, at: now)
            takeAddress(request, point, fault, timing, pace, at: now + timing.authenticate * pace)
        }
        if let gone = point.presence.end(after: start) { lose(point, at: gone) }
    }

    private init(_ number: Int, _ request: JoinRequest) {
        self.number = number
        interface = request.network.interface
        ssid = request.ssid
        profile = request.profile
    }

    /// The steps that have been taken by then.
    func steps(until now: Duration) -> ArraySlice<Step> { steps.prefix { $0.at <= now } }

    /// When the network is joined; nil if it never is.
    var joined: Duration? { steps.last.flatMap { if case .joined = $0.step { $0.at } else { nil } } }

    /// The next step or the end, strictly after `now`.
    func next(after now: Duration) -> Duration? {
        steps.first { $0.at > now }?.at ?? end.flatMap { $0.at > now ? $0.at : nil }
    }

    /// Ends it now; the rest of it does not happen.
    mutating func stop(_ end: End) {
        self.end = end
        steps.removeAll { $0.at >= end.at }
    }

    private mutating func takeAddress(
        _ request: JoinRequest, _ point: SimulatedAccessPoint, _ fault: SimulatedAccessPoint.Fault, _ timing: Timing,
        _ pace: Int,
        at now: Duration
    ) {
        add(.addressing, at: now)
        guard fault != .noDHCP || request.addressing == .linkLocal else {
            fail(.noAddress, "no DHCP server answered", at: now + timing.addressTimeout)
            return
        }
        let joined = now + timing.address * pace
        add(.joined(point.link(on: interface, isLeased: fault != .noDHCP)), at: joined)
        if let drops = point.drops {
            fail(.linkLost, "access point \(point.bssid) dropped the link", at: joined + drops)
        }
        if let interrupts = point.interrupts {
            fail(.interrupted, "a person joined another network", at: joined + interrupts)
            end?.isPerson = true
        }
    }

    private mutating func lose(_ point: SimulatedAccessPoint, at gone: Duration) {
        if let end, end.at <= gone { return }
        let isJoined = steps.last.map { if case .joined = $0.step { $0.at < gone } else { false } } ?? false
        let detail = "access point \(point.bssid) went off the air"
        stop(End(at: gone, failure: JoinFailure(isJoined ? .linkLost : .networkNotFound, detail: detail)))
    }

    private mutating func add(_ step: JoinStep, at time: Duration) { steps.append(Step(at: time, step: step)) }

    private mutating func fail(_ reason: JoinFailure.Reason, _ detail: String, at time: Duration) {
        end = End(at: time, failure: JoinFailure(reason, detail: detail))
    }
}
