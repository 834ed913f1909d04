// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Shelly's second generation and later: JSON-RPC over the hotspot's web server, or over Bluetooth
/// (shelly-api-docs.shelly.cloud/gen2, components WiFi, BLE and Shelly; firmware 1.0 to 2.0).
///
/// Firmware 2.0 has no switch for Bluetooth as a whole, and takes calls without a bond only while the device is new.
///
/// A device fresh from the factory has an open hotspot, and keeps it open. So the machine switches the hotspot and the
/// calls over Bluetooth off at the end; that is a courtesy, and no part of the outcome.
public struct ShellyMachine: FamilyMachine {
    /// Between two looks at the status.
    public static let pollPause: Duration = .seconds(2)
    /// With the pause, a minute. A join takes from three to twenty seconds.
    public static let mostPolls = 30

    private enum Call: Hashable, Sendable {
        case identify
        case setNetwork
        case status
        case closeBluetooth
        case closeHotspot
    }

    private let network: NetworkText?
    private let wayBack: NetworkText?
    private let isMove: Bool
    private let protection: HandOverProtection
    private var course = Course<Call>()
    /// Nil over the web server.
    private var frames: ShellyFrames?
    private var polls = 0

    /// - Parameter hotspot: The security of the accessory's hotspot; nil over Bluetooth.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security?) {
        network = NetworkText(credentials.network)
        wayBack = credentials.move?.wayBack.flatMap { NetworkText($0) }
        isMove = credentials.move != nil
        protection = Family.shelly.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard !course.isOver else { return [] }
        switch event {
        case .joined, .connected: return begin(event)
        case .linkLost: return lose()
        case .due where course.asked == nil: return course.takeDelayed().map { call($0) } ?? []
        case .answered(let answer) where frames == nil: return receive(answer)
        case .notAnswered(let failure) where frames == nil: return fail(isSent: failure != .notConnected, failure)
        case .due, .answered, .notAnswered, .read, .written, .subscribed, .notified, .attributeFailed:
            return receiveFrame(event)
        }
    }

    private mutating func begin(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard course.begin() else { return [] }
        guard network != nil else { return course.finish(.unreadableName) }
        if case .connected(let services) = event {
            guard let frames = ShellyFrames(services) else {
                return course.refuse(
                    .notOverBluetooth, "the accessory does not take calls over Bluetooth; use its hotspot, or reset it")
            }
            self.frames = frames
        }
        return call(.identify)
    }

    private mutating func call(_ call: Call) -> [ProvisioningEffect] {
        if call == .setNetwork { course.handOver() }
        let body = message(call).bytes
        if let effect = frames?.call(body) { return course.ask(call, effect) }
        return course.ask(
            call, .request(HTTPRequest(.post, "/rpc", body: body, contentType: "application/json")))
    }

    private func message(_ call: Call) -> JSON {
        switch call {
        case .identify: Self.message("Shelly.GetDeviceInfo", nil)
        case .status: Self.message("WiFi.GetStatus", nil)
        case .setNetwork: Self.message("WiFi.SetConfig", ["config": stations])
        case .closeBluetooth:
            Self.message("BLE.SetConfig", ["config": ["rpc": ["enable": false]]])
        case .closeHotspot: Self.message("WiFi.SetConfig", ["config": ["ap": ["enable": false]]])
        }
    }

    /// It tries its second network when the first one fails.
    private var stations: JSON {
        guard let wayBack else { return ["sta": Self.station(network)] }
        return ["sta": Self.station(network), "sta1": Self.station(wayBack)]
    }

    private static func station(_ network: NetworkText?) -> JSON {
        let ssid = JSON.string(network?.ssid ?? "")
        guard let passphrase = network?.passphrase else { return ["ssid": ssid, "is_open": true, "enable": true] }
        return ["ssid": ssid, "pass": .string(passphrase), "is_open": false, "enable": true]
    }

    private static func message(_ method: String, _ parameters: JSON?) -> JSON {
        let head: [JSON.Member] = [
            JSON.Member(name: "id", value: 1), JSON.Member(name: "src", value: "accessoryd"),
            JSON.Member(name: "method", value: .string(method)),
        ]
        return .object(head + (parameters.map { [JSON.Member(name: "params", value: $0)] } ?? []))
    }
}

// Answers.
extension ShellyMachine {
    private mutating func receive(_ answer: HTTPAnswer) -> [ProvisioningEffect] {
        guard let call = course.takeAsked() else { return [] }
        return receive(answer.status == 401 ? ["error": ["code": 401]] : JSONReader.value(of: answer.body), to: call)
    }

    private mutating func receiveFrame(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard let progress = frames?.receive(event) else { return [] }
        switch progress {
        case .effect(let effect): return [effect]
        case .failed(.notPaired): return wantsBond()
        case .failed: return fail(isSent: frames?.isSent == true)
        case .answer(let body):
            guard let call = course.takeAsked() else { return [] }
            return receive(JSONReader.value(of: body), to: call)
        }
    }

    /// A device that has the network closes its set-up, and then no further call is of use.
    private mutating func wantsBond() -> [ProvisioningEffect] {
        let isNetworkSent = course.asked == .setNetwork ? frames?.isSent == true : course.silence != .vanished
        guard isNetworkSent else { return course.refuse(.pairedOnly, Self.bondRefusal) }
        return course.asked == .setNetwork ? fail(isSent: true) : course.giveUp()
    }

    private static let bondRefusal =
        "the accessory takes calls from paired machines only, as Shelly's firmware 2.0 does after its set-up; reset it to "
        + "factory settings, or use its hotspot"

    private mutating func lose() -> [ProvisioningEffect] {
        if course.asked == .setNetwork, frames?.isSent == false { course.takeBack() }
        return course.giveUp()
    }

    private mutating func fail(isSent: Bool, _ failure: HTTPFailure? = nil) -> [ProvisioningEffect] {
        guard let call = course.takeAsked() else { return [] }
        switch call {
        case .identify, .status: return course.retry(call, after: failure)
        case .setNetwork where !isSent:
            course.takeBack()
            return course.giveUp()
        // The hotspot may have changed its channel at once.
        case .setNetwork: return isMove ? course.giveUp() : waitForIt()
        case .closeBluetooth: return self.call(.closeHotspot)
        case .closeHotspot: return course.giveUp()
        }
    }

    private mutating func receive(_ answer: JSON?, to call: Call) -> [ProvisioningEffect] {
        course.succeeded()
        switch call {
        case .identify: return identify(answer)
        case .setNetwork: return accept(answer)
        case .status: return look(answer?["result"])
        case .closeBluetooth: return self.call(.closeHotspot)
        case .closeHotspot: return course.giveUp()
        }
    }

    private mutating func identify(_ answer: JSON?) -> [ProvisioningEffect] {
        if let refusal = Self.refusal(answer) { return course.finish(refusal) }
        guard let info = answer?["result"], let generation = info["gen"]?.whole, generation >= 2 else {
            return course.refuse(
                .wrongFamily, "the accessory does not answer as a Shelly of the second generation or later",
                names: ["Shelly Gen2+"])
        }
        if info["auth_en"]?.isTrue == true { return course.finish(.locked) }
        let identity = DeviceIdentity(
            name: info["name"]?.text ?? info["id"]?.text,
            model: info["app"]?.text ?? info["model"]?.text,
            version: info["ver"]?.text, address: DeviceText.radio(info["mac"]?.text))
        return [.report(.identified(identity)), .report(.handingOver(protection))] + self.call(.setNetwork)
    }

    private mutating func accept(_ answer: JSON?) -> [ProvisioningEffect] {
        if let refusal = Self.refusal(answer) { return course.finish(refusal) }
        return waitForIt()
    }

    private mutating func waitForIt() -> [ProvisioningEffect] {
        [.report(.waitingForAccessory)] + (isMove ? course.giveUp() : course.wait(Self.pollPause, then: .status))
    }

    private mutating func look(_ status: JSON?) -> [ProvisioningEffect] {
        // It may still be on the network that it had before.
        if status?["status"]?.text == "got ip", let ssid = status?["ssid"]?.text, ssid == network?.ssid {
            course.arrive(address: DeviceText.address(status?["sta_ip"]?.text))
            return self.call(.closeBluetooth)
        }
        polls += 1
        guard polls >= Self.mostPolls else { return course.wait(Self.pollPause, then: .status) }
        guard status?["status"]?.text == "disconnected" else { return course.giveUp() }
        return course.finish(.notJoined)
    }

    private static func refusal(_ answer: JSON?) -> ProvisioningOutcome? {
        guard let error = answer?["error"] else { return nil }
        if error["code"]?.whole == 401 { return .locked }
        if let words = DeviceText.bounded(error["message"]?.text) { return .refused(ProvisioningRefusal(words: words)) }
        let code = error["code"]?.whole ?? 0
        return .refusing(.accessoryError, "the accessory refused with the error \(code)", names: ["\(code)"])
    }
}
