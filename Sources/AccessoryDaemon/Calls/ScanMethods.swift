// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// Everything in range and its correlations, for people.
extension ControlInterface.Scan: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.control) { request, replies, session in
        let daemon = session.daemon
        var descriptors: [Descriptor]?
        var manifest: Manifest?
        if let app = request.app {
            manifest = try await daemon.access.manifest(app)
            descriptors = manifest?.descriptors
        }
        if let fields = request.descriptors { descriptors = try session.descriptors(fields) }
        let names = manifest?.bluetoothNames ?? []
        var filter = descriptors.map { descriptors in
            Discovery(descriptors.map { Setup.Item(name: "", descriptor: $0, bluetoothNames: names) }, filters: false)
        }
        let survey = try await session.survey(descriptors, interface: request.interface)
        let needsBluetooth = descriptors?.allSatisfy { $0.bluetooth != nil } ?? false
        var (surroundings, isComplete) = (await Surroundings(daemon.access.bridge(for: manifest)), survey.look == nil)
        try await survey.run { news, now throws(any Error) in
            if case .devices(let devices) = news { filter?.read(devices) }
            guard try surroundings.observe(news, needsBluetooth: needsBluetooth, for: filter, at: now) else { return }
            if case .networks(let look) = news { isComplete = look.isComplete }
            try replies.send(ScanReply(surroundings, filter, isComplete: isComplete))
        }
        return nil
    }
}

extension ControlInterface.ExplainBridge: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.control) { request, session in
        let daemon = session.daemon
        let seconds = request.seconds ?? 10
        guard (1...120).contains(seconds) else {
            throw AccessoryError.invalid("seconds", "seconds: \(seconds) is not between 1 and 120")
        }
        let address = try request.bluetoothAddress.map { text throws(AccessoryError) in
            guard let address = MACAddress(text) else {
                throw AccessoryError.invalid(
                    "bluetoothAddress", "'\(text)' is not an address such as 02:00:00:00:02:00")
            }
            return address
        }
        let ssid = try request.ssid.read(DescriptorFields.ssid, field: "ssid")
        var manifest: Manifest?
        if let app = request.app { manifest = try await daemon.access.manifest(app) }
        var survey = try await session.survey(nil, interface: nil)
        survey.time = .seconds(seconds)
        var surroundings = Surroundings(await daemon.access.bridge(for: manifest))
        try await survey.run { news, now throws(AccessoryError) in
            _ = try surroundings.observe(news, needsBluetooth: true, for: nil, at: now)
        }
        let reports = surroundings.correlations.map { BridgeReport($0) }.filter { report in
            (address.map { $0 == report.bluetoothAddress } ?? true)
                && (ssid.map { [report.network?.ssid, report.runnerUp?.ssid].contains($0) } ?? true)
        }
        return try ExplainBridgeReply(fitting: reports, of: reports.count + surroundings.devicesLeftOut)
    }
}

extension Session {
    /// - Parameter descriptors: nil to look and listen for everything.
    fileprivate func survey(_ descriptors: [Descriptor]?, interface: String?) async throws(AccessoryError) -> Survey {
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        let rules = descriptors?.compactMap(\.bluetooth) ?? []
        if descriptors == nil || !rules.isEmpty { survey.listen = ListenRequest(rules: rules) }
        if descriptors?.contains(where: { $0.wifi != nil }) ?? true {
            let adapter = try await daemon.chooseRadio(wanted: interface, sharing: true)
            survey.look = LookRequest(for: descriptors ?? [], interface: adapter.interface)
        }
        return survey
    }
}

extension Surroundings {
    /// Whether the news are a sighting. Throws `radioUnavailable` if the radio cannot look for what is wanted.
    ///
    /// - Parameter filter: decides what stays if there is too much.
    fileprivate mutating func observe(
        _ news: Survey.News, needsBluetooth: Bool, for filter: Discovery?, at time: Duration
    ) throws(AccessoryError) -> Bool {
        switch news {
        case .networks(let look): observe(look.networks, at: time) { filter?.concerns($0) ?? false }
        case .devices(let devices): observe(devices, at: time) { filter?.concerns($0) ?? false }
        case .cannotLook(let error): throw error
        case .cannotListen(let error) where needsBluetooth: throw error
        case .cannotListen, .listened: return false
        }
        return true
    }
}

extension ScanReply {
    /// All sightings that the caller wants, the strongest first if a reply has no room for all.
    init(_ surroundings: Surroundings, _ filter: Discovery?, isComplete: Bool) throws {
        let networks = surroundings.networks.filter { filter?.concerns($0) ?? true }
        let devices = surroundings.devices.filter { filter?.concerns($0) ?? true }
        let heard = Self.strongest(networks, by: \.signal)
        let listed = Self.strongest(devices) { $0.rssi ?? .min }.map { device in
            BluetoothDevice(device, bssid: surroundings.network(of: device)?.bssid)
        }
        let fitting = try ListParts(listed) { try Reply.encode($0).count }.parts[0]
        // The surroundings count what they had no room for; a filter cannot judge it.
        let (farNetworks, farDevices) =
            filter == nil ? (surroundings.networksLeftOut, surroundings.devicesLeftOut) : (0, 0)
        let networksLeftOut = networks.count - heard.count + farNetworks
        let devicesLeftOut = devices.count - fitting.count + farDevices
        self.init(
            networks: heard, devices: fitting, isComplete: isComplete,
            networksLeftOut: networksLeftOut == 0 ? nil : networksLeftOut,
            devicesLeftOut: devicesLeftOut == 0 ? nil : devicesLeftOut)
    }

    /// In the order of arrival if there is room for all.
    private static func strongest<Thing>(_ all: [Thing], by strength: (Thing) -> Int) -> [Thing] {
        guard all.count > Limits.scanned else { return all }
        return Array(all.sorted { strength($0) > strength($1) }.prefix(Limits.scanned))
    }
}

extension ExplainBridgeReply {
    /// All reports; if a message has no room for them, the strongest devices' reports that have something to show.
    init(fitting reports: [BridgeReport], of count: Int) throws {
        let parts = try ListParts(reports) { try Reply.encode($0).count }.parts
        guard parts.count > 1 || count > reports.count else {
            self.init(bridges: reports)
            return
        }
        let ranked = reports.sorted { left, right in
            guard (left.verdict == .unknown) == (right.verdict == .unknown) else { return right.verdict == .unknown }
            return (left.rssi ?? .min) > (right.rssi ?? .min)
        }
        let shown = try ListParts(ranked) { try Reply.encode($0).count }.parts[0]
        self.init(bridges: shown, leftOut: count - shown.count)
    }
}

extension BridgeReport {
    init(_ correlation: Correlation) {
        let device = correlation.device
        let verdict: Verdict =
            switch correlation.verdict {
            case .bridged: .bridged
            case .tooClose: .tooClose
            case .unknown: .unknown
            }
        self.init(
            bluetoothAddress: device.address.address, addressKind: device.address.kind, bluetoothName: device.name,
            rssi: device.rssi, verdict: verdict, network: correlation.match.map { BridgeMatch($0) },
            runnerUp: correlation.runnerUp.map { BridgeMatch($0) }, explanation: correlation.explanation)
    }
}

extension BridgeMatch {
    init(_ candidate: BridgeCandidate) {
        self.init(
            ssid: candidate.network.ssid, bssid: candidate.network.bssid, strength: candidate.strength,
            evidence: candidate.evidence.map {
                BridgeEvidence(family: $0.family, text: $0.text, weight: $0.weight)
            })
    }
}
