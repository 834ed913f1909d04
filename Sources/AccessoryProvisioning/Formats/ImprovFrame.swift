// SPDX-License-Identifier: Apache-2.0

/// A command to an Improv device, or its result: a command's number, the length of the data, the data, and the sum of
/// all these bytes (improv-wifi.com, "Improv via BLE", RPC command and result).
struct ImprovFrame: Hashable, Sendable {
    static let sendNetwork: UInt8 = 1
    static let identify: UInt8 = 2
    static let deviceInformation: UInt8 = 3

    var command: UInt8
    var strings: [[UInt8]]

    /// - Parameter strings: Together with a byte for the length of each, at most 255 bytes.
    init(command: UInt8, strings: [[UInt8]] = []) {
        self.command = command
        self.strings = strings
    }

    /// Reads a result. Nil if lengths or sum are wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 3, bytes.count == Int(bytes[1]) + 3, let sum = bytes.last,
            Self.sum(bytes.dropLast()) == sum
        else { return nil }
        command = bytes[0]
        strings = []
        var rest = bytes.dropFirst(2).dropLast()
        while let length = rest.popFirst() {
            guard rest.count >= Int(length) else { return nil }
            strings.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
    }

    /// A command without data has no data's length but zero; one with strings has the length of each before it.
    var bytes: [UInt8] {
        let data = strings.flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 }
        let head = [command, UInt8(truncatingIfNeeded: data.count)] + data
        return head + [Self.sum(head)]
    }

    private static func sum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }
}
