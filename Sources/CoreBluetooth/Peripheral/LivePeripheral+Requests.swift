// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import AppFoundation

/// The app's requests, one after the other.
extension LivePeripheral {
    private enum Answer: Sendable {
        case services([BluetoothService])
        case value(Data)
        case signalStrength(Int)
        case done
        case failed(any Error)
    }

    func add(_ request: PeripheralRequest) {
        command { live, contents in
            // As on phones: a request without a link has no effect.
            guard contents.link.phase == .connected else { return [] }
            contents.turns.add(request, isUnconfirmed: request.isUnconfirmed)
            return live.beginNext(&contents)
        }
    }

    private func beginNext(_ contents: inout Contents) -> [Notice] {
        var notices: [Notice] = []
        while let (number, request) = contents.turns.next() {
            guard let answer = begin(request, number, &contents) else { break }
            notices += finish(number, answer, &contents)
        }
        return notices
    }

    /// Returns the answer, if it is known at once.
    private func begin(_ request: PeripheralRequest, _ number: Int, _ contents: inout Contents) -> Answer? {
        if let attribute = request.attribute, !contents.attributes.contains(attribute) {
            return .failed(CBError(.invalidHandle, message: "\(attribute) is not of this link; discover it again"))
        }
        if let data = request.written, data.count > Self.longestValue {
            return .failed(
                CBATTError(.invalidAttributeValueLength, message: "a value has at most \(Self.longestValue) bytes"))
        }
        switch request {
        case .includedServices(let filter, let service): contents.attributes.discoverIncluded(filter, in: service)
        case .characteristics(let filter, let service):
            contents.attributes.discoverCharacteristics(filter, in: service)
        case .descriptors(let characteristic): contents.attributes.discoverDescriptors(in: characteristic)
        case .notify(true, let characteristic) where contents.subscriptions[characteristic.handle] == nil:
            subscribe(to: characteristic, number, &contents)
            return nil
        case .notify(true, _): break
        case .notify(false, let characteristic):
            contents.subscriptions[characteristic.handle] = nil
            contents.tasks.removeValue(forKey: .values(characteristic.handle))?.cancel()
        case .services, .read, .readDescriptor, .write, .writeDescriptor, .signalStrength:
            ask(request, number, &contents)
            return nil
        }
        return .done
    }

    /// Asks the agent.
    private func ask(_ request: PeripheralRequest, _ number: Int, _ contents: inout Contents) {
        let conversation = Result {
            try contents.conversation ?? client.conversation(with: accessory)
        }
        contents.conversation = try? conversation.get()
        // Ends with the answer, or with the link.
        contents.tasks[.request] = Task { [weak self] in
            let answer: Answer
            do {
                answer = try await Self.perform(request, by: conversation.get())
            } catch {
                answer = .failed(error)
            }
            self?.take { live, contents in
                live.finish(number, answer, &contents) + live.beginNext(&contents)
            }
        }
    }

    private static func perform(
        _ request: PeripheralRequest, by conversation: BluetoothConversation
    ) async throws -> Answer {
        switch request {
        case .services: return .services(try await conversation.services())
        case .read(let characteristic): return .value(Data(try await conversation.read(characteristic.handle)))
        case .readDescriptor(let descriptor): return .value(Data(try await conversation.read(descriptor.handle)))
        case .write(let data, let characteristic, let type):
            try await conversation.write(
                [UInt8](data), to: characteristic.handle, withoutResponse: type == .withoutResponse)
        case .writeDescriptor(let data, let descriptor):
            try await conversation.write([UInt8](data), to: descriptor.handle, withoutResponse: false)
        case .signalStrength: return .signalStrength(try await conversation.signalStrength())
        case .includedServices, .characteristics, .descriptors, .notify: break
        }
        return .done
    }

    private func finish(_ number: Int, _ answer: Answer, _ contents: inout Contents) -> [Notice] {
        guard let request = contents.turns.finish(number) else { return [] }
        var (rssi, failure): (Int, (any Error)?) = (0, nil)
        switch (answer, request) {
        case (.services(let list), .services(let filter)):
            contents.attributes.discover(filter, in: list, of: contents.peripheral)
        case (.value(let data), .read(let characteristic)): characteristic.value = data
        case (.value(let data), .readDescriptor(let descriptor)): descriptor.bytes = data
        case (.signalStrength(let strength), _): rssi = strength
        case (.done, .notify(let isNotifying, let characteristic)): characteristic.isNotifying = isNotifying
        case (.failed(let error), _):
            failure = attributeError(error)
            // The next request begins a connection of its own.
            if error is AgentFault { contents.conversation = nil }
        case _: break
        }
        var notices: [Notice] = [
            { [rssi, failure] live, peripheral in
                if let delegate = live.delegate { request.notify(delegate, peripheral, rssi, failure) }
            }
        ]
        if contents.turns.makesRoom() {
            notices.append { $0.delegate?.peripheralIsReady(toSendWriteWithoutResponse: $1) }
        }
        return notices
    }

    // MARK: Notifications

    private func subscribe(to characteristic: CBCharacteristic, _ number: Int, _ contents: inout Contents) {
        let query = AttributeQuery(accessory: accessory, handle: characteristic.handle)
        contents.subscriptions[characteristic.handle] = number
        // Ends when the app wants no more values, or with the link.
        contents.tasks[.values(characteristic.handle)] = Task { [client, queue, weak self] in
            var failure: any Error = CBError(.peripheralDisconnected, message: "accessoryd ended the subscription")
            var pace = Pace()
            do {
                for try await reply in try client.stream(.subscribe, query) {
                    self?.receive(reply.value, of: characteristic, number)
                    await pace.keep(with: queue)
                }
            } catch {
                failure = error
            }
            self?.ended(characteristic, number, failure)
        }
    }

    /// The first answer has no value: the accessory has agreed.
    private func receive(_ value: String?, of characteristic: CBCharacteristic, _ number: Int) {
        take { live, contents in
            guard contents.subscriptions[characteristic.handle] == number else { return [] }
            guard let value else { return live.finish(number, .done, &contents) + live.beginNext(&contents) }
            characteristic.value = Data([UInt8](hexadecimal: value) ?? [])
            return [
                { live, peripheral in
                    live.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: nil)
                }
            ]
        }
    }

    private func ended(_ characteristic: CBCharacteristic, _ number: Int, _ error: any Error) {
        take { live, contents in
            guard contents.subscriptions[characteristic.handle] == number else { return [] }
            contents.subscriptions[characteristic.handle] = nil
            contents.tasks[.values(characteristic.handle)] = nil
            // The accessory did not agree.
            guard contents.turns.current?.number != number else {
                return live.finish(number, .failed(error), &contents) + live.beginNext(&contents)
            }
            characteristic.isNotifying = false
            let error = attributeError(error)
            return [
                { live, peripheral in
                    live.delegate?.peripheral(
                        peripheral, didUpdateNotificationStateFor: characteristic, error: error)
                }
            ]
        }
    }
}
