// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Bluetooth: the methods with which an app talks to its accessories.
extension BluetoothInterface.Monitor: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { _, replies, claimant, session in
        // Without it the first report would say that bluetoothd is away.
        _ = await session.daemon.bluetoothRadios()
        let reports = await session.daemon.withPeripherals { peripherals, _ in
            peripherals.monitor(session.id, claimant)
        }
        for await report in reports { try replies.send(report) }
        return nil
    }
}

extension BluetoothInterface.Connect: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { request, replies, claimant, session in
        let daemon = session.daemon
        let use = try await daemon.withPeripherals { try $0.begin(request.accessory, by: claimant, isLink: true, $1) }
        let run = PeripheralLinkRun(
            bluetooth: daemon.bluetooth, clock: daemon.clock, app: claimant.app, address: use.address, title: use.title,
            ended: use.ended)
        throw try await session.finishing {
            try await run.run { report in
                if case .connected = report {
                    await daemon.withPeripherals { peripherals, _ in peripherals.connected(use) }
                }
                try replies.send(ConnectionReply(connection: ConnectionUpdate(report)))
            }
        } then: {
            await daemon.withPeripherals { peripherals, _ in peripherals.end(use) }
        }
    }
}

/// What a call wants of an accessory, over a link that the app holds.
struct Talk<Value: Sendable>: Sendable {
    let accessory: Accessory.ID
    let body: @Sendable (any GATTRadio, MACAddress) async throws -> Value
}

extension AgentAnswer where M: SingleMethod {
    /// For an app: the answer comes from an accessory.
    ///
    /// - Parameter talk: throws `invalidRequest` before anything is asked of the accessory.
    static func talk(_ talk: @escaping @Sendable (M.Request) throws -> Talk<M.Reply>) -> Self {
        Self(right: .beAnApp) { call, session in
            try await session.perform(try talk(call.parameters())) { try session.connection.reply(to: call, $0) }
        }
    }
}

extension BluetoothInterface.ListServices: AgentMethod {
    static let answer: AgentAnswer<Self> = .talk { request in
        Talk(accessory: request.accessory) { radio, address in
            ListServicesReply(services: try await radio.services(of: address).map { BluetoothService($0) })
        }
    }
}

extension BluetoothInterface.ReadValue: AgentMethod {
    static let answer: AgentAnswer<Self> = .talk { request in
        let handle = try Session.handle(request.handle)
        return Talk(accessory: request.accessory) { radio, address in
            ReadValueReply(value: try await radio.read(handle, of: address).hexadecimal)
        }
    }
}

extension BluetoothInterface.WriteValue: AgentMethod {
    static let answer: AgentAnswer<Self> = .talk { request in
        let handle = try Session.handle(request.handle)
        guard let value = [UInt8](hexadecimal: request.value), value.count <= GATTLimits.valueBytes else {
            throw AccessoryError.invalid(
                "value",
                "value: it is hexadecimal digits, two for each byte, of at most \(GATTLimits.valueBytes) bytes")
        }
        return Talk(accessory: request.accessory) { radio, address in
            try await radio.write(value, to: handle, of: address, withResponse: request.withoutResponse != true)
            return Nothing()
        }
    }
}

extension BluetoothInterface.ReadSignalStrength: AgentMethod {
    static let answer: AgentAnswer<Self> = .talk { request in
        Talk(accessory: request.accessory) { radio, address in
            do {
                return ReadSignalStrengthReply(rssi: try await radio.signalStrength(of: address))
            } catch let failure as BluetoothFailure where failure.reason == .unsupported {
                throw AccessoryError(
                    .connectionFailed, "the radio does not know the strength of the signal now; Scan reports it")
            }
        }
    }
}

extension BluetoothInterface.Subscribe: AgentMethod {
    static let answer: AgentAnswer<Self> = .appStream { request, replies, _, session in
        let handle = try Session.handle(request.handle)
        let talk = Talk(accessory: request.accessory) { radio, address in
            let values = try await radio.values(of: handle, from: address)
            try replies.send(SubscribeReply())
            for try await waiting in values { try replies.send(encoded: waiting.take().map { Session.json($0) }) }
        }
        try await session.perform(talk) {
            // A subscription ends with its link, which throws.
            throw AccessoryError(.connectionFailed, "the accessory has ended the subscription")
        }
        return nil
    }
}

extension Session {
    /// Uses a link that the app holds. The use ends at once when the access does. The answer is sent from the radio's own
    /// thread, so that the caller does not wait for another change of threads.
    fileprivate func perform<Value: Sendable>(
        _ talk: Talk<Value>, answer: @Sendable (Value) throws -> Void
    ) async throws {
        let claimant = try claimant
        let use = try await daemon.withPeripherals { try $0.begin(talk.accessory, by: claimant, isLink: false, $1) }
        let radio = daemon.bluetooth
        try await finishing {
            do {
                try await withTaskExecutorPreference(radio.talkExecutor) {
                    try answer(try await Self.value(of: talk, radio, use))
                }
            } catch let failure as BluetoothFailure {
                throw AccessoryError(failure, with: use.title)
            }
        } then: {
            await daemon.withPeripherals { peripherals, _ in peripherals.end(use) }
        }
    }

    /// The talk's value, unless the use ends before.
    private static func value<Value: Sendable>(
        of talk: Talk<Value>, _ radio: any GATTRadio, _ use: Peripherals.Use
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await talk.body(radio, use.address) }
            group.addTask {
                for await error in use.ended { throw error }
                return nil
            }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// A `SubscribeReply` as the encoder writes it, in a small part of the time.
    static func json(_ value: [UInt8]) -> [UInt8] {
        Array(#"{"value":""#.utf8) + value.hexadecimal.utf8 + Array(#""}"#.utf8)
    }

    fileprivate static func handle(_ number: Int) throws(AccessoryError) -> UInt16 {
        guard let handle = UInt16(exactly: number), handle > 0 else {
            throw AccessoryError.invalid(
                "handle", "handle: \(number) is not between 1 and 65535; ListServices lists the handles")
        }
        return handle
    }
}

extension ConnectionUpdate {
    init(_ report: PeripheralLink.Report) {
        switch report {
        case .connecting: self.init(state: .connecting)
        case .connected(let mtu): self.init(state: .connected, mtu: mtu)
        case .servicesChanged: self.init(state: .servicesChanged)
        }
    }
}
