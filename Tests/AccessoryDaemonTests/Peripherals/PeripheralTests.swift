// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing
import Varlink

@testable import AccessoryDaemon

/// Apps talk to their accessories over Bluetooth.
@Suite struct PeripheralTests {
    @Test(arguments: [[], [0], [0x0F, 0xF0, 0xAB]] as [[UInt8]])
    func writesAValueAsTheEncoderDoes(value: [UInt8]) throws {
        let encoded = try Reply.encode(SubscribeReply(value: value.hexadecimal), continues: true)
        #expect(Reply.encode(continuing: Session.json(value)) == encoded)
    }

    @Test func readsWritesAndSubscribesOverItsLink() async throws {
        try await Agent.talking { agent, plug in
            let client = agent.bluetooth("plug")
            var link = try client.stream(.connect, AccessoryQuery(accessory: plug)).makeAsyncIterator()
            #expect(try await link.next()?.connection == ConnectionUpdate(state: .connecting))
            #expect(try await link.next()?.connection == ConnectionUpdate(state: .connected, mtu: 185))
            let calls = try client.conversation(with: plug)
            let characteristics = try await calls.services().flatMap(\.characteristics)
            #expect(characteristics.map(\.properties) == [[.read, .write, .notify], [.notify]])
            #expect(try await calls.read(2) == [0])
            var values = try client.stream(.subscribe, AttributeQuery(accessory: plug, handle: 2)).makeAsyncIterator()
            #expect(try await values.next() == SubscribeReply())
            try await calls.write([1], to: 2, withoutResponse: false)
            #expect(try await values.next()?.value == "01")
            #expect(try await calls.read(2) == [1])
            #expect(try await (-62 ... -58).contains(calls.signalStrength()))
        }
    }

    @Test func getsAThousandValuesInOrder() async throws {
        try await Agent.talking { agent, plug in
            try await agent.isLinked("plug", to: plug) {
                let client = agent.bluetooth("plug")
                let calls = try client.conversation(with: plug)
                var values = try client.stream(.subscribe, AttributeQuery(accessory: plug, handle: 2))
                    .makeAsyncIterator()
                _ = try await values.next()
                // As many as may wait for a reader, however slow this machine is.
                let sent = (0..<1000).map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                for value in sent { try await calls.write(value, to: 2, withoutResponse: false) }
                var received: [[UInt8]] = []
                while received.count < sent.count, let value = try await values.next()?.value {
                    received.append(try #require([UInt8](hexadecimal: value)))
                }
                #expect(received == sent)
            }
        }
    }

    @Test func givesNothingToAnAppWithoutTheGrant() async throws {
        try await Agent.talking { agent, plug in
            let client = agent.bluetooth("viewer")
            try await agent.isLinked("plug", to: plug) {
                var monitor = try client.stream(.monitor).makeAsyncIterator()
                #expect(try await monitor.next() == BluetoothPeripherals(state: .unauthorized, peripherals: []))
                let calls = try client.conversation(with: plug)
                #expect(await error { try await calls.services() } == .unknownAccessory)
                #expect(await error { try await calls.read(2) } == .unknownAccessory)
                #expect(await error { try await calls.write([1], to: 2, withoutResponse: true) } == .unknownAccessory)
                #expect(await error { try await calls.signalStrength() } == .unknownAccessory)
                #expect(
                    await error { for try await _ in try client.stream(.connect, AccessoryQuery(accessory: plug)) {} }
                        == .unknownAccessory)
                let query = AttributeQuery(accessory: plug, handle: 2)
                #expect(await error { for try await _ in try client.stream(.subscribe, query) {} } == .unknownAccessory)
                #expect(
                    await error { for try await _ in try client.stream(.scan, BluetoothScanRequest()) {} }
                        == .notAuthorized)
            }
            #expect(
                await error { for try await _ in try agent.bluetooth("stranger").stream(.monitor) {} } == .notAuthorized
            )
        }
    }

    @Test func endsEverythingWhenThePersonSwitchesItOff() async throws {
        try await Agent.talking { agent, plug in
            let client = agent.bluetooth("plug")
            var monitor = try client.stream(.monitor).makeAsyncIterator()
            #expect(try await monitor.next()?.state == .poweredOn)
            var link = try client.stream(.connect, AccessoryQuery(accessory: plug)).makeAsyncIterator()
            _ = try await link.next()
            _ = try await link.next()
            var values = try client.stream(.subscribe, AttributeQuery(accessory: plug, handle: 2)).makeAsyncIterator()
            _ = try await values.next()
            let app = "org.example.plug"
            _ = try await agent.control.call(.setAccess, SetAccessRequest(app: app, accessory: plug, allowed: false))
            await #expect(throws: AccessoryError.self) { while try await link.next() != nil {} }
            await #expect(throws: AccessoryError.self) { while try await values.next() != nil {} }
            #expect(await error { try await client.conversation(with: plug).read(2) } == .userRestricted)
            while let news = try await monitor.next(), news.state != .unauthorized {}
            _ = try await agent.control.call(.setAccess, SetAccessRequest(app: app, accessory: plug, allowed: true))
            while let news = try await monitor.next(), news.state != .poweredOn {}
            #expect(await error { try await client.conversation(with: plug).read(2) } == .notConnected)
        }
    }

    @Test func sharesOneLinkBetweenTwoApps() async throws {
        try await Agent.talking { agent, plug in
            _ = try await agent.control.call(.grantAccess, Agent.plugGrant(to: "org.example.viewer"))
            try await agent.isLinked("viewer", to: plug) {
                try await agent.isLinked("plug", to: plug) {
                    let value = try await agent.bluetooth("plug").conversation(with: plug).read(2)
                    #expect(value == [0])
                }
                try await agent.isUnlinked("plug")
                let alone = await error { try await agent.bluetooth("plug").conversation(with: plug).read(2) }
                #expect(alone == .notConnected, "another app's link is not its own")
                #expect(try await agent.bluetooth("viewer").conversation(with: plug).read(2) == [0])
            }
        }
    }

    @Test func reportsTheLinksOfTheAppItself() async throws {
        try await Agent.talking { agent, plug in
            var monitor = try agent.bluetooth("plug").stream(.monitor).makeAsyncIterator()
            let first = try await monitor.next()
            #expect(first?.peripherals.map(\.name) == ["MyPlug"] && first?.peripherals[0].isConnected == false)
            #expect(first?.peripherals[0].accessory == plug && first?.peripherals[0].identifier != plug)
            try await agent.isLinked("plug", to: plug) {
                let news = try await monitor.next()
                #expect(news?.peripherals.map(\.isConnected) == [true])
            }
            #expect(try await monitor.next()?.peripherals.map(\.isConnected) == [false])
        }
    }

    @Test func hearsItsOwnAccessoryAndNoOther() async throws {
        try await Agent.talking { agent, plug in
            let client = agent.bluetooth("plug")
            var scan = try client.stream(.scan, BluetoothScanRequest(services: ["FFF0"])).makeAsyncIterator()
            let sighting = try await scan.next()?.sighting
            #expect(sighting?.accessory == plug && sighting?.advertisement.name == "Plug")
            var all = try client.stream(.scan, BluetoothScanRequest(allowsDuplicates: true)).makeAsyncIterator()
            for _ in 0..<4 { #expect(try await all.next()?.sighting.accessory == plug) }
            let wrong = BluetoothScanRequest(services: ["FFF0", "a plug"])
            #expect(await error { for try await _ in try client.stream(.scan, wrong) {} } == .invalidRequest)
        }
    }

    @Test func waitsForAnAccessoryThatComesLater() async throws {
        try await Agent.talking(more: "Appears=300ms") { agent, plug in
            try await agent.isLinked("plug", to: plug) {
                let value = try await agent.bluetooth("plug").conversation(with: plug).read(2)
                #expect(value == [0])
            }
        }
    }

    @Test func saysHowTheLinkWasLost() async throws {
        try await Agent.talking(more: "Drops=30ms") { agent, plug in
            let lost = await error {
                for try await _ in try agent.bluetooth("plug").stream(.connect, AccessoryQuery(accessory: plug)) {}
            }
            #expect(lost == .connectionFailed)
            try await agent.isLinked("plug", to: plug) {}
        }
    }

    @Test func boundsTheLinksOfOneApp() async throws {
        try await Agent.talking { agent, plug in
            let client = agent.bluetooth("plug")
            var held: [AgentStream<ConnectionReply>] = []
            for _ in 0..<16 {
                let link = try client.stream(.connect, AccessoryQuery(accessory: plug))
                var replies = link.makeAsyncIterator()
                _ = try await replies.next()
                held.append(link)
            }
            #expect(
                await error { for try await _ in try client.stream(.connect, AccessoryQuery(accessory: plug)) {} }
                    == .busy)
            held = []
        }
    }

    @Test(arguments: [
        (0, "00"), (65_536, "00"), (-1, "00"), (2, "0"), (2, "zz"), (2, String(repeating: "00", count: 513)),
    ])
    func refusesWhatIsNoHandleOrValue(handle: Int, value: String) async throws {
        try await Agent.talking { agent, plug in
            try await agent.isLinked("plug", to: plug) {
                let connection = try ClientConnection(path: agent.appPath("plug"))
                let request = WriteValueRequest(accessory: plug, handle: handle, value: value)
                let error = await #expect(throws: VarlinkError.self) {
                    try await connection.call("org.accessoryd.Bluetooth.WriteValue", request, as: Nothing.self)
                }
                #expect(error?.name == "org.accessoryd.Bluetooth.InvalidRequest")
            }
        }
    }

    private func error(_ body: () async throws -> some Any) async -> AccessoryError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? AccessoryError)?.code
        }
    }
}
