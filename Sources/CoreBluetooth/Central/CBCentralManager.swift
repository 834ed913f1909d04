// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import Synchronization

/// Finds and connects the Bluetooth sides of the app's accessories.
///
/// Use it as on a phone: make one, wait for ``CBManagerState/poweredOn``, take the peripheral of an
/// `ASAccessory.bluetoothIdentifier` from ``retrievePeripherals(withIdentifiers:)``, connect it and keep it. A central
/// knows the accessories that a person granted the app, and no others. Its links end with it.
///
/// If the agent restarts, the state is ``CBManagerState/resetting`` until the central has reached it again, and every
/// link is lost. A connection that the app asked for meanwhile is made then.
//
// Swift grants Sendable to no class that has subclasses. The part of this one that can change is behind a lock.
open class CBCentralManager: CBManager, @unchecked Sendable {
    /// What a central can do beside the rest.
    public struct Feature: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt
        /// Features of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A scan and a connection at the same time.
        public static let extendedScanAndConnect = Feature(rawValue: 1 << 0)
    }

    let live: LiveCentral

    /// Makes a central of the system's agent, or of the agent that `ACCESSORYD_RUNTIME_DIR` names in the environment.
    /// The delegate is notified of its state soon.
    ///
    /// - Parameters:
    ///   - delegate: Is held weakly.
    ///   - queue: Runs the methods of the delegates; the main queue if nil.
    ///   - options: Have no effect on Linux.
    public init(
        delegate: (any CBCentralManagerDelegate)? = nil, queue: DispatchQueue? = nil, options: [String: Any]? = nil
    ) {
        live = LiveCentral(.ofThisProcess, on: queue ?? .main)
        super.init()
        live.begin(self, delegate)
    }

    /// Makes a central of the agent whose sockets are in a directory: for tests, and apps under development. Only on
    /// Linux.
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, runtimeDirectory: String) {
        live = LiveCentral(AgentSockets(directory: runtimeDirectory), on: queue ?? .main)
        super.init()
        live.begin(self, delegate)
    }

    deinit { live.end() }

    /// The app's part, held weakly.
    open var delegate: (any CBCentralManagerDelegate)? {
        get { live.delegate }
        set { live.delegate = newValue }
    }

    open override var state: CBManagerState { live.state }

    /// Whether it scans.
    open var isScanning: Bool { live.isScanning }

    /// False: no feature of this kind is on Linux.
    open class func supports(_ features: Feature) -> Bool { features.isEmpty }

    /// The app's own peripherals with these identifiers, such as `ASAccessory.bluetoothIdentifier`. Others are left
    /// out. Returns none until the state is known.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        live.retrieve(identifiers)
    }

    /// The peripherals that the app has connected and whose services are these, as far as they are known: by the
    /// descriptor that found the accessory, and by ``CBPeripheral/services``.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        live.retrieveConnected(serviceUUIDs)
    }

    /// Listens for the app's own accessories, until ``stopScan()`` or another scan. Does nothing unless the state is
    /// ``CBManagerState/poweredOn``.
    ///
    /// - Parameters:
    ///   - serviceUUIDs: Reports only accessories that advertise one of these; all if nil or empty.
    ///   - options: ``CBCentralManagerScanOptionAllowDuplicatesKey`` reports every sighting.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        let isRepeating = options?[CBCentralManagerScanOptionAllowDuplicatesKey].map(isTrue) ?? false
        live.scan(serviceUUIDs ?? [], allowsDuplicates: isRepeating)
    }

    /// Ends the scan.
    open func stopScan() { live.stopScan() }

    /// Connects a peripheral. It waits for one that is out of range, until ``cancelPeripheralConnection(_:)``. The option
    /// ``CBConnectPeripheralOptionEnableAutoReconnect`` has a lost link made again.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        let returns = options?[CBConnectPeripheralOptionEnableAutoReconnect].map(isTrue) ?? false
        peripheral.live.connect(reconnecting: returns)
    }

    /// Ends the link, or the attempt to connect; `centralManager(_:didDisconnectPeripheral:error:)` follows.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) { peripheral.live.cancel() }
}

/// Of an option's value: a `Bool`, or a number as phones' code has it.
private func isTrue(_ value: Any) -> Bool {
    value as? Bool ?? (value as? Int).map { $0 != 0 } ?? ["1", "true"].contains("\(value)")
}
