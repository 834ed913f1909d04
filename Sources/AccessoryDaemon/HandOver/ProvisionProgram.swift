// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import Synchronization
import Varlink

/// The program that hands a network over in an accessory's hotspot, behind its socket. systemd starts it for each
/// connection, in a sandbox of its own; it gets one line of JSON, and answers with one line for each report.
struct ProvisionProgram: Sendable {
    /// What the program gets.
    struct Order: Encodable {
        var app: String
        var ssid: SSID
        var interface: String
        /// Of this machine, in a hotspot.
        var address: String?
        var gateway: String?
        var uplink: UplinkCredentials
        var move: ProvisioningMove?
        var provision: ProvisionOrder?
    }

    let path: String

    /// A program that has its order.
    struct Course: Sendable {
        /// Until it ends, or until nobody reads them.
        let reports: AsyncStream<ProvisioningReport>
        fileprivate let socket: Socket

        /// Lets the program send the network to the accessory. It waits for that after it has reported that it will.
        func proceed() {
            // If the program is gone, so are its reports.
            try? socket.send([UInt8(ascii: "\n")])
        }
    }

    /// Throws `provisioningFailed` if the program cannot be started.
    func run(_ order: Order) throws(AccessoryError) -> Course {
        let (reports, socket): (AsyncStream<ProvisioningReport>, Socket) = try start(order)
        return Course(reports: reports, socket: socket)
    }

    /// Has the program ask the device at an address who it is. A program without an answer is as good as a silent device.
    /// Throws `provisioningFailed` if it cannot be started.
    func check(_ place: CheckOrder.Place) async throws(AccessoryError) -> CheckAnswer {
        let (answers, _): (AsyncStream<CheckAnswer>, Socket) = try start(CheckOrder(place))
        for await answer in answers { return answer }
        return .silent
    }

    /// Has the program make a device at an address show which one it is. A program without an answer is as good as a silent
    /// device. Throws `provisioningFailed` if it cannot be started.
    func showLamp(of place: CheckOrder.Place) async throws(AccessoryError) -> LampAnswer.Outcome {
        let (answers, _): (AsyncStream<LampAnswer>, Socket) = try start(LampOrder(place))
        for await answer in answers { return answer.lamp }
        return .silent
    }

    /// How long a program may take to end when it is asked whether it starts.
    private static let patience: Duration = .seconds(5)

    /// Starts the program once, before anything is cut. Throws `provisioningFailed` unless the program
    /// answers or ends in time.
    func requirePresence(clock: any Clock<Duration>) async throws(AccessoryError) {
        let (answers, socket): (AsyncStream<CheckAnswer>, Socket) = try start(ReadyOrder())
        defer { socket.close() }
        let isThere = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in answers { break }
                return !Task.isCancelled
            }
            group.addTask {
                try? await clock.sleep(for: Self.patience)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        if !isThere { throw absence("it did not begin within \(Self.patience)") }
    }

    private func absence(_ reason: String) -> AccessoryError {
        AccessoryError(
            .provisioningFailed,
            "accessory-provision does not answer at \(path) (\(reason)); "
                + "'systemctl restart accessory-provision.socket' starts it", reason: FailureReason(.programAway))
    }

    private func start<Report: Decodable & Sendable>(
        _ order: some Encodable
    ) throws(AccessoryError) -> (AsyncStream<Report>, Socket) {
        let (reports, send) = AsyncStream.makeStream(of: Report.self)
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = try encoder.encode(order)
            let socket = try Socket(path: path)
            let lines = Mutex(ReportLines())
            socket.start { input in
                guard case .bytes(let bytes) = input else { return send.finish() }
                guard let complete = lines.withLock({ $0.receive(bytes) }) else { return socket.close() }
                for line in complete {
                    guard let report = try? JSONDecoder().decode(Report.self, from: Data(line)) else {
                        return socket.close()
                    }
                    send.yield(report)
                }
            }
            // The end of the reader ends the program.
            send.onTermination = { _ in socket.close() }
            try socket.send(Array(line) + [UInt8(ascii: "\n")])
            return (reports, socket)
        } catch {
            throw absence("\(error)")
        }
    }
}
