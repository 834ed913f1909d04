// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Everything goes over the bus, and not through the descriptors of AcquireWrite and AcquireNotify (src/gatt-client.c of
/// BlueZ 5.66):
/// - bluetoothd drops a notification for which its descriptor has no room (notify_io_cb), and a write without response
///   that is too long (sock_read). On the bus nothing is left out, and each write is answered.
/// - If the device refuses a subscription, AcquireNotify is never answered, and bluetoothd keeps a pointer to freed memory
///   (register_notify_io_cb; later versions do not).
/// - A descriptor has no order with the calls on the bus, and as long as it is open, all writes with response fail.
extension BlueZ {
    package func services(of address: MACAddress) async throws -> [GATTService] {
        let up = try heldLink(to: address)
        try await resolveServices(up.path)
        _ = try heldLink(to: address)
        return objects.services(below: up.path)
    }

    package func read(_ handle: UInt16, of address: MACAddress) async throws -> [UInt8] {
        let attribute = try attribute(handle, of: address)
        let device = try heldLink(to: address).path
        let answer = try await request(.read, "ReadValue", of: attribute, [.dictionary([:])])
        // bluetoothd has bonded for it by itself, and answers before the device is thrown out.
        if let breach = breaches[device] { throw breach }
        guard case .bytes(let value) = answer.first else { return [] }
        return value
    }

    package func write(
        _ value: [UInt8], to handle: UInt16, of address: MACAddress, withResponse: Bool
    ) async throws {
        let attribute = try attribute(handle, of: address)
        let mtu = try heldLink(to: address).mtu
        // Descriptors know no writes without response.
        let isCommand = !withResponse && attribute.interface == BlueZObjects.characteristic
        // Of a longer command bluetoothd reports only that it failed.
        let limit = isCommand ? min(mtu - 3, GATTLimits.valueBytes) : GATTLimits.valueBytes
        guard value.count <= limit else {
            throw BluetoothFailure(
                .attribute, "the value has \(value.count) bytes, and \(limit) bytes are the most",
                attributeCode: BluetoothFailure.invalidLength)
        }
        var options: [String: Variant] = [:]
        if attribute.interface == BlueZObjects.characteristic {
            options["type"] = .string(isCommand ? "command" : "request")
        }
        _ = try await request(.write, "WriteValue", of: attribute, [.bytes(value), .dictionary(options)])
    }

    private func attribute(_ handle: UInt16, of address: MACAddress) throws -> AttributeObject {
        let up = try heldLink(to: address)
        guard let attribute = objects.attribute(handle, below: up.path) else {
            throw BluetoothFailure(
                .unsupported, "the device has no characteristic and no descriptor with the handle \(handle)")
        }
        return attribute
    }

    /// The link's end, and the caller's, end the wait. What bluetoothd has begun goes on.
    func request(
        _ kind: Requests.Kind, _ method: String, of attribute: AttributeObject, _ arguments: [Variant] = []
    ) async throws -> [Variant] {
        let id = requests.next()
        let line = Requests.Line(path: attribute.path, kind: kind)
        do {
            return try await withTaskCancellationHandler {
                // Through a method of the actor: the closure alone would not run on its thread.
                try await self.enter(id, line, attribute.interface, method, arguments)
            } onCancel: { [executor] in
                executor.perform {
                    self.assumeIsolated { $0.requests.abandon(id, in: line)?.resume(throwing: CancellationError()) }
                }
            }
        } catch let fault as BusFault {
            // It has been thrown out meanwhile, which is no answer of its own.
            if let breach = breaches.first(where: { attribute.path.hasPrefix($0.key + "/") }) { throw breach.value }
            throw BluetoothFailure(attribute: fault)
        }
    }

    private func enter(
        _ id: Int, _ line: Requests.Line, _ interface: String, _ method: String, _ arguments: [Variant]
    ) async throws -> [Variant] {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let request = Requests.Request(
                id: id, line: line, interface: interface, method: method, arguments: arguments, caller: caller)
            if requests.enter(request) { begin(request) }
        }
    }

    /// Also begins the requests of which nobody awaits the answer.
    func enter(_ method: String, of attribute: AttributeObject, _ kind: Requests.Kind) {
        let request = Requests.Request(
            id: requests.next(), line: Requests.Line(path: attribute.path, kind: kind),
            interface: attribute.interface, method: method, arguments: [], caller: nil)
        if requests.enter(request) { begin(request) }
    }

    private func begin(_ request: Requests.Request) {
        if request.line.kind == .read { subscriptions.readBegins(request.line.path) }
        // Its caller may leave before bluetoothd answers.
        Task(executorPreference: executor) { await self.perform(request) }
    }

    private func perform(_ request: Requests.Request) async {
        var result: Result<[Variant], any Error>
        do {
            guard let bus else { throw BluetoothFailure(.unavailable, BluetoothUnavailability.backendAway.rawValue) }
            // bluetoothd gives a request up after 30 s, and the link with it (src/shared/att.c, ATT_TIMEOUT_INTERVAL).
            result = .success(
                try await bus.call(
                    Self.name, request.line.path, request.interface, request.method, request.arguments,
                    limit: .seconds(40)))
        } catch {
            result = .failure(error)
        }
        let (finished, next) = requests.finish(request.id, in: request.line)
        if finished != nil, request.line.kind == .read {
            var read: [UInt8]?
            if case .success(let answer) = result, case .bytes(let value) = answer.first { read = value }
            subscriptions.readEnds(request.line.path, read)
        }
        if let next { begin(next) }
        finished?.caller?.resume(with: result)
    }

    /// Ends all requests and subscriptions of a device.
    func endTalks(with device: String, _ failure: BluetoothFailure) {
        for caller in requests.end(below: device) { caller.resume(throwing: failure) }
        for path in subscriptions.end(below: device, failure) {
            // bluetoothd would subscribe again as soon as the device is back.
            enter("StopNotify", of: AttributeObject(path: path, interface: BlueZObjects.characteristic), .subscription)
        }
    }
}
