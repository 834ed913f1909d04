// SPDX-License-Identifier: Apache-2.0

/// What of a device and of a network evidence rests on. Of the evidence about one thing of the network, only the strongest
/// counts towards an answer: a name and a part of it are not two facts, nor are a name and an address that it has in it.
/// Two things of the device that agree with it still tell it from a rival of which only one does.
struct BridgeAspect: Hashable, Sendable {
    enum OfDevice: Int, Hashable, Sendable, Comparable {
        case time, name, address, data, record, told
        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    enum OfNetwork: Int, Hashable, Sendable, Comparable {
        case time, ssid, bssid
        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    var device: OfDevice
    var network: OfNetwork

    /// What more than a name says of the access point's own address.
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
        // Where a record has the SSID, the device told it then.
        case .toldSSID, .rememberedSSID: .told
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
