// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AgentInterface
import FoundationEssentials
import Glibc
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
        var address: String
        var gateway: String?
        var uplink: UplinkCredentials
        var provision: ProvisionOrder?
    }

    let path: String

    /// The program's reports, until it ends. Throws `provisioningFailed` if it cannot be started.
    func run(_ order: Order) throws(AccessoryError) -> AsyncStream<ProvisioningReport> {
        try reports(for: order)
    }

    /// Has the program ask the device at an address who it is. A program without an answer is as good as a silent device.
    /// Throws `provisioningFailed` if it cannot be started.
    func check(_ place: CheckOrder.Place) async throws(AccessoryError) -> CheckAnswer {
        let answers: AsyncStream<CheckAnswer> = try reports(for: CheckOrder(place))
        for await answer in answers { return answer }
        return .silent
    }

    /// Before anything is cut. It does not start the program. Throws `provisioningFailed` if nothing could.
    func requirePresence() throws(AccessoryError) {
        var place = stat()
        guard stat(path, &place) == 0, place.st_mode & S_IFMT == S_IFSOCK, access(path, W_OK) == 0 else {
            throw absence(String(cString: strerror(errno)))
        }
    }

    private func absence(_ reason: String) -> AccessoryError {
        AccessoryError(
            .provisioningFailed,
            "accessory-provision does not answer at \(path) (\(reason)); "
                + "'systemctl start accessory-provision.socket' starts it", reason: FailureReason(.programAway))
    }

    private func reports<Report: Decodable & Sendable>(
        for order: some Encodable
    ) throws(AccessoryError) -> AsyncStream<Report> {
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
            return reports
        } catch {
            throw absence("\(error)")
        }
    }
}
