// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import CCurl
import FoundationEssentials
import Glibc

/// Whoever started this program, and gets its reports: as JSON on the descriptor of the order if that is a socket, else as
/// text on standard output.
struct Listener {
    private let descriptor: Int32
    let isSocket: Bool

    init(_ order: Int32) {
        var (type, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        isSocket = getsockopt(order, SOL_SOCKET, SO_TYPE, &type, &size) == 0
        descriptor = isSocket ? order : STDOUT_FILENO
        // Nobody is left who could end this program.
        if isSocket { curl_stop_at_hangup(order) }
    }

    func report(_ report: ProvisioningReport) {
        guard isSocket else { return Self.write(Self.text(of: report), to: descriptor) }
        send(report)
    }

    func report(_ answer: CheckAnswer) { send(answer) }

    func report(_ answer: LampAnswer) { send(answer) }

    /// Waits for the agent, which writes into its history that the network is given, before it is. Nobody else is asked.
    /// Throws `Refusal` if this program is to stop instead.
    func waitForConsent() throws(Refusal) {
        guard isSocket else { return }
        var peer = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while curl_is_stopped() == 0 {
            var byte: UInt8 = 0
            // A signal that comes just before is seen after this at the latest.
            guard poll(&peer, 1, 200) > 0 else { continue }
            if read(descriptor, &byte, 1) == 1 { return }
        }
        throw Refusal("stopped before the network was handed over")
    }

    private func send(_ line: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(line) else { return }
        Self.write(String(decoding: line, as: UTF8.self), to: descriptor)
    }

    static func text(of report: ProvisioningReport) -> String {
        switch report {
        case .step(.identified(let device)):
            let parts = [device.name, device.model, device.version, device.address?.description].compactMap { $0 }
            return "the accessory is \(parts.map(\.printable).joined(separator: ", "))"
        case .step(.securing): return "making a session"
        case .step(.handingOver(let protection)):
            return "handing the network over, protected by \(protection.explanation)"
        case .step(.waitingForAccessory): return "the accessory tries to join the network"
        case .outcome(let outcome): return outcome.text
        }
    }

    static func write(_ line: String, to descriptor: Int32 = STDERR_FILENO) {
        let bytes = Array("\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            sent += count
        }
    }
}
