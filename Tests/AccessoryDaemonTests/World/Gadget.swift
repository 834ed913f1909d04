// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Synchronization
import Testing

/// A Bluetooth radio with one device on its air: a lamp of Improv that can be as hostile as a test wants.
final class Gadget: BluetoothRadio {
    enum Fault: Hashable, Sendable {
        case none
        /// The link breaks at the request with this number, counted from zero.
        case breaks(at: Int)
        /// This machine's radio goes away at the request with this number.
        case losesRadio(at: Int)
        /// This machine throws it out at the request with this number.
        case isThrownOut(at: Int)
        /// No request is answered from this one on.
        case silent(at: Int)
        /// Every request fails from this one on.
        case refuses(at: Int, code: UInt8)
        /// The characteristic with this handle is missing.
        case lacks(UInt16)
        /// Every value that it has, or sends first, is as long as one can be.
        case shouts
        /// It sends values without an end.
        case floods
        /// It waits for its button, which nobody presses.
        case waitsForButton
        case refusesLinks
    }

    private struct Course {
        var requests = 0
        var links: [AsyncThrowingStream<GATTLinkUpdate, any Error>.Continuation] = []
        var subscribers: [UInt16: AsyncThrowingStream<GATTValues, any Error>.Continuation] = [:]
        var written: [[UInt8]] = []
        var isBonded = false
        var isUnbonding = false
        weak var ledger: (any BondLedger)?
        var isAway = false
        var pairings = 0
    }

    static let address = "02:00:00:00:0c:01"
    private static let (state, error, command, result, capabilities) = (
        UInt16(11), UInt16(12), UInt16(13), UInt16(14), UInt16(15)
    )

    private let fault: Fault
    private let advertisement: Advertisement
    private let course = Mutex(Course())

    init(
        _ fault: Fault = .none, kind: BluetoothAddress.Kind = .public,
        services: Set<BluetoothUUID> = [Gadget.uuid("8000")]
    ) throws {
        self.fault = fault
        let address = BluetoothAddress(try #require(MACAddress(Self.address)), kind: kind)
        advertisement = Advertisement(address: address, name: "Lamp", services: services, rssi: -50)
    }

    var address: MACAddress { advertisement.address.address }

    static func uuid(_ number: String) -> BluetoothUUID {
        BluetoothUUID("00467768-6228-2272-4663-27747826\(number)") ?? BluetoothUUID(short: 0)
    }

    var written: [[UInt8]] { course.withLock { $0.written } }
    var requests: Int { course.withLock { $0.requests } }
    var pairings: Int { course.withLock { $0.pairings } }
    var isBonded: Bool { course.withLock { $0.isBonded } }
    /// Links that nobody has given up.
    var links: Int { course.withLock { $0.links.count } }

    /// Nobody hears it any more.
    func goAway() { course.withLock { $0.isAway = true } }

    // MARK: The radio

    func bluetoothStates() async -> AsyncStream<BluetoothState> {
        AsyncStream { $0.yield(BluetoothState(backend: "a gadget", unavailable: nil, adapters: [])) }
    }

    func listen(_ request: ListenRequest) async -> AsyncThrowingStream<[Advertisement], any Error> {
        let devices = course.withLock { $0.isAway } ? [] : [advertisement]
        return AsyncThrowingStream { $0.yield(devices) }
    }

    func pair(
        _ address: BluetoothAddress, asInput: Bool
    ) async -> AsyncThrowingStream<PairingStep, any Error> {
        course.withLock { course in
            course.isBonded = true
            course.pairings += 1
        }
        return AsyncThrowingStream { $0.yield(.paired(address)) }
    }

    func answer(_ answer: PairingAnswer, to address: BluetoothAddress) async {}
    func exchange(_ steps: [GATTStep], with address: BluetoothAddress) async throws -> [[UInt8]] {
        if fault == .refusesLinks { throw BluetoothFailure(.notReached, "out of range") }
        for case .write(_, _, let value) in steps { course.withLock { $0.written.append(value) } }
        return []
    }
    func bridgeTransport(of address: BluetoothAddress) async throws -> MACAddress {
        throw BluetoothFailure(.unsupported, "a gadget has no Classic side")
    }
    func forget(_ address: MACAddress) async throws { course.withLock { $0.isBonded = false } }
    func identity(of address: MACAddress) async -> MACAddress? { nil }
    /// As with bluetoothd, the link is over before the bond is gone.
    func unbond(_ address: MACAddress) async throws -> Bool {
        let (wasBonded, ledger) = course.withLock { course in
            defer { course.isUnbonding = true }
            return (course.isBonded, course.isUnbonding ? nil : course.ledger)
        }
        await ledger?.settle(address)
        course.withLock { course in
            course.isBonded = false
            course.isUnbonding = false
        }
        return wasBonded
    }
    func keep(_ ledger: any BondLedger) async { course.withLock { $0.ledger = ledger } }
    func path(of address: MACAddress) async -> String? { nil }

    var talkExecutor: (any TaskExecutor)? { nil }
    func signalStrength(of address: MACAddress) async throws -> Int { -50 }

    // MARK: The link

    func link(to address: MACAddress, _ attempt: LinkAttempt) async -> AsyncThrowingStream<GATTLinkUpdate, any Error> {
        let (stream, send) = AsyncThrowingStream<GATTLinkUpdate, any Error>.makeStream()
        if fault == .refusesLinks {
            send.finish(throwing: BluetoothFailure(.notReached, "out of range"))
            return stream
        }
        course.withLock { $0.links.append(send) }
        send.onTermination = { _ in self.course.withLock { $0.links = [] } }
        send.yield(.connected(mtu: 185))
        return stream
    }

    func services(of address: MACAddress) async throws -> [GATTService] {
        let handles = [Self.state, Self.error, Self.command, Self.result, Self.capabilities]
        return [
            GATTService(
                handle: 1, uuid: Self.uuid("8000"), isPrimary: true,
                characteristics: handles.filter { fault != .lacks($0) }.map {
                    GATTCharacteristic(
                        handle: $0, uuid: Self.uuid("800\($0 - 10)"), properties: [.read, .write, .notify])
                })
        ]
    }

    func read(_ handle: UInt16, of address: MACAddress) async throws -> [UInt8] {
        try await takeRequest()
        let value: UInt8 = handle == Self.state ? (fault == .waitsForButton ? 1 : 2) : 0
        return [value] + Array(repeating: 0xFF, count: fault == .shouts ? GATTLimits.valueBytes - 1 : 0)
    }

    func write(_ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool) async throws {
        try await takeRequest()
        course.withLock { $0.written.append(value) }
        notify(Self.state, [3])
        notify(Self.result, [1, 1, 0, 2])
        notify(Self.state, [4])
    }

    func values(
        of handle: UInt16, from address: MACAddress
    ) async throws -> AsyncThrowingStream<GATTValues, any Error> {
        try await takeRequest()
        if fault == .floods, handle == Self.error {
            return AsyncThrowingStream { GATTValues(Array(repeating: [0], count: GATTLimits.waitingValues)) }
        }
        let (stream, send) = AsyncThrowingStream<GATTValues, any Error>.makeStream()
        course.withLock { $0.subscribers[handle] = send }
        if fault == .shouts { notify(handle, Array(repeating: 0xFF, count: GATTLimits.valueBytes)) }
        return stream
    }

    private func notify(_ handle: UInt16, _ value: [UInt8]) {
        _ = course.withLock { $0.subscribers[handle] }?.yield(GATTValues([value]))
    }

    private func takeRequest() async throws {
        let number = course.withLock { course in
            defer { course.requests += 1 }
            return course.requests
        }
        switch fault {
        case .breaks(let at) where number == at:
            try end(BluetoothFailure(.notConnected, "the link is lost"))
        case .isThrownOut(let at) where number == at: throw BluetoothFailure(.uninvited, "it is a keyboard")
        case .losesRadio(let at) where number == at:
            try end(BluetoothFailure(.unavailable, BluetoothUnavailability.backendAway.rawValue))
        case .silent(let at) where number >= at:
            let (never, _) = AsyncStream.makeStream(of: Never.self)
            for await _ in never {}
            throw CancellationError()
        case .refuses(let at, let code) where number >= at:
            throw BluetoothFailure(.attribute, "refused", attributeCode: code)
        case _: break
        }
    }

    private func end(_ failure: BluetoothFailure) throws {
        for link in course.withLock({ $0.links }) { link.finish(throwing: failure) }
        throw failure
    }
}
