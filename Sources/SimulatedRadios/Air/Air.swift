// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The air and its radios: the contents of a file, and their present state. Every call passes the time since the air
/// began. Nothing in here waits, and the same calls give the same answers.
struct Air: Sendable, Equatable {
    /// One reader's progress through a look around.
    struct Sweep: Sendable, Equatable {
        let request: LookRequest
        let began: Duration
        var latest: Duration?
    }

    /// One reader's progress through a join.
    struct Progress: Sendable, Equatable {
        let course: Course
        var reported = 0
    }

    static let likelyFrequencies: Set<Int> = [2412, 2437, 2462]

    let name: String
    let timing: Timing
    var points: [SimulatedAccessPoint]
    var stations: [Station]
    var bluetooth: BluetoothAir
    var enrollees: [SimulatedEnrollee]
    var configurator = SimulatedConfigurator()
    private var joins = 0

    init(
        name: String, timing: Timing = Timing(), points: [SimulatedAccessPoint], stations: [Station],
        controllers: [Controller] = [], devices: [SimulatedDevice] = [], enrollees: [SimulatedEnrollee] = []
    ) {
        self.enrollees = enrollees
        self.name = name
        self.timing = timing
        self.points = points
        self.stations = stations
        bluetooth = BluetoothAir(name: name, timing: timing, controllers: controllers, devices: devices)
        settle(at: .zero)
    }

    private mutating func settle(at now: Duration) {
        for index in stations.indices { stations[index].settle(at: now) }
    }

    mutating func state(at now: Duration) -> RadioState {
        settle(at: now)
        let isAway = stations.contains { $0.unusable == .backendAway }
        let adapters = stations.filter { !isAway && $0.unusable != .noRadio }
            .map { Adapter(interface: $0.interface, activity: $0.activity) }
        let unavailable: Unavailability? = isAway ? .backendAway : adapters.isEmpty ? .noRadio : nil
        return RadioState(backend: "simulated air \(name)", unavailable: unavailable, adapters: adapters)
    }

    /// The state, if it differs from the one that the reader knows.
    mutating func next(for known: inout RadioState?, at now: Duration) -> Turn<RadioState> {
        let state = state(at: now)
        guard state != known else { return .wait(until: stations.compactMap(\.nextChange).min()) }
        known = state
        return .now(state)
    }

    /// The next sightings: the likely channels first, then all, again and again.
    mutating func next(for sweep: inout Sweep, at now: Duration) throws(Unavailability) -> Turn<Look> {
        settle(at: now)
        guard let station = stations.first(where: { $0.interface == sweep.request.interface }) else { throw .noRadio }
        if let unusable = station.unusable { throw unusable }
        for index in points.indices { points[index].presence.begin(at: now) }
        let complete = sweep.began + timing.sweep
        let due = sweep.latest.map { $0 < complete ? complete : $0 + timing.sweep } ?? sweep.began + timing.quickLook
        guard due <= now else { return .wait(until: due) }
        sweep.latest = now
        return .now(look(sweep.request, isComplete: now >= complete, at: now))
    }

    private func look(_ request: LookRequest, isComplete: Bool, at now: Duration) -> Look {
        let likely = Self.likelyFrequencies.union(request.likelyFrequencies)
        let networks = points.filter { $0.isOnAir(at: now) && (isComplete || likely.contains($0.frequency)) }
            .map { $0.heard(by: request.interface, asking: request.ssids, at: timing.signals(at: now)) }
        return Look(networks: networks, isComplete: isComplete)
    }

    /// Begins a join. It takes its course in the air, with or without a reader.
    mutating func join(_ request: JoinRequest, at now: Duration) -> Progress {
        settle(at: now)
        joins += 1
        let interface = request.network.interface
        guard let radio = stations.firstIndex(where: { $0.interface == interface }) else {
            let failure = JoinFailure(.radioUnavailable, detail: "there is no radio \(interface)")
            return Progress(course: Course(joins, request, failing: failure, at: now))
        }
        if let why = stations[radio].unusable {
            let failure = JoinFailure(.radioUnavailable, detail: "\(interface): \(why.rawValue)")
            return Progress(course: Course(joins, request, failing: failure, at: now))
        }
        if stations[radio].retired == request.profile {
            let failure = JoinFailure(.interrupted, detail: "the join of \(interface) was given up before it began")
            return Progress(course: Course(joins, request, failing: failure, at: now))
        }
        let point = points.firstIndex {
            $0.bssid == request.network.bssid && $0.ssid == request.ssid && $0.isOnAir(at: now)
                && (request.isHidden || !$0.isHidden)
        }
        let fault = point.map { points[$0].takeFault() } ?? .none
        if let point, fault == .vanish { points[point].presence.vanish(at: now + timing.associate) }
        let course = Course(
            joins, request, of: point.map { points[$0] }, fault: fault, timing: timing, at: now)
        stations[radio].begin(course)
        if let point, let joined = course.joined, let time = points[point].home?.time {
            points[point].home?.since = joined + time
        }
        return Progress(course: course)
    }

    /// The next step that the reader has not seen. Throws the reason if the join failed or the link ended. It is over
    /// without a failure if the network was left on purpose.
    mutating func next(for progress: inout Progress, at now: Duration) throws(JoinFailure) -> Turn<JoinStep> {
        settle(at: now)
        guard let course = latest(progress.course) else { return .over }
        let steps = course.steps(until: now)
        if progress.reported < steps.count {
            progress.reported += 1
            return .now(steps[progress.reported - 1].step)
        }
        if let end = course.end, end.at <= now { throw end.failure }
        let change = stations.first { $0.interface == course.interface }?.nextChange
        return .wait(until: [course.next(after: now), change].compactMap(\.self).min())
    }

    /// The result of a join; nil if the network was left on purpose, or for the next join.
    private func latest(_ course: Course) -> Course? {
        // It failed before it began, so no station knows it.
        if course.steps.isEmpty { return course }
        let station = stations.first { $0.interface == course.interface }
        return [station?.course, station?.over].compactMap(\.self).first { $0.number == course.number }
    }

    mutating func protect(
        interface: String, profile: String, at now: Duration
    ) throws(JoinFailure) -> Protection {
        let checkpoint = "simulated/\(profile)"
        let uplink = try change(interface, at: now) { station throws(JoinFailure) in
            try station.protect(checkpoint, at: now)
        }
        return Protection(uplink: uplink, checkpoint: checkpoint, profile: profile)
    }

    mutating func extend(_ protection: Protection, at now: Duration) throws(JoinFailure) {
        try change(protection.uplink.interface, at: now) { station throws(JoinFailure) in
            try station.extend(protection.checkpoint, at: now)
        }
    }

    /// Begins to restore the uplink. Returns when to `confirm` it.
    mutating func restore(_ protection: Protection, at now: Duration) throws(JoinFailure) -> Duration {
        let own = points.filter { $0.ssid == protection.uplink.ssid }
        let isOnAir = own.isEmpty || own.contains { $0.isOnAir(at: now) }
        return try change(protection.uplink.interface, at: now) { station throws(JoinFailure) in
            try station.restore(protection, isOnAir: isOnAir, at: now)
        }
    }

    mutating func confirm(_ protection: Protection, at now: Duration) throws(JoinFailure) {
        try change(protection.uplink.interface, at: now) { station throws(JoinFailure) in
            try station.confirm(protection, at: now)
        }
    }

    mutating func release(_ protection: Protection, at now: Duration) {
        settle(at: now)
        for index in stations.indices where stations[index].interface == protection.uplink.interface {
            stations[index].release(protection)
        }
    }

    mutating func start(_ point: Int, at time: Duration) { points[point].start(at: time) }

    private mutating func change<Result>(
        _ interface: String, at now: Duration, _ body: (inout Station) throws(JoinFailure) -> Result
    ) throws(JoinFailure) -> Result {
        settle(at: now)
        guard let index = stations.firstIndex(where: { $0.interface == interface }) else {
            throw JoinFailure(.radioUnavailable, detail: "there is no radio \(interface)")
        }
        return try body(&stations[index])
    }
}
