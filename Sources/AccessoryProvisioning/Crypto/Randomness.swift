// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A source of random bytes for keys. Tests give one that repeats itself.
public struct Randomness: Sendable {
    private var draw: @Sendable (Int) -> [UInt8]

    /// - Parameter draw: Returns as many bytes as it is asked for. With another number of bytes the machine that needed
    ///   them fails.
    public init(_ draw: @escaping @Sendable (Int) -> [UInt8]) {
        self.draw = draw
    }

    /// libcrypto's own generator, which the kernel seeds.
    public static let system = Randomness { count in
        var bytes = [UInt8](repeating: 0, count: count)
        guard let length = CInt(exactly: count), RAND_bytes(&bytes, length) == 1 else { return [] }
        return bytes
    }

    func bytes(_ count: Int) throws(CryptoFault) -> [UInt8] {
        let bytes = draw(count)
        guard bytes.count == count else { throw .noRandomness }
        return bytes
    }
}
