// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What bluetoothd is asked to listen for, on behalf of all who listen (Adapter1.SetDiscoveryFilter).
///
/// It is wide on purpose, for a filter that hides a device cannot be made up for:
/// - No UUIDs. They are compared with the lists of service UUIDs in an advertisement only (src/adapter.c of 5.66,
///   is_filter_match, by `eir_data->services`; the kernel's has_uuid does the same), while many accessories advertise
///   nothing but service data under theirs, or manufacturer data.
/// - No DuplicateData. Every advertisement brings a new RSSI, and data that has changed, without it; it only repeats data
///   that has not.
struct DiscoveryFilter: Hashable {
    /// dBm below which nothing is worth hearing; nil when everything is.
    var rssi: Int16?

    /// Well below where anybody calls a device near, so that it is also heard how it goes away.
    static let nearby: Int16 = -80

    init(rules: [BluetoothRule]) {
        let isNearOnly = !rules.isEmpty && rules.allSatisfy { $0.range == .immediate }
        rssi = isNearOnly ? Self.nearby : nil
    }

    /// A filter that is set at all has another effect that is wanted: without one, a change of the RSSI is told only when
    /// it is 8 dB or more (src/device.c, RSSI_THRESHOLD).
    var properties: [String: Variant] {
        var properties: [String: Variant] = ["Transport": .string("le"), "DuplicateData": .bool(false)]
        if let rssi { properties["RSSI"] = .short(rssi) }
        return properties
    }
}
