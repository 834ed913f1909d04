// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessorySetupKit
import AgentInterface
import CoreBluetooth
import Glibc
import Testing

/// The third step over Bluetooth: an app talks to its accessory.
@Suite(.timeLimit(.minutes(5))) struct PlugTests {
    typealias Events = AsyncStream<PlugApp.Event>.Iterator

    /// Connects the plug, and discovers everything.
    private func connected(
        _ agent: Agent, _ app: PlugApp, _ events: inout Events
    ) async throws -> CBPeripheral {
        #expect(await events.next(isolation: nil) == .state(.poweredOn))
        let plug = try await app.plug(agent)
        app.central.connect(plug)
        #expect(await events.next(isolation: nil) == .connected)
        #expect(plug.state == .connected)
        plug.discoverServices(nil)
        #expect(await events.next(isolation: nil) == .services(["FFF0"]))
        plug.discoverCharacteristics(nil, for: try #require(plug.services?.first))
        #expect(await events.next(isolation: nil) == .characteristics(["FFF1", "FFF2", "FFF3"]))
        return plug
    }

    @Test func anAppReadsWritesAndSubscribesInItsOrder() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            let power = try PlugApp.characteristic("FFF1", plug)
            #expect(power.properties == [.read, .write, .writeWithoutResponse, .notify])
            plug.readValue(for: power)
            plug.setNotifyValue(true, for: power)
            plug.writeValue(Data([1]), for: power, type: .withResponse)
            plug.discoverDescriptors(for: power)
            plug.readRSSI()
            #expect(await events.next(isolation: nil) == .value("FFF1", [0]))
            #expect(await events.next(isolation: nil) == .notifying("FFF1", true))
            // The notification comes on a connection of its own, so it may be first.
            var next: Set<PlugApp.Event> = []
            for _ in 0..<3 { next.insert(try #require(await events.next(isolation: nil))) }
            #expect(next == [.value("FFF1", [1]), .written("FFF1"), .descriptors(["2901"])])
            guard case .rssi(let strength, true)? = await events.next(isolation: nil) else { throw PlugApp.Missing() }
            #expect(strength < 0)
            plug.readValue(for: try #require(power.descriptors?.first))
            #expect(await events.next(isolation: nil) == .descriptorValue("Switch"))
            #expect(app.central.retrieveConnectedPeripherals(withServices: [CBUUID(string: "FFF0")]) == [plug])
            #expect(plug.maximumWriteValueLength(for: .withResponse) == 512)
            #expect(plug.maximumWriteValueLength(for: .withoutResponse) > 20)
            plug.setNotifyValue(false, for: power)
            #expect(await events.next(isolation: nil) == .notifying("FFF1", false))
            // On the queue, where the end of the link cannot come between the two.
            let state = app.queue.sync {
                app.central.cancelPeripheralConnection(plug)
                return plug.state
            }
            #expect(state == .disconnecting)
            #expect(await events.next(isolation: nil) == .disconnected(nil))
            #expect(plug.state == .disconnected && plug.services == nil)
        }
    }

    @Test func aRefusalHasTheNumberOfTheProtocol() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            let locked = try PlugApp.characteristic("FFF3", plug)
            plug.writeValue(Data([1]), for: locked, type: .withResponse)
            #expect(
                await events.next(isolation: nil) == .writeFailed("FFF3", CBATTError.writeNotPermitted.rawValue))
            plug.writeValue(Data(repeating: 1, count: 513), for: locked, type: .withResponse)
            #expect(
                await events.next(isolation: nil)
                    == .writeFailed("FFF3", CBATTError.invalidAttributeValueLength.rawValue))
        }
    }

    @Test func aThousandNotificationsComeInOrder() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            plug.setNotifyValue(true, for: try PlugApp.characteristic("FFF2", plug))
            #expect(await events.next(isolation: nil) == .notifying("FFF2", true))
            for number in 0..<1000 {
                let bytes = [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0]
                #expect(await events.next(isolation: nil) == .value("FFF2", bytes))
            }
        }
    }

    @Test func writesWithoutResponseAreSentInOrderAndPaced() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            let power = try PlugApp.characteristic("FFF1", plug)
            plug.setNotifyValue(true, for: power)
            #expect(await events.next(isolation: nil) == .notifying("FFF1", true))
            #expect(plug.canSendWriteWithoutResponse)
            for number in 0..<32 { plug.writeValue(Data([UInt8(number)]), for: power, type: .withoutResponse) }
            #expect(!plug.canSendWriteWithoutResponse)
            var seen: [UInt8] = []
            var isReady = false
            while seen.count < 32 || !isReady {
                switch await events.next(isolation: nil) {
                case .value("FFF1", let bytes): seen += bytes
                case .isReady: isReady = true
                case let other: Issue.record("\(String(describing: other))")
                }
            }
            #expect(seen == Array(0..<32))
            #expect(plug.canSendWriteWithoutResponse)
        }
    }

    @Test func aScanShowsGrantedAccessoriesOnly() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            #expect(await events.next(isolation: nil) == .state(.poweredOn))
            let plug = try await app.plug(agent)
            app.central.scanForPeripherals(
                withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
            #expect(app.central.isScanning)
            for _ in 0..<3 {
                guard case .discovered(let identifier, let strength)? = await events.next(isolation: nil) else {
                    throw PlugApp.Missing()
                }
                #expect(identifier == plug.identifier && strength < 0)
            }
            app.central.stopScan()
            #expect(!app.central.isScanning)
            #expect(app.central.retrievePeripherals(withIdentifiers: [UUID()]).isEmpty)
        }
    }

    @Test func onlyAnAppWithAnAccessoryHasBluetooth() async throws {
        try await Agent.run(air: PlugApp.air) { agent in
            let app = PlugApp(agent)
            var events = app.events.makeAsyncIterator()
            #expect(await events.next(isolation: nil) == .state(.poweredOff))
            try await PlugApp.grant(agent)
            #expect(await events.next(isolation: nil) == .state(.poweredOn))
        }
    }

    @Test func theEndOfTheGrantEndsTheLink() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            try await agent.ctl("access", "revoke", "--app", "org.example.camera", "--ssid", "MyCam-0042")
            var seen: Set<PlugApp.Event> = []
            for _ in 0..<2 { seen.insert(try #require(await events.next(isolation: nil))) }
            #expect(seen.contains(.state(.poweredOff)))
            #expect(seen.contains { if case .disconnected(.some) = $0 { true } else { false } }, "\(seen)")
            #expect(plug.state == .disconnected)
        }
    }

    @Test func aCentralComesBackWithARestartedAgent() async throws {
        try await PlugApp.run { agent, app in
            var events = app.events.makeAsyncIterator()
            let plug = try await connected(agent, app, &events)
            agent.crash()
            var seen: Set<PlugApp.Event> = []
            for _ in 0..<2 { seen.insert(try #require(await events.next(isolation: nil))) }
            #expect(seen == [.state(.resetting), .disconnected(.peripheralDisconnected)])
            // A connection that is asked for now is made when it can be.
            app.central.connect(plug)
            #expect(plug.state == .connecting)
            try await agent.start()
            #expect(await events.next(isolation: nil) == .state(.poweredOn))
            #expect(await events.next(isolation: nil) == .connected)
        }
    }

    @Test func aCentralBeforeAMigrationEndsIt() async throws {
        try await PlugApp.run { agent, app in
            let session = ASAccessorySession(runtimeDirectory: agent.directory)
            session.activate(on: .main) { _ in }
            let old = ASMigrationDisplayItem(
                name: "Old plug", productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
            old.bluetoothAddress = "02:00:00:00:0C:02"
            let error = await failure { try await session.showPicker(for: [old]) }
            #expect((error as? ASError)?.code == .invalidRequest)
            #expect((error as? ASError)?.message.contains("CBCentralManager") == true)
            withExtendedLifetime(app) {}
        }
    }

    @Test func aCentralThatIsGoneHoldsNothing() async throws {
        try await Agent.run(air: PlugApp.air) { agent in
            try await PlugApp.grant(agent)
            let sockets = AgentSockets(directory: agent.directory)
            for _ in 0..<20 {
                let app = PlugApp(agent)
                var events = app.events.makeAsyncIterator()
                #expect(await events.next(isolation: nil) == .state(.poweredOn))
                let plug = try await app.plug(agent)
                app.central.scanForPeripherals(withServices: nil)
                app.central.connect(plug)
                #expect(Centrals.exist(at: sockets))
            }
            // The agent has noticed that no link is held.
            for try await news in try BluetoothClient(sockets).stream(.monitor)
            where !news.peripherals.contains(where: \.isConnected) {
                break
            }
            while Centrals.exist(at: sockets) { try await agent.ctl("general", "status") }
        }
    }

    // MARK: The phone's app

    /// Runs Tests/PhoneApp, whose sources are as on a phone.
    private func phoneApp(
        _ agent: Agent, _ program: String = "phone-app"
    ) throws -> (program: Program, lines: AsyncStream<String>) {
        let program = try Program(
            "/usr/bin/env",
            ["ACCESSORYD_RUNTIME_DIR=\(agent.directory)", "stdbuf", "-oL", "\(Program.folder)/\(program)"],
            isTalking: true)
        return (program, program.lines())
    }

    /// Reads until all of these came, in any order, maybe with others between them.
    private func expect(
        _ wanted: Set<String>, in lines: AsyncStream<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var missing = wanted
        var seen: [String] = []
        for await line in lines {
            seen.append(line)
            missing.remove(line)
            if missing.isEmpty { return }
        }
        Issue.record("no \(missing) in \(seen.suffix(20))", sourceLocation: sourceLocation)
    }

    @Test func aPhonesAppRunsUnchanged() async throws {
        try await Agent.run(air: PlugApp.air) { agent in
            let (app, lines) = try phoneApp(agent)
            try await Person(at: agent, choosing: "Plug-0042").sits {
                await expect(
                    ["plug Desk plug", "state poweredOn", "connected Desk plug", "off", "signal true", "count 0"],
                    in: lines)
            }
            app.send("on")
            await expect(["written", "on"], in: lines)
            app.send("scan")
            await expect(["discovered true true"], in: lines)
            agent.crash()
            await expect(["state resetting"], in: lines)
            try await agent.start()
            await expect(["state poweredOn", "connected Desk plug"], in: lines)
            await expect(["count 1"], in: lines)
            app.send("quiet")
            try await Person(at: agent, choosing: "MyCam-0042").sits {
                app.send("hotspot")
                await expect(["hotspot MyCam-0042"], in: lines)
            }
            app.send("disconnect")
            await expect(["disconnected 0"], in: lines)
        }
    }

    @Test func theExampleSwitchesAPlug() async throws {
        try await PlugApp.run { agent, _ in
            let (app, lines) = try phoneApp(agent, "plug-switch")
            await expect(
                ["the plug is off; switching it on", "switched", "power: [0, 0, 0, 0] W", "power: [1, 0, 0, 0] W"],
                in: lines)
            withExtendedLifetime(app) {}
        }
    }
}
