// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// ESPHome's captive portal (esphome, components/captive_portal/captive_portal.cpp). It saves the network and reports
/// nothing, so the outcome is unknown at best: the home network has to find the accessory.
///
/// The portal writes its JSON without escapes, so the machine reads the beginning alone. Some builds do not serve the
/// portal at all (esphome issues 12710 and 15898).
public struct ESPHomeMachine: FamilyMachine, HTTPMachine {
    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { nil }

    let network: NetworkText?
    var course = Course<Step>()
    let protection: HandOverProtection

    /// - Parameter hotspot: The security of the accessory's hotspot.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security) {
        network = NetworkText(credentials.network)
        protection = Family.esphome.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, "/config.json")
        case .setNetwork:
            HTTPRequest(
                .get,
                Query.target("/wifisave", [("ssid", network?.ssid ?? ""), ("psk", network?.passphrase ?? "")]))
        }
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        switch step {
        case .identify:
            let value = answer.status == 200 ? JSONReader.beginning(of: answer.body) : nil
            guard let value, value["aps"]?.isArray == true else { return course.finish(.portalNotServed) }
            let identity = DeviceIdentity(name: value["name"]?.text, address: DeviceText.radio(value["mac"]?.text))
            return handOver(to: identity)
        // A redirection to `/?save`.
        case .setNetwork:
            return (200..<400).contains(answer.status)
                ? [.report(.waitingForAccessory)] + course.giveUp() : course.finish(.portalNotServed)
        }
    }
}
