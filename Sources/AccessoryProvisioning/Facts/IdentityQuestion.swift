// SPDX-License-Identifier: Apache-2.0

/// The one question to a device of the home network: who are you? It has no passphrase and changes nothing.
package struct IdentityQuestion: Hashable, Sendable {
    private let family: Family?

    /// A device that is busy with its start answers late.
    package static let patience: Duration = .seconds(4)

    package init(_ family: Family?) { self.family = family }

    package var request: HTTPRequest {
        HTTPRequest(.get, target, patience: Self.patience)
    }

    /// Families without a page of that kind get the request all the same: a device that takes the connection, or refuses
    /// it, is there.
    private var target: String {
        switch family {
        // Both generations (shelly-api-docs.shelly.cloud, gen1 and gen2, "/shelly").
        case .shelly, .shelly1: "/shelly"
        case .wled: "/json/info"
        case .esphome: "/config.json"
        case .tasmota: TasmotaCommands.status
        case .theta: "/osc/info"
        case .espressif, .improv, .gopro, .easyConnect, nil: "/"
        }
    }

    /// What the device calls itself; nil if the answer is not the family's.
    package func identity(in answer: HTTPAnswer) -> DeviceIdentity? {
        guard answer.status == 200, let value = JSONReader.beginning(of: answer.body), case .object = value else {
            return nil
        }
        let identity: DeviceIdentity
        switch family {
        case .shelly, .shelly1:
            identity = DeviceIdentity(
                name: value["id"]?.text, model: value["app"]?.text ?? value["model"]?.text ?? value["type"]?.text,
                version: value["ver"]?.text ?? value["fw"]?.text, address: DeviceText.radio(value["mac"]?.text))
        case .wled:
            guard value["brand"]?.text == "WLED" else { return nil }
            identity = DeviceIdentity(
                name: value["name"]?.text, model: value["product"]?.text ?? value["arch"]?.text,
                version: value["ver"]?.text, address: DeviceText.radio(value["mac"]?.text))
        case .esphome:
            identity = DeviceIdentity(name: value["name"]?.text, address: DeviceText.radio(value["mac"]?.text))
        case .tasmota:
            identity = TasmotaCommands.identity(value)
        case .theta:
            identity = DeviceIdentity(
                name: value["serialNumber"]?.text, model: value["model"]?.text,
                version: value["firmwareVersion"]?.text)
        case .espressif, .improv, .gopro, .easyConnect, nil: return nil
        }
        return identity.name == nil && identity.address == nil ? nil : identity
    }
}
