// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

extension View<Radio> {
    /// Grey, not red, for Bluetooth: accessories with Wi-Fi alone need none.
    static let radios = View(
        title: "Radios",
        columns: [
            Column("RADIO") { $0.name },
            Column("TYPE") { $0.type },
            Column("STATE", colour: { $0.colour }) { $0.state },
            Column("DETAIL", width: .text) { $0.detail },
            Column("ADDRESS", isCommon: false) { $0.address },
            Column("SECOND-STATION", width: .text, isCommon: false) { $0.secondStation },
        ])
}

extension Radio {
    fileprivate var type: String {
        switch self {
        case .wifi: "wifi"
        case .bluetooth: "bluetooth"
        }
    }

    fileprivate var state: String {
        switch self {
        case .wifi(let adapter): adapter.state.rawValue
        case .bluetooth: detail == nil ? "ready" : "unusable"
        }
    }

    fileprivate var detail: String? {
        switch self {
        case .wifi(let adapter): adapter.detail
        case .bluetooth(let adapter, let why): adapter.unavailable ?? why
        }
    }

    fileprivate var address: String? {
        switch self {
        case .wifi: nil
        case .bluetooth(let adapter, _): adapter.address.description
        }
    }

    /// Whether it joins an accessory and keeps its own network.
    fileprivate var secondStation: String? {
        guard case .wifi(let adapter) = self, let station = adapter.secondStation else { return nil }
        return switch station.channels {
        case 0: "no: " + (station.obstacle ?? "")
        case 1: "on the channel of its own network"
        case let channels: "on any of \(channels) channels"
        }
    }

    fileprivate var colour: Colour? {
        switch self {
        case .wifi(let adapter): adapter.state.colour
        case .bluetooth: detail == nil ? .green : .faint
        }
    }
}

extension AdapterStatus.State {
    var colour: Colour? {
        switch self {
        case .idle: nil
        case .connecting: .yellow
        case .connected: .green
        case .accessory: .cyan
        case .unusable: .red
        }
    }
}

/// One radio of either kind.
enum Radio: Encodable, Hashable, Sendable {
    case wifi(AdapterStatus)
    /// With the reason why no Bluetooth can be used.
    case bluetooth(BluetoothAdapterStatus, String?)

    var name: String {
        switch self {
        case .wifi(let adapter): adapter.interface
        case .bluetooth(let adapter, _): adapter.name
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .wifi(let adapter): try adapter.encode(to: encoder)
        case .bluetooth(let adapter, _): try adapter.encode(to: encoder)
        }
    }
}
