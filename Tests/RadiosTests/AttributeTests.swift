// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import Radios

@Suite struct AttributeTests {
    private let device = BlueZSamples.path

    private func objects() -> BlueZObjects {
        var objects = BlueZObjects()
        func add(_ path: String, _ interface: String, _ properties: [String: Variant]) {
            objects.apply(.added(device + path, [interface: properties]))
        }
        add("", BlueZObjects.device, BlueZSamples.camera)
        add(
            "/service00ff/char0100", BlueZObjects.characteristic,
            [
                "UUID": .string("0000ffb1-0000-1000-8000-00805f9b34fb"),
                "Flags": .list(
                    of: "s", [.string("read"), .string("write-without-response"), .string("extended-properties")]),
            ])
        add("/service00ff/char0100/desc0102", BlueZObjects.descriptor, ["UUID": .string("2901")])
        add(
            "/service00ff", BlueZObjects.service,
            [
                "UUID": .string("ffb0"), "Primary": .bool(true),
                "Includes": .list(of: "o", [.path(device + "/service0010")]),
            ])
        add("/service0010", BlueZObjects.service, ["UUID": .string("ffc0"), "Primary": .bool(false)])
        return objects
    }

    @Test func readsServicesInTheOrderOfTheirHandles() throws {
        let services = objects().services(below: device)
        let second = try #require(services.last)
        #expect(services.map(\.handle) == [0x10, 0xFF])
        #expect(services.map(\.isPrimary) == [false, true])
        #expect(second.includes == [0x10])
        let characteristic = try #require(second.characteristics.first)
        #expect(characteristic.handle == 0x100)
        #expect(characteristic.properties == [.read, .writeWithoutResponse])
        #expect(characteristic.descriptors == [GATTDescriptor(handle: 0x102, uuid: BluetoothUUID(short: 0x2901))])
    }

    @Test func findsAnAttributeByItsHandle() {
        let objects = objects()
        #expect(objects.attribute(0x100, below: device)?.interface == BlueZObjects.characteristic)
        #expect(objects.attribute(0x102, below: device)?.path == device + "/service00ff/char0100/desc0102")
        // A service's own handle is none.
        #expect(objects.attribute(0xFF, below: device) == nil)
        #expect(objects.attribute(0x100, below: device + "0") == nil)
    }

    @Test(arguments: ["/a/charxyz1", "/a/char12", "/a/char00001", "/a/desc0001", "", "/"])
    func takesNoOtherPathForACharacteristic(path: String) {
        #expect(BlueZObjects.handle(path, "char") == nil)
    }

    // MARK: Failures

    @Test(arguments: [
        ("NotPermitted", "Read not permitted", 0x02), ("NotPermitted", "Write not permitted", 0x03),
        ("NotPermitted", "Not paired", 0x05), ("NotSupported", "Operation is not supported", 0x06),
        ("InvalidArguments", "Invalid offset", 0x07), ("NotAuthorized", "Operation Not Authorized", 0x08),
        ("InvalidArguments", "Invalid Length", 0x0D), ("Failed", "Operation failed with ATT error: 0x80", 0x80),
        ("Failed", "Operation failed with ATT error: 0x0e (Unlikely Error)", 0x0E),
    ])
    func readsTheErrorOfTheAttributeProtocol(name: String, text: String, code: Int) {
        let failure = BluetoothFailure(attribute: BusFault(name: "org.bluez.Error." + name, message: text))
        #expect(failure.reason == .attribute && failure.attributeCode.map(Int.init) == code)
    }

    @Test(arguments: [
        ("org.bluez.Error.NotConnected", "Not Connected", BluetoothFailure.Reason.notConnected),
        ("org.bluez.Error.Failed", "Not connected", .notConnected),
        ("org.bluez.Error.NotPermitted", "Write acquired", .refused), ("org.bluez.Error.InProgress", "", .refused),
        ("org.bluez.Error.Failed", "Operation failed", .attribute),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x", .attribute),
        ("org.freedesktop.DBus.Error.NoReply", "", .unavailable),
        ("org.freedesktop.DBus.Error.UnknownObject", "", .notReached),
    ])
    func readsOtherReasonsWithoutACode(name: String, text: String, reason: BluetoothFailure.Reason) {
        let failure = BluetoothFailure(attribute: BusFault(name: name, message: text))
        #expect(failure.reason == reason && failure.attributeCode == nil)
    }

    // MARK: Values

    private let path = BlueZSamples.path + "/service00ff/char0100"

    private func notification(_ value: [UInt8]) -> [Variant] {
        [.string(BlueZObjects.characteristic), .dictionary(["Value": .bytes(value)]), .list(of: "s", [])]
    }

    private func reader(_ subscriptions: inout Subscriptions) -> Subscriptions.Stream {
        let (stream, reader) = Subscriptions.Reader.made()
        _ = subscriptions.add(reader, to: path, isRead: false) { nil }
        return stream
    }

    @Test func givesEveryReaderAllValuesButNotWhatWasRead() async throws {
        var subscriptions = Subscriptions()
        let streams = [reader(&subscriptions), reader(&subscriptions)]
        subscriptions.receive(notification([1]), at: path)
        subscriptions.readBegins(path)
        subscriptions.receive(notification([2]), at: path)
        subscriptions.receive(notification([3]), at: path)
        subscriptions.receive(notification([2]), at: path)
        subscriptions.readEnds(path, [2])
        subscriptions.receive(
            [.string(""), .dictionary([:]), .list(of: "s", [.string("Value")])], at: path)
        let lost = BluetoothFailure(.notReached, "lost")
        let ended = subscriptions.end(below: BlueZSamples.path, lost)
        #expect(ended == [path])
        for stream in streams {
            var read: [[UInt8]] = []
            await #expect(throws: lost) { for try await waiting in stream { read += waiting.take() } }
            #expect(read == [[1], [2], [3], []])
        }
    }

    @Test func holdsFewValuesDuringALongRead() async throws {
        var subscriptions = Subscriptions()
        let stream = reader(&subscriptions)
        subscriptions.readBegins(path)
        for number in 0..<100 { subscriptions.receive(notification([UInt8(number)]), at: path) }
        var values = stream.makeAsyncIterator()
        let older = (0..<(100 - Subscriptions.mostHeld)).map { [UInt8($0)] }
        #expect(try await values.next()?.take() == older)
        subscriptions.readEnds(path, [99])
        subscriptions.receive(notification([200]), at: path)
        let newer = ((100 - Subscriptions.mostHeld)..<99).map { [UInt8($0)] }
        #expect(try await values.next()?.take() == newer + [[200]])
    }

    @Test func failsASlowReaderAfterTheValuesThatItHas() async throws {
        var subscriptions = Subscriptions()
        let stream = reader(&subscriptions)
        for number in 0...GATTLimits.waitingValues {
            subscriptions.receive(notification([UInt8(truncatingIfNeeded: number)]), at: path)
        }
        var count = 0
        let failure = await #expect(throws: BluetoothFailure.self) {
            for try await waiting in stream { count += waiting.take().count }
        }
        #expect(failure?.reason == .tooSlow && count == GATTLimits.waitingValues)
    }

    // MARK: Requests

    private func request(_ id: Int, _ line: Requests.Line) -> Requests.Request {
        Requests.Request(
            id: id, line: line, interface: BlueZObjects.characteristic, method: "ReadValue", arguments: [], caller: nil)
    }

    @Test func letsOneRequestOfAnAttributeAfterTheOther() {
        var requests = Requests()
        let line = Requests.Line(path: path, kind: .read)
        let begun = [
            requests.enter(request(1, line)), requests.enter(request(2, line)), requests.enter(request(3, line)),
            requests.enter(request(4, Requests.Line(path: path, kind: .write))),
        ]
        #expect(begun == [true, false, false, true])
        // Its caller has gone before its turn.
        _ = requests.abandon(2, in: line)
        // bluetoothd still has this one.
        _ = requests.abandon(1, in: line)
        #expect(requests.isRunning(line))
        let nexts = [requests.finish(1, in: line).next?.id, requests.finish(3, in: line).next?.id]
        #expect(nexts == [3, nil])
        #expect(!requests.isRunning(line))
    }

    @Test func ignoresAnAnswerFromAnEarlierLink() {
        var requests = Requests()
        let line = Requests.Line(path: path, kind: .write)
        _ = requests.enter(request(1, line))
        _ = requests.end(below: BlueZSamples.path)
        let isFirst = requests.enter(request(2, line))
        #expect(isFirst)
        let (finished, next) = requests.finish(1, in: line)
        #expect(finished == nil && next == nil && requests.isRunning(line))
    }
}
