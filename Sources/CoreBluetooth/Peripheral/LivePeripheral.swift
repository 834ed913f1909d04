// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import AppFoundation
import Synchronization

/// Performs the effects that `LinkState` decides, and what the app asks of its peripheral.
///
/// What comes from the agent is taken on the app's queue, so the state is the one that the app was notified of. None of
/// the app's code runs under the lock.
final class LivePeripheral: Sendable {
    typealias Delegate = any CBPeripheralDelegate
    /// Something that the app is notified of, on its queue.
    typealias Notice = @Sendable (LivePeripheral, CBPeripheral) -> Void

    enum Activity: Hashable {
        case link
        case pause
        case request
        /// The values of the characteristic with this handle.
        case values(Int)
    }

    struct Contents {
        var link: LinkState
        var turns = Turns<PeripheralRequest>()
        var attributes = AttributeTree()
        var name: String
        /// The number of the subscription, by the characteristic's handle.
        var subscriptions: [Int: Int] = [:]
        var conversation: BluetoothConversation?
        var tasks: [Activity: Task<Void, Never>] = [:]
        weak var peripheral: CBPeripheral?
        /// The central has ended.
        var isOver = false
        var delegate: AppReference<Delegate>?
    }

    /// Bytes of an attribute's value.
    static let longestValue = 512
    /// Bytes of a write without response if the link states nothing.
    private static let shortValue = 20
    /// Bytes of a packet that are no value.
    private static let header = 3

    let accessory: Accessory.ID
    let client: BluetoothClient
    private let home: any PeripheralHome
    let contents: Mutex<Contents>

    var queue: DispatchQueue { home.queue }

    init(_ accessory: Accessory.ID, _ name: String, _ client: BluetoothClient, home: any PeripheralHome, isOn: Bool) {
        self.accessory = accessory
        self.client = client
        self.home = home
        contents = Mutex(Contents(link: LinkState(isOn: isOn), name: name))
    }

    func begin(_ peripheral: CBPeripheral) { contents.withLock { $0.peripheral = peripheral } }

    /// Ends everything, without a notice.
    func end() {
        contents.withLock { contents in
            contents.isOver = true
            contents.link = LinkState(isOn: false)
            _ = close(&contents)
            for task in contents.tasks.values { task.cancel() }
        }
    }

    // MARK: What the app reads

    var delegate: Delegate? {
        get { contents.withLock { $0.delegate }?.value }
        set {
            let reference = AppReference { [weak newValue] in newValue }
            contents.withLock { $0.delegate = reference }
        }
    }

    var name: String { contents.withLock { $0.name } }
    var services: [CBService]? { contents.withLock { $0.attributes.services } }
    var canSendWriteWithoutResponse: Bool {
        contents.withLock { $0.link.phase == .connected && $0.turns.hasRoom }
    }
    var longestUnconfirmedValue: Int {
        let mtu = contents.withLock { $0.link.mtu } ?? 0
        return min(max(mtu, Self.shortValue + Self.header), Self.longestValue + Self.header) - Self.header
    }
    var state: CBPeripheralState {
        switch contents.withLock({ $0.link.phase }) {
        case .idle: .disconnected
        case .waiting, .connecting: .connecting
        case .connected: .connected
        case .leaving: .disconnecting
        }
    }

    // MARK: What the app, or its central, does

    func connect(reconnecting: Bool) { command { $0.receive(.connect(reconnecting: reconnecting), &$1) } }

    func cancel() { command { $0.receive(.cancel, &$1) } }

    func radio(isOn: Bool) { command { $0.receive(.radio(isOn: isOn), &$1) } }

    /// On the queue.
    func rename(_ name: String) {
        let peripheral = contents.withLock { contents in
            contents.name = name
            return contents.peripheral
        }
        if let peripheral { delegate?.peripheralDidUpdateName(peripheral) }
    }

    /// From any thread: the notices follow on the queue.
    func command(_ body: @Sendable (LivePeripheral, inout Contents) -> [Notice]) {
        let notices = contents.withLock { body(self, &$0) }
        if !notices.isEmpty { queue.async { self.run(notices) } }
    }

    /// On the queue, after everything that came before.
    func take(_ body: @escaping @Sendable (LivePeripheral, inout Contents) -> [Notice]) {
        queue.async { [weak self] in
            guard let self else { return }
            run(contents.withLock { body(self, &$0) })
        }
    }

    private func run(_ notices: [Notice]) {
        guard !notices.isEmpty, let peripheral = contents.withLock({ $0.isOver ? nil : $0.peripheral }) else { return }
        for notice in notices { notice(self, peripheral) }
    }

    // MARK: Effects

    private func receive(_ input: LinkState.Input, _ contents: inout Contents) -> [Notice] {
        guard !contents.isOver else { return [] }
        return contents.link.receive(input).flatMap { perform($0, &contents) }
    }

    private func perform(_ effect: LinkState.Effect, _ contents: inout Contents) -> [Notice] {
        switch effect {
        case .open(let attempt): open(attempt, &contents)
        case .close: return close(&contents)
        case .pause(let time, let attempt):
            // Ends by itself; a later attempt makes it void.
            contents.tasks[.pause] = Task { [weak self] in
                guard (try? await ContinuousClock().sleep(for: time)) != nil else { return }
                self?.take { $0.receive(.due(attempt: attempt), &$1) }
            }
        case .leave: return [{ live, _ in live.run(live.contents.withLock { live.receive(.left, &$0) }) }]
        case .connected:
            return [{ live, peripheral in live.home.notifyConnected(peripheral) }]
        case .failed(let message, let code):
            let error = CBError(code, message: message)
            return [{ live, peripheral in live.home.notifyFailed(peripheral, error) }]
        case .disconnected(let loss, let isReconnecting):
            let error = loss.map { CBError($0.code, message: $0.message) }
            return [
                { live, peripheral in
                    live.home.notifyDisconnected(peripheral, isReconnecting: isReconnecting, error)
                }
            ]
        case .servicesChanged:
            let invalid = forgetServices(&contents)
            guard !invalid.isEmpty else { return [] }
            return [{ live, peripheral in live.delegate?.peripheral(peripheral, didModifyServices: invalid) }]
        }
        return []
    }

    private func open(_ attempt: Int, _ contents: inout Contents) {
        // The link lasts until an effect ends it, the accessory or the agent does.
        contents.tasks[.link] = Task { [client, accessory, weak self] in
            var wasConnected = false
            var failure: (any Error)?
            do {
                for try await reply in try client.stream(.connect, AccessoryQuery(accessory: accessory)) {
                    if reply.connection.state == .connected { wasConnected = true }
                    self?.take { $0.receive(.updated(reply.connection, attempt: attempt), &$1) }
                }
            } catch {
                failure = error
            }
            let loss = LinkLoss(failure, wasConnected: wasConnected)
            self?.take { $0.receive(.ended(loss, attempt: attempt), &$1) }
        }
    }

    /// Ends the link and what rests on it. Every request that waits fails.
    private func close(_ contents: inout Contents) -> [Notice] {
        contents.tasks.removeValue(forKey: .link)?.cancel()
        contents.tasks.removeValue(forKey: .request)?.cancel()
        contents.conversation?.close()
        contents.conversation = nil
        _ = forgetServices(&contents)
        let error = CBError(.peripheralDisconnected, message: "the link ended before this was done")
        return contents.turns.removeAll().map { request in
            { live, peripheral in
                if let delegate = live.delegate { request.notify(delegate, peripheral, 0, error) }
            }
        }
    }

    /// Returns the services that were discovered.
    private func forgetServices(_ contents: inout Contents) -> [CBService] {
        for handle in contents.subscriptions.keys { contents.tasks.removeValue(forKey: .values(handle))?.cancel() }
        contents.subscriptions = [:]
        let services = contents.attributes.services ?? []
        for characteristic in services.flatMap({ $0.characteristics ?? [] }) { characteristic.isNotifying = false }
        contents.attributes = AttributeTree()
        return services
    }
}
