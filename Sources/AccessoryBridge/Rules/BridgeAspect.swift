// SPDX-License-Identifier: Apache-2.0

/// The things of a device and of a network on which evidence rests. Among evidence about one thing of the network, only
/// the strongest counts towards an answer: a name and a part of it are not two facts, nor are a name and the address
/// within it. Agreement in two things of the device still separates it from a rival with only one.
struct BridgeAspect: Hashable, Sendable {
    enum OfDevice: Int, Hashable, Sendable, Comparable {
        case time, name, address, data, record, sent
        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    enum OfNetwork: Int, Hashable, Sendable, Comparable {
        case time, ssid, bssid
        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    var device: OfDevice
    var network: OfNetwork

    /// More than a name points to the access point's own address.
    var isStanding: Bool { network == .bssid && device > .name }
}

extension DeviceTrait {
    var side: BridgeAspect.OfDevice {
        switch self {
        case .service, .appearance: .time
        case .name: .name
        case .address: .address
        case .manufacturerData, .serviceData: .data
        case .rememberedBSSID: .record
        // If a record has the SSID, the device sent it at that time.
        case .sentSSID, .rememberedSSID: .sent
        }
    }
}

extension NetworkTrait {
    var side: BridgeAspect.OfNetwork {
        switch self {
        case .ssid: .ssid
        case .bssid: .bssid
        }
    }
}
