// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import AppFoundation
import Synchronization

/// Performs the effects that `CentralState` decides: the agent's streams, the timers, and the notices to the app.
///
/// What comes from the agent is taken on the app's queue, so the state is the one that the app was notified of. None of
/// the app's code runs under the lock.
final class LiveCentral: Sendable {
    typealias Delegate = any CBCentralManagerDelegate
    typealias Notice = @Sendable (CBCentralManager, Delegate) -> Void

    private enum Activity: Hashable {
        case stream
        case scan
        case timer(CentralState.Timer)
    }

    private struct Contents {
        var state = CentralState()
        weak var central: CBCentralManager?
        /// Not read from `central`: the last reference to that must not end under the lock.
        var isOver = true
        var delegate: AppReference<Delegate>?
        var peripherals: [UUID: CBPeripheral] = [:]
        var tasks: [Activity: Task<Void, Never>] = [:]
    }

    /// How long a caller waits for peripherals that are not known yet.
    private static let refreshSeconds = 1
    /// A radio's word for a signal whose strength is not known.
    private static let unknownRSSI = 127

    let queue: DispatchQueue
    private let sockets: AgentSockets
    private let client: BluetoothClient
    private let contents = Mutex(Contents())

    init(_ sockets: AgentSockets, on queue: DispatchQueue) {
        // Notices keep their order on a queue that runs several things at once, too.
        self.queue = DispatchQueue(label: "org.accessoryd.central", target: queue)
        self.sockets = sockets
        client = BluetoothClient(sockets)
    }

    func begin(_ central: CBCentralManager, _ delegate: Delegate?) {
        Centrals.begin(at: sockets)
        self.delegate = delegate
        contents.withLock { contents in
            contents.central = central
            contents.isOver = false
            _ = receive(.begin, &contents)
        }
    }

    /// Ends everything, when nobody holds the central any more.
    func end() {
        Centrals.end(at: sockets)
        let peripherals = contents.withLock { contents in
            for task in contents.tasks.values { task.cancel() }
            defer { contents = Contents() }
            return Array(contents.peripherals.values)
        }
        for peripheral in peripherals { peripheral.live.end() }
    }

    var delegate: Delegate? {
        get { contents.withLock { $0.delegate }?.value }
        set {
            let reference = AppReference { [weak newValue] in newValue }
            contents.withLock { $0.delegate = reference }
        }
    }

    var state: CBManagerState { contents.withLock { $0.state.state } }
    var isScanning: Bool { contents.withLock { $0.state.scan != nil } }

    // MARK: Peripherals

    func retrieve(_ identifiers: [UUID]) -> [CBPeripheral] {
        let found = known(identifiers)
        // The app may know an accessory by its session already, before the agent's report came on this connection.
        guard found.count < identifiers.count, state == .poweredOn || state == .poweredOff else { return found }
        refresh()
        return known(identifiers)
    }

    func retrieveConnected(_ services: [CBUUID]) -> [CBPeripheral] {
        let all = contents.withLock { contents in
            contents.state.peripherals.compactMap { record in
                UUID(uuidString: record.identifier).flatMap { contents.peripherals[$0] }.map { ($0, record.services) }
            }
        }
        return all.filter { peripheral, described in
            let known = described.map { CBUUID(string: $0) } + (peripheral.services ?? []).map(\.uuid)
            return peripheral.state == .connected && services.contains(where: known.contains)
        }.map(\.0)
    }

    private func known(_ identifiers: [UUID]) -> [CBPeripheral] {
        contents.withLock { contents in
            identifiers.compactMap { identifier in
                let record = contents.state.peripherals.first { UUID(uuidString: $0.identifier) == identifier }
                return record.map { peripheral(identifier, $0.accessory, $0.name, &contents) }
            }
        }
    }

    /// One object for each identifier, as on phones.
    private func peripheral(
        _ identifier: UUID, _ accessory: Accessory.ID, _ name: String, _ contents: inout Contents
    ) -> CBPeripheral {
        if let known = contents.peripherals[identifier] { return known }
        let live = LivePeripheral(accessory, name, client, home: self, isOn: contents.state.state == .poweredOn)
        let peripheral = CBPeripheral(live, identifier)
        live.begin(peripheral)
        contents.peripherals[identifier] = peripheral
        return peripheral
    }

    /// Asks the agent for the peripherals, and waits for its answer: the caller of a phone's function waits for one.
    private func refresh() {
        let answered = DispatchSemaphore(value: 0)
        // Ends with the agent's answer, or when the caller stops waiting.
        let call = Task.detached { [client, weak self] in
            if let report = try? await client.stream(.monitor).first(where: { _ in true }) { self?.refreshed(report) }
            answered.signal()
        }
        _ = answered.wait(timeout: .now() + .seconds(Self.refreshSeconds))
        call.cancel()
    }

    private func refreshed(_ report: BluetoothPeripherals) {
        contents.withLock { _ = receive(.refreshed(report.peripherals), &$0) }
    }

    // MARK: Scanning

    func scan(_ services: [CBUUID], allowsDuplicates: Bool) {
        let request = BluetoothScanRequest(
            services: services.isEmpty ? nil : services.map { BluetoothUUID($0.uuidString)?.text ?? "" },
            allowsDuplicates: allowsDuplicates ? true : nil)
        contents.withLock { _ = receive(.scan(request), &$0) }
    }

    func stopScan() { contents.withLock { _ = receive(.stopScan, &$0) } }

    private func takeSighting(_ sighting: BluetoothSighting, _ scan: Int) {
        queue.async { [weak self] in self?.discovered(sighting, in: scan) }
    }

    private func discovered(_ sighting: BluetoothSighting, in scan: Int) {
        let found = contents.withLock { contents -> CBPeripheral? in
            guard contents.state.scan == scan, let identifier = UUID(uuidString: sighting.identifier) else {
                return nil
            }
            return peripheral(identifier, sighting.accessory, sighting.name, &contents)
        }
        guard let peripheral = found else { return }
        notify { central, delegate in
            let data = sighting.advertisement.dictionary(preferring: nil)
            delegate.notify(
                central, peripheral,
                data.reduce(into: [:]) { $0[$1.key.description] = $1.value },
                sighting.rssi ?? Self.unknownRSSI)
        }
    }

    // MARK: Effects

    /// On the queue.
    func notify(_ notice: Notice) {
        let (central, delegate) = contents.withLock { ($0.central, $0.delegate) }
        if let central, let delegate = delegate?.value { notice(central, delegate) }
    }

    private func take(_ input: CentralState.Input) {
        queue.async { [weak self] in
            guard let self else { return }
            for notice in contents.withLock({ receive(input, &$0) }) { notice(self) }
        }
    }

    private func receive(_ input: CentralState.Input, _ contents: inout Contents) -> [@Sendable (LiveCentral) -> Void] {
        guard !contents.isOver else { return [] }
        return contents.state.receive(input).compactMap { perform($0, &contents) }
    }

    /// Returns what the app is notified of.
    private func perform(
        _ effect: CentralState.Effect, _ contents: inout Contents
    ) -> (@Sendable (LiveCentral) -> Void)? {
        switch effect {
        case .connect(let attempt):
            // The agent's stream lasts as long as the central.
            contents.tasks[.stream] = Task { [client, weak self] in
                let loss = await SessionLoss {
                    for try await report in try client.stream(.monitor) {
                        self?.take(.reported(report, attempt: attempt))
                    }
                }
                self?.take(.ended(loss, attempt: attempt))
            }
        case .disconnect: contents.tasks.removeValue(forKey: .stream)?.cancel()
        case .start(let timer, let time):
            contents.tasks[.timer(timer)]?.cancel()
            // Ends by itself, or with an effect.
            contents.tasks[.timer(timer)] = Task { [weak self] in
                guard (try? await ContinuousClock().sleep(for: time)) != nil else { return }
                self?.take(.due(timer))
            }
        case .stop(let timer): contents.tasks.removeValue(forKey: .timer(timer))?.cancel()
        case .openScan(let number, let request):
            contents.tasks[.scan]?.cancel()
            // The scan lasts until an effect ends it, or the agent does.
            contents.tasks[.scan] = Task { [client, queue, weak self] in
                var pace = Pace()
                do {
                    for try await reply in try client.stream(.scan, request) {
                        self?.takeSighting(reply.sighting, number)
                        await pace.keep(with: queue)
                    }
                } catch {
                    // The state of Bluetooth gives the reason; a scan has no errors of its own.
                }
                self?.take(.scanEnded(number))
            }
        case .closeScan: contents.tasks.removeValue(forKey: .scan)?.cancel()
        case .stateChanged:
            let isOn = contents.state.state == .poweredOn
            Centrals.authorization = contents.state.authorization
            let peripherals = Array(contents.peripherals.values)
            return { live in
                for peripheral in peripherals { peripheral.live.radio(isOn: isOn) }
                live.notify { $1.centralManagerDidUpdateState($0) }
            }
        case .renamed(let identifier, let name):
            let peripheral = UUID(uuidString: identifier).flatMap { contents.peripherals[$0] }
            return { _ in peripheral?.live.rename(name) }
        }
        return nil
    }
}
