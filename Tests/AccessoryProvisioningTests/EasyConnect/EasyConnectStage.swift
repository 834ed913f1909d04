// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

/// A hand-over by Wi-Fi Easy Connect, and a wpa_supplicant that answers as it is told.
struct EasyConnectStage {
    static let label =
        "DPP:C:81/6;M:02aabbccddee;I:Plug;K:MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA=;;"
    static let acknowledged = "DPP-TX-STATUS dst=02:aa:bb:cc:dd:ee freq=2437 result=SUCCESS"

    let key: EasyConnectKey
    private var machine: EasyConnectMachine
    private(set) var commands: [EasyConnectCommand] = []
    private(set) var steps: [ProvisioningStep] = []
    private(set) var lastWait: Duration?
    private(set) var end: (result: Result<ProvisioningOutcome, EasyConnectFault>, isTidy: Bool)?

    static func network(
        _ security: Security = .wpa2, _ passphrase: String = "home sweet home"
    ) throws -> UplinkCredentials {
        UplinkCredentials(
            ssid: try SSID(text: "Home"), security: security, passphrase: try Passphrase(passphrase))
    }

    init(label: String = label) throws {
        guard case .easyConnect(let text) = try Label(parsing: label) else { throw LabelFault(.prefix, .wrong) }
        key = try EasyConnectKey(Randomness { count in (0..<count).map { UInt8($0) } })
        machine = EasyConnectMachine(text, key: key, network: try EasyConnectNetwork(try Self.network(), seen: []))
        perform(.began)
    }

    mutating func perform(_ event: EasyConnectMachine.Event) {
        for effect in machine.receive(event) {
            switch effect {
            case .send(let command): commands.append(command)
            case .wait(let time): lastWait = time
            case .report(let step): steps.append(step)
            case .finish(let result, let isTidy):
                #expect(end == nil, "one end")
                end = (result, isTidy)
            }
        }
    }

    mutating func reply(_ texts: String...) { for text in texts { perform(.message(.reply(text))) } }
    mutating func happen(_ texts: String...) { for text in texts { perform(.message(.event(text))) } }

    /// The accessory is called.
    mutating func begin() { reply("OK\n", "7", "3", "OK\n") }

    /// wpa_supplicant removes everything.
    mutating func tidy() {
        var count = 0
        while end == nil, count < 5 {
            reply("OK\n")
            count += 1
        }
    }

    var outcome: ProvisioningOutcome? { try? end?.result.get() }
}
