// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CLinux
import Glibc

/// wpa_supplicant's control socket of one interface, for what its bus lacks. Debian's unit makes it for the group netdev
/// (-O "DIR=/run/wpa_supplicant GROUP=netdev").
struct SupplicantControl: ~Copyable {
    static let folder = "/run/wpa_supplicant"

    let descriptor: Int32
    private let path: String

    /// Throws `AccessoryError` with the cure.
    init(interface: String, folder: String = folder) throws(AccessoryError) {
        path = "\(folder)/\(interface)"
        descriptor = linux_connect_datagram(path)
        if descriptor < 0 { throw Self.failure(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Throws `AccessoryError` without the command, which may have secrets.
    func send(_ command: String) throws(AccessoryError) {
        let bytes = Array(command.utf8)
        // A socket of datagrams whose peer is gone raises no SIGPIPE.
        guard Glibc.send(descriptor, bytes, bytes.count, 0) == bytes.count else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> AccessoryError {
        AccessoryError(
            .radioUnavailable,
            "wpa_supplicant does not answer at \(path) (\(String(cString: strerror(errno)))); start it with "
                + "-O \"DIR=\(folder) GROUP=netdev\", as Debian does, and let the agent's user be in that group")
    }

    /// All messages that have come. A line that is too long, or no UTF-8, is none of Wi-Fi Easy Connect.
    static func receive(from descriptor: Int32, _ body: (EasyConnectMessage) -> Void) {
        while true {
            var length = -1
            let bytes = [UInt8](unsafeUninitializedCapacity: EasyConnectMessage.longest + 1) { buffer, count in
                length = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                count = max(0, length)
            }
            guard length >= 0 else { return }
            guard length <= EasyConnectMessage.longest, let text = String(validating: bytes, as: UTF8.self) else {
                continue
            }
            if let message = message(text) { body(message) }
        }
    }

    /// An event begins with its priority: `<3>DPP-AUTH-SUCCESS init=1`. Nil for one that is none of Wi-Fi Easy Connect.
    static func message(_ text: String) -> EasyConnectMessage? {
        guard text.hasPrefix("<"), let end = text.firstIndex(of: ">") else { return .reply(text) }
        let event = String(text[text.index(after: end)...])
        // Each frame of a stranger is a DPP-RX, and each scan has events, too.
        let counts =
            event.hasPrefix("DPP-") && !event.hasPrefix("DPP-RX") && !event.hasPrefix("DPP-TX ")
            || event.hasPrefix("CTRL-EVENT-TERMINATING")
        return counts ? .event(event) : nil
    }
}
