// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import AgentInterface
import Varlink

/// org.accessoryd.Bluetooth: the methods with which an app talks to its accessories.
extension Session {
    func serve(_ method: BluetoothMethod, _ call: Call) async throws {
        guard let claimant = caller.claimant else { throw AccessoryError(.notAuthorized, "the caller is no app") }
        switch method {
        case .monitor:
            for await news in await daemon.monitorPeripherals(id, claimant) {
                try connection.reply(to: call, news, continues: true)
            }
        case .scan:
            try await scanPeripherals(call, claimant)
        case .connect:
            try await connect(call, claimant)
        case .listServices:
            let query = try call.parameters(as: AccessoryQuery.self)
            try await talk(to: query.accessory, claimant) {
                try await $0.services(of: $1)
            } answer: { services in
                try connection.reply(to: call, ListServicesReply(services: services.map { BluetoothService($0) }))
            }
        case .readValue:
            let query = try call.parameters(as: AttributeQuery.self)
            let handle = try Self.handle(query.handle)
            try await talk(to: query.accessory, claimant) {
                try await $0.read(handle, of: $1)
            } answer: { value in
                try connection.reply(to: call, ReadValueReply(value: value.hexadecimal))
            }
        case .writeValue:
            try await write(call, claimant)
        case .subscribe:
            try await subscribe(call, claimant)
        case .readSignalStrength:
            let query = try call.parameters(as: AccessoryQuery.self)
            try await talk(to: query.accessory, claimant) { radio, address in
                do {
                    return try await radio.signalStrength(of: address)
                } catch let failure as BluetoothFailure where failure.reason == .unsupported {
                    throw AccessoryError(
                        .connectionFailed, "the radio does not know the strength of the signal now; Scan reports it")
                }
            } answer: { rssi in
                try connection.reply(to: call, ReadSignalStrengthReply(rssi: rssi))
            }
        }
    }

    private func connect(_ call: Call, _ claimant: Claimant) async throws {
        let query = try call.parameters(as: AccessoryQuery.self)
        let use = try await daemon.beginLink(to: query.accessory, of: claimant)
        let run = PeripheralLinkRun(
            bluetooth: daemon.bluetooth, clock: daemon.clock, app: claimant.app, address: use.address, title: use.title,
            ended: use.ended)
        throw try await using(use) {
            try await run.run { report in
                if case .connected = report { await daemon.connected(use) }
                try connection.reply(to: call, ConnectionReply(connection: ConnectionUpdate(report)), continues: true)
            }
        }
    }

    private func write(_ call: Call, _ claimant: Claimant) async throws {
        let request = try call.parameters(as: WriteValueRequest.self)
        let handle = try Self.handle(request.handle)
        guard let value = [UInt8](hexadecimal: request.value), value.count <= GATTLimits.valueBytes else {
            throw AccessoryError(
                .invalidRequest,
                "value: it is hexadecimal digits, two for each byte, of at most \(GATTLimits.valueBytes) bytes",
                field: "value")
        }
        try await talk(to: request.accessory, claimant) { radio, address in
            try await radio.write(
                value, to: handle, of: address, withResponse: request.withoutResponse != true)
        } answer: {
            try connection.reply(to: call)
        }
    }

    private func subscribe(_ call: Call, _ claimant: Claimant) async throws {
        let query = try call.parameters(as: AttributeQuery.self)
        let handle = try Self.handle(query.handle)
        try await talk(to: query.accessory, claimant) { radio, address in
            let values = try await radio.values(of: handle, from: address)
            try connection.reply(to: call, SubscribeReply(), continues: true)
            for try await waiting in values {
                try connection.reply(to: call, waiting.take().map { Self.json($0) })
            }
        } answer: {
            // A subscription ends with its link, which throws.
            throw AccessoryError(.connectionFailed, "the accessory has ended the subscription")
        }
    }

    /// Uses a link that the app holds. The use ends at once when the access does. The answer is sent from the radio's own
    /// thread, so that the caller does not wait for another change of threads.
    private func talk<Value: Sendable>(
        to accessory: Accessory.ID, _ claimant: Claimant,
        _ body: @escaping @Sendable (any GATTRadio, MACAddress) async throws -> Value,
        answer: @Sendable (Value) throws -> Void
    ) async throws {
        let use = try await daemon.beginTalk(to: accessory, by: claimant)
        let radio = daemon.bluetooth
        try await using(use) {
            do {
                try await withTaskExecutorPreference(radio.talkExecutor) {
                    try answer(try await Self.value(of: body, radio, use))
                }
            } catch let failure as BluetoothFailure {
                throw AccessoryError(failure, with: use.title)
            }
        }
    }

    /// The body's value, unless the use ends before.
    private static func value<Value: Sendable>(
        of body: @escaping @Sendable (any GATTRadio, MACAddress) async throws -> Value, _ radio: any GATTRadio,
        _ use: Daemon.PeripheralUse
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body(radio, use.address) }
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

    /// Ends the use after the body, whatever comes of it.
    private func using<Value>(
        _ use: Daemon.PeripheralUse, _ body: () async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await daemon.endUse(use)
        return try result.get()
    }

    /// A `SubscribeReply` as the encoder writes it, in a small part of the time.
    static func json(_ value: [UInt8]) -> [UInt8] {
        Array(#"{"value":""#.utf8) + value.hexadecimal.utf8 + Array(#""}"#.utf8)
    }

    private static func handle(_ number: Int) throws(AccessoryError) -> UInt16 {
        guard let handle = UInt16(exactly: number), handle > 0 else {
            throw AccessoryError(
                .invalidRequest, "handle: \(number) is not between 1 and 65535; ListServices lists the handles",
                field: "handle")
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
