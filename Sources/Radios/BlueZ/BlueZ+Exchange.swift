// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BlueZ {
    package func exchange(_ steps: [GATTStep], with address: BluetoothAddress) async throws -> [[UInt8]] {
        let (bus, path) = try await beginTalk(to: address.address)
        defer { endTalk() }
        let wasConnected = objects.device(at: path)?.isConnected == true
        do {
            try await connect(path)
            try await resolveServices(path)
            var values: [[UInt8]] = []
            for step in steps {
                if let value = try await perform(step, path, over: bus) { values.append(value) }
            }
            if !wasConnected { await disconnect(path, over: bus) }
            return values
        } catch {
            if !wasConnected { await disconnect(path, over: bus) }
            throw breaches[path] ?? error
        }
    }

    func resolveServices(_ path: String, within limit: Duration = .seconds(30)) async throws {
        let isResolved = try await wait(limit) { radio -> Bool? in
            guard let device = radio.objects.device(at: path), device.isConnected else { return false }
            return device.areServicesResolved ? true : nil
        }
        guard let isResolved else { throw BluetoothFailure(.timedOut, "the device does not list its services") }
        guard isResolved, let bus else { throw BluetoothFailure(.notReached, "the device has disconnected") }
        // bluetoothd may say so before it has said which services there are: it sends the changes of each object together,
        // and those of the device may come first. Before it answers, it sends all that it has (BlueZ, gdbus/object.c).
        do {
            _ = try await bus.call(
                Self.name, path, "org.freedesktop.DBus.Properties", "Get",
                [.string(BlueZObjects.device), .string("ServicesResolved")])
        } catch let fault as BusFault {
            throw BluetoothFailure(fault, .talking)
        }
    }

    /// Returns the value of a read; nil after a write.
    private func perform(_ step: GATTStep, _ device: String, over bus: DirectBus) async throws -> [UInt8]? {
        do {
            switch step {
            case .read(let service, let characteristic):
                let path = try self.characteristic(characteristic, service, device)
                let answer = try await bus.call(
                    Self.name, path, BlueZObjects.characteristic, "ReadValue", [.dictionary([:])])
                guard case .bytes(let value) = answer.first else { return [] }
                return value
            case .write(let service, let characteristic, let value):
                let path = try self.characteristic(characteristic, service, device)
                _ = try await bus.call(
                    Self.name, path, BlueZObjects.characteristic, "WriteValue", [.bytes(value), .dictionary([:])])
                return nil
            }
        } catch let fault as BusFault {
            try Task.checkCancellation()
            throw BluetoothFailure(fault, .talking)
        }
    }

    private func characteristic(
        _ uuid: BluetoothUUID, _ service: BluetoothUUID, _ device: String
    ) throws -> String {
        guard let path = objects.characteristics(uuid.text, of: service.text, below: device).first else {
            throw BluetoothFailure(
                .unsupported, "the device has no characteristic \(uuid.text) in a service \(service.text)")
        }
        return path
    }
}
