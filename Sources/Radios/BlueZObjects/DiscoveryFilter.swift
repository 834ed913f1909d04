// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The filter that bluetoothd listens with, for all listeners (Adapter1.SetDiscoveryFilter).
///
/// It is wide on purpose: nothing can make up for a filter that hides a device.
/// - No UUIDs. They are compared only with the lists of service UUIDs in an advertisement (src/adapter.c of 5.66,
///   is_filter_match, by `eir_data->services`; the kernel's has_uuid does the same). Many accessories advertise only
///   service data under theirs, or manufacturer data.
/// - No DuplicateData. Every advertisement brings a new RSSI, and changed data, without it; it only repeats unchanged
///   data.
struct DiscoveryFilter: Hashable {
    /// The weakest useful signal in dBm; nil if every signal is useful.
    var rssi: Int16?

    /// Well below any rule's idea of near, so that a leaving device is followed too.
    static let nearby: Int16 = -80

    init(rules: [BluetoothRule]) {
        let isNearOnly = !rules.isEmpty && rules.allSatisfy { $0.range == .immediate }
        rssi = isNearOnly ? Self.nearby : nil
    }

    /// Any filter has a welcome side effect: without one, bluetoothd reports a change of the RSSI only if it is 8 dB or
    /// more (src/device.c, RSSI_THRESHOLD).
    var properties: [String: Variant] {
        var properties: [String: Variant] = ["Transport": .string("le"), "DuplicateData": .bool(false)]
        if let rssi { properties["RSSI"] = .short(rssi) }
        return properties
    }
}
