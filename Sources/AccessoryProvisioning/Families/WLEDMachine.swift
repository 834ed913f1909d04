// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// WLED: the configuration as JSON, and a restart (wled/WLED, wled00/cfg.cpp and wled_server.cpp). The accessory reports
/// nothing afterwards, so the outcome is unknown at best.
///
/// The settings' form is no way: fields that are missing in it empty the accessory's own name, and open its hotspot
/// (wled00/set.cpp).
public struct WLEDMachine: FamilyMachine, HTTPMachine {
    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
        case restart
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { nil }

    let network: NetworkText?
    private let wayBack: NetworkText?
    var course = Course<Step>()
    private let proof: ProvisioningProof
    let protection: HandOverProtection

    /// - Parameters:
    ///   - credentials: Its proof's secret is the PIN of the settings.
    ///   - hotspot: The security of the accessory's hotspot. Its passphrase is a known one, `wled1234`, so the link
    ///     protects against few.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security) {
        network = NetworkText(credentials.network)
        wayBack = credentials.move?.wayBack.flatMap { NetworkText($0) }
        proof = credentials.proof
        protection = Family.wled.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, "/json/info")
        case .setNetwork: Self.post("/json/cfg", configuration)
        case .restart: Self.post("/json/state", ["rb": true])
        }
    }

    private static func post(_ target: String, _ value: JSON) -> HTTPRequest {
        HTTPRequest(.post, target, body: value.bytes, contentType: "application/json")
    }

    /// Of several networks it takes the first one that it hears, unless another one is much louder (wled00/network.cpp, findWiFi).
    private var configuration: JSON {
        let stations = [network, wayBack].compactMap { $0 }.map { network -> JSON in
            ["ssid": .string(network.ssid), "psk": .string(network.passphrase ?? "")]
        }
        let networks: JSON = ["ins": .array(stations)]
        return proof.secret.map { ["pin": .string($0), "nw": networks] } ?? ["nw": networks]
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        if answer.status == 401, step != .restart { return course.finish(.wrongProof) }
        let value = answer.status == 200 ? JSONReader.value(of: answer.body) : nil
        switch step {
        case .identify: return identify(value)
        case .setNetwork:
            guard value?["success"]?.isTrue == true else {
                let error = value?["error"]?.whole
                return course.refuse(
                    .accessoryError,
                    "the accessory refused the network with "
                        + (error.map { "the error \($0)" } ?? "the status \(answer.status)"),
                    names: [error.map { "WLED \($0)" } ?? "HTTP \(answer.status)"])
            }
            return [.report(.waitingForAccessory)] + ask(.restart)
        case .restart: return course.giveUp()
        }
    }

    private mutating func identify(_ value: JSON?) -> [ProvisioningEffect] {
        guard let value, value["brand"]?.text == "WLED" else {
            return course.refuse(.wrongFamily, "the accessory does not answer as WLED", names: ["WLED"])
        }
        let identity = DeviceIdentity(
            name: value["name"]?.text, model: value["product"]?.text ?? value["arch"]?.text,
            version: value["ver"]?.text, address: DeviceText.radio(value["mac"]?.text))
        return handOver(to: identity)
    }
}
