// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

/// A Tasmota that is on a network already, by commands to its page (tasmota.github.io/docs/Commands, `SSId<x>`,
/// `Password<x>`, `Backlog`): it restarts when all of them are carried out, and reports nothing afterwards.
///
/// The form of its Wi-Fi manager is no way: there it clears its host name and its second network if these are missing
/// (arendst/Tasmota, `WifiSaveSettings`, `AddWebCommand`).
public struct TasmotaCommands: FamilyMachine, HTTPMachine {
    enum Step: Hashable, Sendable {
        case identify
        case setNetwork
    }

    static let identification = Step.identify
    static let handOver = Step.setNetwork
    var look: Step? { nil }

    let network: NetworkText?
    private let wayBack: NetworkText?
    var course = Course<Step>()
    let protection: HandOverProtection

    /// The question for its network (tasmota.github.io/docs/Commands, `Status 5`).
    static let status = "/cm?cmnd=Status%205"

    /// The answer to that.
    static func identity(_ value: JSON?) -> DeviceIdentity {
        let network = value?["StatusNET"]
        return DeviceIdentity(name: network?["Hostname"]?.text, address: DeviceText.radio(network?["Mac"]?.text))
    }

    /// - Parameter link: The security of the network on which the accessory is.
    public init(_ credentials: ProvisioningCredentials, link: Security) {
        network = NetworkText(credentials.network)
        wayBack = credentials.move?.wayBack.flatMap { NetworkText($0) }
        protection = Family.tasmota.protection(hotspot: link)
    }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] { perform(event) }

    func request(for step: Step) -> HTTPRequest {
        switch step {
        case .identify: HTTPRequest(.get, Self.status)
        case .setNetwork: HTTPRequest(.get, Query.target("/cm", [("cmnd", "Backlog \(commands)")]))
        }
    }

    /// The second network comes first, so that a device that loses its power between them still has the old one.
    private var commands: String {
        var commands: [String] = []
        for (number, network) in [(2, wayBack), (1, network)] {
            guard let network else { continue }
            commands.append("SSId\(number) \(network.ssid)")
            // Its own word for none (tasmota.github.io/docs/Commands, "Password").
            commands.append("Password\(number) \(network.passphrase ?? "\"")")
        }
        return commands.joined(separator: ";")
    }

    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect] {
        if answer.status == 401 { return course.finish(.locked) }
        switch step {
        case .identify:
            let identity = Self.identity(answer.status == 200 ? JSONReader.value(of: answer.body) : nil)
            guard identity.address != nil else {
                return course.refuse(.wrongFamily, "the accessory does not answer as Tasmota", names: ["Tasmota"])
            }
            guard [network, wayBack].allSatisfy({ $0.map { Self.isWritable($0) } ?? true }) else {
                return course.refuse(
                    .nameUnreadable,
                    "Tasmota's commands cannot say a name or a passphrase with a semicolon, a blank at its end, or one "
                        + "character alone; reset the accessory, or rename the network")
            }
            return handOver(to: identity)
        case .setNetwork:
            guard answer.status == 200 else {
                return course.refuse(
                    .accessoryError, "the accessory refused the network with the status \(answer.status)",
                    names: ["HTTP \(answer.status)"])
            }
            return [.report(.waitingForAccessory)] + course.giveUp()
        }
    }

    /// A semicolon ends a command, blanks around its value are cut, and the digits 0 and 1 are orders of their own.
    private static func isWritable(_ network: NetworkText) -> Bool {
        [network.ssid, network.passphrase].compactMap { $0 }.allSatisfy { text in
            text.unicodeScalars.count > 1 && !text.contains(";") && text.first != " " && text.last != " "
        }
    }
}
