// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension MACAddress {
    /// An unforeseeable number that is the same in every run (FNV-1a's multiplication).
    func chance(_ turn: UInt64) -> UInt64 {
        bytes.reduce(turn) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// The change of its signal in this second: -2 to 2.
    func wobble(at now: Duration) -> Int { Int((chance(UInt64(now.components.seconds)) >> 32) % 5) - 2 }
}
