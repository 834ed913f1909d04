// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// Shelly's first generation: GET requests to its open hotspot (shelly-api-docs.shelly.cloud/gen1, `/shelly`,
/// `/settings/sta`, `/status`; firmware 1.14.0). The request that switches the station on switches the hotspot off, so
/// the outcome is mostly unknown.
public struct Shelly1Machine: FamilyMachine, HTTPMachine {
    /// Between two looks at the status.
    public static let pollPause: Duration = .seconds(2)
    /// With the pause, a minute.
    public static let mostPolls = 30
    /// The hotspot's own address, which the status has until the station gets one.
    private static let own = "192.168.33.1"

    enum Step: Hashable, Sendable {
        case identify
        case setWayBack
        case setNetwork
        case status
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { isMove ? nil : .status }

    let network: NetworkText?
    private let wayBack: NetworkText?
    private let isMove: Bool
    var course = Course<Step>()
    let protection: HandOverProtection
    private var polls = 0

    /// - Parameter hotspot: The security of the accessory's hotspot.
    public init(_ credentials: ProvisioningCredentials, hotspot: Security) {
        network = NetworkText(credentials.network)
        wayBack = credentials.move?.wayBack.flatMap { NetworkText($0) }
        isMove = credentials.move != nil
        protection = Family.shelly1.protection(hotspot: hotspot)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, "/shelly")
        case .status: HTTPRequest(.get, "/status")
        // It tries its second network when the first one fails.
        case .setWayBack: Self.setStation("/settings/sta1", wayBack)
        case .setNetwork: Self.setStation("/settings/sta", network)
        }
    }

    private static func setStation(_ path: String, _ network: NetworkText?) -> HTTPRequest {
        HTTPRequest(
            .get,
            Query.target(
                path,
                [
                    ("enabled", "1"), ("ssid", network?.ssid ?? ""), ("key", network?.passphrase ?? ""),
                    ("ipv4_method", "dhcp"),
                ]))
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        if answer.status == 401 {
            return course.finish(.locked)
        }
        let value = answer.status == 200 ? JSONReader.value(of: answer.body) : nil
        switch step {
        case .identify: return identify(value)
        case .setWayBack: return answer.status == 200 ? ask(.setNetwork) : refuse(answer)
        case .setNetwork:
            guard answer.status == 200 else { return refuse(answer) }
            return [.report(.waitingForAccessory)]
                + (isMove ? course.giveUp() : course.wait(Self.pollPause, then: .status))
        case .status: return look(value?["wifi_sta"])
        }
    }

    private mutating func identify(_ value: JSON?) -> [ProvisioningEffect] {
        guard let value, let model = value["type"]?.text, value["gen"] == nil,
            let address = DeviceText.radio(value["mac"]?.text)
        else {
            return course.refuse(
                .wrongFamily, "the accessory does not answer as a Shelly of the first generation",
                names: ["Shelly Gen1"])
        }
        if value["auth"]?.isTrue == true {
            return course.finish(.locked)
        }
        let identity = DeviceIdentity(model: model, version: value["fw"]?.text, address: address)
        return handOver(to: identity, first: wayBack == nil ? .setNetwork : .setWayBack)
    }

    /// An error has its reason as plain text, mostly.
    private mutating func refuse(_ answer: HTTPAnswer) -> [ProvisioningEffect] {
        if (400..<500).contains(answer.status), let words = DeviceText.bounded(answer.body) {
            return course.finish(.refused(ProvisioningRefusal(words: words)))
        }
        return course.refuse(
            .accessoryError, "the accessory refused the network with the status \(answer.status)",
            names: ["HTTP \(answer.status)"])
    }

    private mutating func look(_ station: JSON?) -> [ProvisioningEffect] {
        if station?["connected"]?.isTrue == true, let ssid = station?["ssid"]?.text, ssid == network?.ssid {
            let address = DeviceText.address(station?["ip"]?.text)
            course.arrive(address: address == Self.own ? nil : address)
            return course.giveUp()
        }
        polls += 1
        return polls < Self.mostPolls ? course.wait(Self.pollPause, then: .status) : course.giveUp()
    }
}
