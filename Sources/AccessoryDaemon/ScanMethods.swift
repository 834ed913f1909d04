// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// What is heard, and which of it belongs together, for people.
extension Session {
    func scan(_ call: Call) async throws {
        guard call.more else { throw VarlinkError.expectedMore }
        let request = try call.parameters(as: ScanRequest.self)
        var descriptors: [Descriptor]?
        var manifest: Manifest?
        if let app = request.app {
            manifest = try await daemon.manifest(app)
            descriptors = manifest?.descriptors
        }
        if let fields = request.descriptors { descriptors = try self.descriptors(fields) }
        let filter = descriptors.map { Discovery($0.map { Setup.Item(name: "", descriptor: $0) }, filters: false) }
        let survey = try await survey(descriptors, interface: request.interface)
        let needsBluetooth = descriptors?.allSatisfy { $0.bluetooth != nil } ?? false
        var (surroundings, isComplete) = (await Surroundings(daemon.bridge(for: manifest)), survey.look == nil)
        try await survey.run { news, now throws(any Error) in
            guard try surroundings.hear(news, needsBluetooth: needsBluetooth, at: now) else { return }
            if case .networks(let look) = news { isComplete = look.isComplete }
            let reply = ScanReply(
                networks: surroundings.networks.filter { filter?.concerns($0) ?? true },
                devices: surroundings.devices.filter { filter?.concerns($0) ?? true }.map { device in
                    BluetoothDevice(device, bssid: surroundings.network(of: device)?.bssid)
                }, isComplete: isComplete)
            try connection.reply(to: call, reply, continues: true)
        }
    }

    func explainBridge(_ call: Call) async throws {
        let request = try call.parameters(as: ExplainBridgeRequest.self)
        let seconds = request.seconds ?? 10
        guard (1...120).contains(seconds) else {
            throw AccessoryError(.invalidRequest, "seconds: \(seconds) is not between 1 and 120", field: "seconds")
        }
        let address = try request.bluetoothAddress.map { text throws(AccessoryError) in
            guard let address = MACAddress(text) else {
                throw AccessoryError(
                    .invalidRequest, "'\(text)' is not an address such as 02:00:00:00:02:00",
                    field: "bluetoothAddress")
            }
            return address
        }
        let ssid = try request.ssid.map { text throws(AccessoryError) in
            try DescriptorFields.ssid(text, field: "ssid")
        }
        var manifest: Manifest?
        if let app = request.app { manifest = try await daemon.manifest(app) }
        var survey = try await survey(nil, interface: nil)
        survey.time = .seconds(seconds)
        var surroundings = Surroundings(await daemon.bridge(for: manifest))
        try await survey.run { news, now throws(AccessoryError) in
            _ = try surroundings.hear(news, needsBluetooth: true, at: now)
        }
        let reports = surroundings.correlations.map { BridgeReport($0) }.filter { report in
            (address.map { $0 == report.bluetoothAddress } ?? true)
                && (ssid.map { [report.network?.ssid, report.runnerUp?.ssid].contains($0) } ?? true)
        }
        try connection.reply(to: call, ExplainBridgeReply(bridges: reports))
    }

    /// - Parameter descriptors: everything is looked and listened for when nil.
    private func survey(_ descriptors: [Descriptor]?, interface: String?) async throws(AccessoryError) -> Survey {
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        let rules = descriptors?.compactMap(\.bluetooth) ?? []
        if descriptors == nil || !rules.isEmpty { survey.listen = ListenRequest(rules: rules) }
        if descriptors?.contains(where: { $0.wifi != nil }) ?? true {
            let adapter = try await daemon.chooseRadio(wanted: interface, sharing: true)
            survey.look = LookRequest(interface: adapter.interface, ssids: descriptors?.compactMap(\.ssid) ?? [])
        }
        return survey
    }
}

extension Surroundings {
    /// Whether it is something that is heard. Throws `radioUnavailable` when what is looked for cannot be.
    fileprivate mutating func hear(
        _ news: Survey.News, needsBluetooth: Bool, at time: Duration
    ) throws(AccessoryError) -> Bool {
        switch news {
        case .networks(let look): hear(look.networks, at: time)
        case .devices(let devices): hear(devices, at: time)
        case .cannotLook(let error): throw error
        case .cannotListen(let error) where needsBluetooth: throw error
        case .cannotListen, .listened: return false
        }
        return true
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
