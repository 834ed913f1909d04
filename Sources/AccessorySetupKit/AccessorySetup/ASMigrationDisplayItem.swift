// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An accessory that the app set up earlier by other means, and asks to have as its own.
///
/// At least one of its properties is set. A person answers once for all of them.
open class ASMigrationDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    private struct Values {
        var peripheral: UUID?
        var ssid: String?
        var address: String?
        var awareDevice: ASAccessory.WiFiAwarePairedDeviceID = 0
    }

    private let values = Mutex(Values())

    /// The app's identifier for its Bluetooth side: an ``ASAccessory/bluetoothIdentifier`` that the agent gave this
    /// app.
    ///
    /// A phone's identifier means nothing on Linux. The picker refuses it with ``ASError/Code/invalidRequest``; set
    /// ``bluetoothAddress``, which goes first if both are set.
    public var peripheralIdentifier: UUID? {
        get { values.withLock { $0.peripheral } }
        set { values.withLock { $0.peripheral = newValue } }
    }

    /// Its hotspot's whole name.
    public var hotspotSSID: String? {
        get { values.withLock { $0.ssid } }
        set { values.withLock { $0.ssid = newValue } }
    }

    /// Its Bluetooth side's address, as `02:00:00:00:01:00`. Only on Linux.
    public var bluetoothAddress: String? {
        get { values.withLock { $0.address } }
        set { values.withLock { $0.address = newValue } }
    }

    /// Its identifier in Wi-Fi Aware; 0 is none. Not supported on Linux: an item with another value is refused.
    public var wifiAwarePairedDeviceID: ASAccessory.WiFiAwarePairedDeviceID {
        get { values.withLock { $0.awareDevice } }
        set { values.withLock { $0.awareDevice = newValue } }
    }
}
