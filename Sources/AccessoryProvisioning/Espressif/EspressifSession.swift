// SPDX-License-Identifier: Apache-2.0

/// What encrypts and decrypts after the session is made, in the order of the messages.
enum EspressifSession: Sendable {
    case clear
    /// One stream for both directions.
    case stream(Keystream)
    case sealed(SealingKey, SealingNonce)

    mutating func encrypt(_ bytes: [UInt8]) throws(EspressifFault) -> [UInt8] {
        try apply(bytes) { key, nonce throws(CryptoFault) in try key.seal(bytes, nonce: nonce) }
    }

    mutating func decrypt(_ bytes: [UInt8]) throws(EspressifFault) -> [UInt8] {
        try apply(bytes) { key, nonce throws(CryptoFault) in try key.open(bytes, nonce: nonce) }
    }

    private mutating func apply(
        _ bytes: [UInt8], _ operation: (SealingKey, [UInt8]) throws(CryptoFault) -> [UInt8]
    ) throws(EspressifFault) -> [UInt8] {
        try checked {
            switch self {
            case .clear: return bytes
            case .stream(var stream):
                defer { self = .stream(stream) }
                return try stream.apply(to: bytes)
            case .sealed(let key, var nonce):
                defer { self = .sealed(key, nonce) }
                return try operation(key, nonce.next())
            }
        }
    }
}

/// The nonce of security 2: eight random bytes and a counter, which begins at 1 and counts the messages of both
/// directions. Firmware with `sec_patch_ver` 0 takes the same nonce for every message.
struct SealingNonce: Hashable, Sendable {
    private var bytes: [UInt8]
    private let isCounting: Bool

    init(_ bytes: [UInt8], isCounting: Bool) throws(EspressifFault) {
        guard bytes.count == SealingKey.nonceLength else { throw .garbled }
        self.bytes = bytes
        self.isCounting = isCounting
    }

    mutating func next() -> [UInt8] {
        defer { if isCounting { advance() } }
        return bytes
    }

    private mutating func advance() {
        for index in bytes.indices.suffix(4).reversed() {
            bytes[index] &+= 1
            if bytes[index] != 0 { return }
        }
    }
}
