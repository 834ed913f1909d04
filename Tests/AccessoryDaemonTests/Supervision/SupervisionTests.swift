// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import CLinux
import Foundation
import Glibc
import Synchronization
import Testing
import Varlink

@testable import AccessoryDaemon

@Suite struct SupervisionTests {
    @Test(arguments: ["", "@"]) func notifiesSystemdFromItsStartToItsEnd(prefix: String) async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let name = prefix + directory + "/notify"
        let supervisor = try DatagramSocket(at: name)
        try await Agent.run(in: directory, supervisor: Supervisor(socket: name, patience: nil)) { agent in
            #expect(await supervisor.receive().hasPrefix("READY=1\nSTATUS=0 accessories; "))
            _ = try await agent.control.call(.grantAccess, GrantRequest(app: "org.example.camera", ssid: "MyCam-0001"))
            _ = await supervisor.receive(with: "STATUS=1 accessory; wlan0 on 'HomeNet'")
            let stream = try agent.app("camera").stream(.joinHotspot, JoinHotspotRequest(ssid: "MyCam-0001"))
            #expect(await supervisor.receive(with: "joined").hasPrefix("STATUS=1 accessory, 1 joined; wlan0 "))
            agent.signals.yield(SIGHUP)
            let reloading = await supervisor.receive(with: "RELOADING")
            #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
            #expect(await supervisor.receive(with: "READY") == "READY=1")
            withExtendedLifetime(stream) {}
        }
        #expect(await supervisor.receive(with: "STOPPING") == "STOPPING=1\nEXTEND_TIMEOUT_USEC=30000000")
        #expect(await supervisor.receive(with: "stopping") == "STATUS=stopping; restoring 'HomeNet'")
    }

    @Test func reportsWhichPlanFailedAndThatNoneIsLeft() async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let name = directory + "/notify"
        let supervisor = try DatagramSocket(at: name)
        let plan = Provisioned.plan("SSID=MyCam-0042\nPassphraseCredential=cam")
        try await Provisioned.run(
            ["porch": plan], secrets: ["cam": "wrong-wrong"], in: directory,
            supervisor: Supervisor(socket: name, patience: nil)
        ) { agent in
            #expect(try await agent.run().last?.state == .failed)
            #expect(await supervisor.receive(with: "; 1 plan failed: porch: ").hasPrefix("STATUS=0 accessories; "))
            try Data("camera-0042".utf8).write(to: URL(filePath: directory + "/secrets/cam"))
            #expect(try await agent.run("porch").last?.state == .done)
            _ = await supervisor.receive(with: "STATUS=1 accessory; wlan0 on 'HomeNet'")
        }
    }

    @Test func nothingBeatsWhileTheRadiosDoNotTurn() async throws {
        let turns = Turns()
        try await Self.beating(turn: { await turns.turn() }) { _, socket, mark in
            #expect(await socket.receive(with: "WATCHDOG") == "WATCHDOG=1")
            await turns.stop()
            #expect(await Self.between(socket, mark).isEmpty)
            turns.goOn()
            #expect(await socket.receive(with: "WATCHDOG") == "WATCHDOG=1")
        }
    }

    @Test func nothingBeatsWhileTheRegistryDoesNotTurn() async throws {
        try await Self.beating { agent, socket, mark in
            let (held, hold) = AsyncStream.makeStream(of: Never.self)
            var pipes: [Int32] = [-1, -1]
            // A program that another test starts meanwhile must not keep it open.
            try #require(linux_pipe(&pipes) == 0)
            let (end, release) = (pipes[0], pipes[1])
            async let holding: Void = withTaskExecutorPreference(OwnThread()) {
                await agent.daemon.holdStill(untilClosed: end) { hold.finish() }
            }
            for await _ in held {}
            #expect(await Self.between(socket, mark).isEmpty)
            close(release)
            await holding
            #expect(await socket.receive(with: "WATCHDOG") == "WATCHDOG=1")
        }
    }

    /// An agent that gives signs of life as fast as it can.
    private static func beating(
        turn: @escaping @Sendable () async -> Void = {},
        _ body: @Sendable (Agent, DatagramSocket, Supervisor) async throws -> Void
    ) async throws {
        let directory = try Agent.temporaryDirectory()
        defer { Agent.remove(directory) }
        let name = directory + "/notify"
        let socket = try DatagramSocket(at: name)
        try await Agent.run(
            in: directory, supervisor: Supervisor(socket: name, patience: .milliseconds(2)), turn: turn
        ) { try await body($0, socket, Supervisor(socket: name, patience: nil)) }
    }

    /// The messages between two marks, with time for many beats.
    private static func between(_ socket: DatagramSocket, _ mark: Supervisor) async -> [String] {
        mark.send([.status("from here")])
        for _ in 0..<100 {
            let (turned, turn) = AsyncStream.makeStream(of: Never.self)
            _ = EventLoop.shared.perform(at: .now + .microseconds(100)) { turn.finish() }
            for await _ in turned {}
        }
        mark.send([.status("to here")])
        _ = await socket.receive(with: "from here")
        return await socket.receive(before: "to here")
    }
}

/// The loop that drives the radios, which a test can stop.
private final class Turns: Sendable {
    private struct State {
        var isStopped = false
        var observers: [AsyncStream<Never>.Continuation] = []
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    func turn() async {
        let (released, release) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            for observer in state.observers { observer.finish() }
            state.observers = []
            if state.isStopped { state.waiting.append(release) } else { release.finish() }
        }
        for await _ in released {}
    }

    /// Returns when somebody waits for the next turn.
    func stop() async {
        let (asked, observer) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            state.isStopped = true
            state.observers.append(observer)
        }
        for await _ in asked {}
    }

    func goOn() {
        state.withLock { state in
            state.isStopped = false
            for turn in state.waiting { turn.finish() }
            state.waiting = []
        }
    }
}

/// A thread for each job: one that waits for a test must not be one of the few that all tests share.
private final class OwnThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension Daemon {
    /// Keeps the registry from everything else.
    fileprivate func holdStill(untilClosed descriptor: Int32, began: @Sendable () -> Void) {
        began()
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        close(descriptor)
    }
}
