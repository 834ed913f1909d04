// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

extension BlueZ {
    package func values(
        of handle: UInt16, from address: MACAddress
    ) async throws -> AsyncThrowingStream<GATTValues, any Error> {
        let up = try heldLink(to: address)
        guard let bus, let characteristic = objects.attribute(handle, below: up.path),
            characteristic.interface == BlueZObjects.characteristic
        else { throw BluetoothFailure(.unsupported, "the device has no characteristic with the handle \(handle)") }
        let (stream, reader) = Subscriptions.Reader.made()
        let path = characteristic.path
        let id = subscriptions.add(
            reader, to: path, isRead: requests.isRunning(Requests.Line(path: path, kind: .read))
        ) { follow(path, over: bus) }
        reader.bell.onTermination = { [executor] _ in
            executor.perform { self.assumeIsolated { $0.leave(characteristic, id) } }
        }
        do {
            // A second one has no effect, and is answered only when the first one was.
            _ = try await request(.subscription, "StartNotify", of: characteristic)
        } catch {
            reader.bell.finish(throwing: error)
            throw error
        }
        return stream
    }

    private func follow(_ path: String, over bus: DirectBus) -> DirectBus.Subscription {
        bus.subscribe(
            Self.name, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            about: BlueZObjects.characteristic
        ) { arguments in
            self.assumeIsolated { $0.subscriptions.receive(arguments, at: path) }
        }
    }

    private func leave(_ characteristic: AttributeObject, _ reader: Int) {
        guard subscriptions.remove(reader, from: characteristic.path) else { return }
        enter("StopNotify", of: characteristic, .subscription)
    }
}
