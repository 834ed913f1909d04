// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AppFoundation

/// A central's state, its scan and the app's peripherals, and the reaction to each event. Pure: `LiveCentral` performs
/// the effects.
///
/// Attempts to open a stream are numbered, so that a late event of an abandoned attempt has no effect. What a timer that was
/// stopped had put on the queue before has none either.
struct CentralState {
    enum Timer: Hashable, Sendable {
        /// The agent has to answer.
        case answer
        case retry
    }

    enum Input {
        case begin
        case reported(BluetoothPeripherals, attempt: Int)
        case ended(SessionLoss, attempt: Int)
        case due(Timer)
        /// A caller asked for the peripherals, between two reports.
        case refreshed([BluetoothPeripheral])
        case scan(BluetoothScanRequest)
        case stopScan
        case scanEnded(Int)
    }

    enum Effect: Hashable {
        case connect(attempt: Int)
        case disconnect
        case start(Timer, Duration)
        case stop(Timer)
        case openScan(Int, BluetoothScanRequest)
        case closeScan
        /// The delegate has to be notified of the state, and the links may be open or not.
        case stateChanged
        case renamed(identifier: String, name: String)
    }

    private(set) var state = CBManagerState.unknown
    private(set) var peripherals: [BluetoothPeripheral] = []
    private(set) var authorization = CBManagerAuthorization.notDetermined
    /// The number of the scan; nil if there is none.
    private(set) var scan: Int?
    private var lastScan = 0
    private var attempt = 0
    /// The timer that runs; nil if the agent has answered.
    private var awaited: Timer?
    private var reconnection = Reconnection(isEndless: true)

    mutating func receive(_ input: Input) -> [Effect] {
        switch input {
        case .begin: return connect()
        case .reported(let report, let attempt):
            return attempt == self.attempt ? reported(report) : []
        case .ended(let loss, let attempt):
            return attempt == self.attempt ? lost(loss) : []
        case .due(let timer):
            guard timer == awaited else { return [] }
            return timer == .retry ? connect() : [.disconnect] + lost(.silent)
        case .refreshed(let peripherals):
            guard state == .poweredOn || state == .poweredOff else { return [] }
            return take(peripherals)
        case .scan(let request):
            guard state == .poweredOn else { return [] }
            lastScan += 1
            scan = lastScan
            return [.openScan(lastScan, request)]
        case .stopScan:
            guard scan != nil else { return [] }
            scan = nil
            return [.closeScan]
        case .scanEnded(let number):
            if scan == number { scan = nil }
            return []
        }
    }

    private mutating func connect() -> [Effect] {
        attempt += 1
        awaited = .answer
        return [.connect(attempt: attempt), .start(.answer, Reconnection.answerTime)]
    }

    private mutating func reported(_ report: BluetoothPeripherals) -> [Effect] {
        reconnection = Reconnection(isEndless: true)
        awaited = nil
        authorization = report.state == .unauthorized ? .notDetermined : .allowedAlways
        return [.stop(.answer)] + take(report.peripherals) + become(CBManagerState(report.state))
    }

    private mutating func take(_ peripherals: [BluetoothPeripheral]) -> [Effect] {
        let renamed = peripherals.filter { new in
            self.peripherals.contains { $0.identifier == new.identifier && $0.name != new.name }
        }
        self.peripherals = peripherals
        return renamed.map { .renamed(identifier: $0.identifier, name: $0.name) }
    }

    private mutating func become(_ state: CBManagerState) -> [Effect] {
        guard state != self.state else { return [] }
        self.state = state
        guard state != .poweredOn, scan != nil else { return [.stateChanged] }
        scan = nil
        return [.closeScan, .stateChanged]
    }

    private mutating func lost(_ loss: SessionLoss) -> [Effect] {
        // Events of this attempt that are still under way come too late.
        attempt += 1
        awaited = nil
        switch (reconnection.lost(loss), loss) {
        case (.retry(let pause), _):
            awaited = .retry
            return [.stop(.answer), .start(.retry, pause)] + become(.resetting)
        case (.giveUp, .refused):
            peripherals = []
            authorization = .denied
            return [.stop(.answer)] + become(.unauthorized)
        case (.giveUp, _):
            peripherals = []
            return [.stop(.answer)] + become(.unsupported)
        }
    }
}

extension CBManagerState {
    init(_ state: BluetoothPeripherals.State) {
        self =
            switch state {
            case .unsupported: .unsupported
            // As on phones: an app that waits for its first accessory is not an app that may not use Bluetooth.
            case .unauthorized, .poweredOff: .poweredOff
            case .resetting: .resetting
            case .poweredOn: .poweredOn
            }
    }
}
