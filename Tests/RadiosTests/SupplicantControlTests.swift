// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import FoundationEssentials
import Glibc
import Testing

@testable import Radios

/// The control socket, against a real datagram socket in wpa_supplicant's place.
@Suite struct SupplicantControlTests {
    /// A socket at the path, and what came from which address.
    private final class Supplicant {
        let folder: String
        private let descriptor: Int32

        init() throws {
            folder = "/tmp/accessoryd-control-\(UUID().uuidString)"
            try #require(mkdir(folder, 0o700) == 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let path = Array("\(folder)/wlan0".utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        }

        deinit {
            close(descriptor)
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Receives one command, and sends the messages to the address that it came from.
        func answer(_ messages: [[UInt8]]) -> String {
            var sender = sockaddr_un()
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let length = withUnsafeMutablePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size)
                }
            }
            for message in messages {
                _ = withUnsafePointer(to: &sender) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        sendto(descriptor, message, message.count, 0, $0, size)
                    }
                }
            }
            return String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
        }
    }

    /// Sizes around the longest message, and far beyond it.
    @Test func readsMessagesOfAnySize() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let longest = EasyConnectMessage.longest
        let sizes = Array(0...17) + [longest - 1, longest, longest + 1, 2 * longest, 60_000]
        var read: [Int] = []
        for size in sizes {
            let message = [UInt8](repeating: UInt8(ascii: "x"), count: size)
            try #require(send(ends[0], message, size, 0) == size)
            SupplicantControl.receive(from: ends[1]) { message in
                if case .reply(let text) = message { read.append(text.utf8.count) }
            }
        }
        #expect(read == sizes.filter { $0 <= longest })
    }

    @Test func sendsCommandsAndGetsWhatCounts() throws {
        let supplicant = try Supplicant()
        let control = try SupplicantControl(interface: "wlan0", folder: supplicant.folder)
        try control.send("DPP_QR_CODE DPP:K:x;;")
        let sent = supplicant.answer([
            Array("7".utf8), Array("<3>DPP-AUTH-SUCCESS init=1".utf8), Array("<3>CTRL-EVENT-SCAN-STARTED ".utf8),
            Array("<3>DPP-RX src=02:00:00:00:00:01 freq=2437 type=0".utf8), [0xFF, 0xFE],
            [UInt8](repeating: 0x41, count: EasyConnectMessage.longest + 1), Array("<2>CTRL-EVENT-TERMINATING ".utf8),
        ])
        #expect(sent == "DPP_QR_CODE DPP:K:x;;")
        var messages: [EasyConnectMessage] = []
        SupplicantControl.receive(from: control.descriptor) { messages.append($0) }
        #expect(
            messages == [.reply("7"), .event("DPP-AUTH-SUCCESS init=1"), .event("CTRL-EVENT-TERMINATING ")])
    }

    @Test func namesTheSocketAndTheCureIfNobodyAnswers() throws {
        let supplicant = try Supplicant()
        do {
            _ = try SupplicantControl(interface: "wlan7", folder: supplicant.folder)
            Issue.record("there is no such socket")
        } catch {
            #expect(error.code == .radioUnavailable)
            #expect(error.message.contains("\(supplicant.folder)/wlan7") && error.message.contains("GROUP=netdev"))
        }
    }
}
