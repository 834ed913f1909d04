// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Ricoh THETA V, Z1, X and A1 (ricohapi/theta-api-specs, `camera._setAccessPoint` and `_networkType`): the camera stores a
/// network, and is then switched to its client mode. Its hotspot goes with that, so the outcome is unknown at best.
public struct ThetaMachine: FamilyMachine, HTTPMachine {
    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
        case switchMode
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { nil }
    /// The models with the same interface that are never a station.
    private static let hotspotsAlone = ["RICOH THETA S", "RICOH THETA SC", "RICOH THETA SC2"]

    let network: NetworkText?
    var course = Course<Step>()
    private let isHidden: Bool
    let protection: HandOverProtection

    /// - Parameter hotspot: The security of the accessory's hotspot.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security) {
        network = NetworkText(credentials.network)
        isHidden = credentials.network.isHidden
        protection = Family.theta.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, "/osc/info")
        case .setNetwork: Self.execute("camera._setAccessPoint", parameters)
        case .switchMode: Self.execute("camera.setOptions", ["options": ["_networkType": "CL"]])
        }
    }

    private static func execute(_ name: String, _ parameters: JSON) -> HTTPRequest {
        let command: JSON = ["name": .string(name), "parameters": parameters]
        return HTTPRequest(
            .post, "/osc/commands/execute", body: command.bytes, contentType: "application/json; charset=utf-8")
    }

    private var parameters: JSON {
        var parameters: [JSON.Member] = [
            JSON.Member(name: "ssid", value: .string(network?.ssid ?? "")),
            JSON.Member(name: "ssidStealth", value: .bool(isHidden)),
            JSON.Member(name: "security", value: network?.passphrase == nil ? "none" : "WPA/WPA2 PSK"),
        ]
        if let passphrase = network?.passphrase {
            parameters.append(JSON.Member(name: "password", value: .string(passphrase)))
        }
        parameters += [
            JSON.Member(name: "connectionPriority", value: 1),
            JSON.Member(name: "ipAddressAllocation", value: "dynamic"),
        ]
        return .object(parameters)
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        let value = JSONReader.value(of: answer.body)
        switch step {
        case .identify:
            guard answer.status == 200, let value, let model = value["model"]?.text, model.contains("THETA") else {
                return course.refuse(.wrongFamily, "the camera does not answer as a THETA", names: ["THETA"])
            }
            guard !Self.hotspotsAlone.contains(model) else {
                return course.refuse(
                    .wrongFamily, "the camera has its hotspot only; THETA V, Z1, X and A1 join a network",
                    names: ["THETA V, Z1, X, A1"])
            }
            let identity = DeviceIdentity(
                name: value["serialNumber"]?.text, model: model, version: value["firmwareVersion"]?.text)
            return handOver(to: identity)
        case .setNetwork:
            guard answer.status == 200, value?["state"]?.text == "done" else { return refuse(answer, value?["error"]) }
            return [.report(.waitingForAccessory)] + ask(.switchMode)
        // A camera that refuses keeps the network all the same, and a person can switch it.
        case .switchMode: return course.giveUp()
        }
    }

    /// By the maker's list of errors, or in the camera's words.
    private mutating func refuse(_ answer: HTTPAnswer, _ error: JSON?) -> [ProvisioningEffect] {
        let code = error?["code"]?.text
        switch code {
        case "unknownCommand"?:
            return course.refuse(.firmwareOld, "the camera does not know how to store a network; update its firmware")
        case "disabledCommand"?, "serviceUnavailable"?, "powerOffSequenceRunning"?:
            return course.refuse(
                .accessoryBusy, "the camera takes no network at the moment; end what it is doing, and try again")
        case _: break
        }
        if let words = DeviceText.bounded(error?["message"]?.text) ?? DeviceText.bounded(code) {
            return course.finish(.refused(ProvisioningRefusal(words: words)))
        }
        return course.refuse(
            .accessoryError, "the camera refused the network with the status \(answer.status)",
            names: ["HTTP \(answer.status)"])
    }
}
