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
    /// What the program gets, as every plan's program.
    struct Order: Encodable {
        var plan: String
        var app: String
        var ssid: SSID
        var interface: String
        var address: String
        var gateway: String?
        var uplink: UplinkCredentials
        var provision: ProvisionOrder?
    }

    /// Bytes of all reports together: the accessory has a part in their texts.
    private static let limit = 65_536

    let path: String

    /// The program's reports, until it ends. Throws `provisioningFailed` if it cannot be started.
    func run(_ order: Order) throws(AccessoryError) -> AsyncStream<ProvisioningReport> {
        let (reports, send) = AsyncStream.makeStream(of: ProvisioningReport.self)
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = try encoder.encode(order)
            let socket = try Socket(path: path)
            let lines = Mutex<(rest: [UInt8], count: Int)>(([], 0))
            socket.start { input in
                guard case .bytes(let bytes) = input else { return send.finish() }
                let complete = lines.withLock { lines -> [[UInt8]]? in
                    lines.count += bytes.count
                    guard lines.count <= Self.limit else { return nil }
                    var parts = (lines.rest + bytes).split(
                        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                    lines.rest = parts.popLast().map { Array($0) } ?? []
                    return parts.map { Array($0) }
                }
                guard let complete else { return socket.close() }
                for line in complete {
                    guard let report = try? JSONDecoder().decode(ProvisioningReport.self, from: Data(line)) else {
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
            throw AccessoryError(
                .provisioningFailed,
                "accessory-provision does not answer at \(path) (\(error)); "
                    + "'systemctl start accessory-provision.socket' starts it")
        }
    }
}
