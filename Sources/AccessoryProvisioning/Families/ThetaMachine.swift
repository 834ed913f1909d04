// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Ricoh THETA V, Z1 and X: the camera stores a network (ricohapi/theta-api-specs, `camera._setAccessPoint`). It stays
/// its own hotspot until a person switches it to client mode, so the outcome is unknown at best.
public struct ThetaMachine: FamilyMachine, HTTPMachine {
    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    static let look: Step? = nil

    let network: NetworkText?
    var course = Course<Step>()
    private let isHidden: Bool
    let protection: HandOverProtection

    /// - Parameter hotspot: The security of the accessory's hotspot.
    public init(_ order: ProvisioningOrder, hotspot: Security) {
        network = NetworkText(order.network)
        isHidden = order.network.isHidden
        protection = Family.theta.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, "/osc/info")
        case .setNetwork:
            HTTPRequest(
                .post, "/osc/commands/execute", body: command.bytes, contentType: "application/json; charset=utf-8")
        }
    }

    private var command: JSON {
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
        return ["name": "camera._setAccessPoint", "parameters": .object(parameters)]
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        let value = JSONReader.value(of: answer.body)
        switch step {
        case .identify:
            guard answer.status == 200, let value, let model = value["model"]?.text, model.contains("THETA") else {
                return course.refuse(.wrongFamily, "the camera does not answer as a THETA", names: ["THETA"])
            }
            let identity = DeviceIdentity(
                name: value["serialNumber"]?.text, model: model, version: value["firmwareVersion"]?.text)
            return handOver(to: identity)
        case .setNetwork:
            if answer.status == 200, value?["state"]?.text == "done" {
                return [.report(.waitingForAccessory)] + course.giveUp()
            }
            let error = value?["error"]
            if let words = DeviceText.bounded(error?["message"]?.text) ?? DeviceText.bounded(error?["code"]?.text) {
                return course.finish(.refused(ProvisioningRefusal(words: words)))
            }
            return course.refuse(
                .accessoryError, "the camera refused the network with the status \(answer.status)",
                names: ["HTTP \(answer.status)"])
        }
    }
}
