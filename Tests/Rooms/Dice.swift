// SPDX-License-Identifier: Apache-2.0

/// Chance that can be had again: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
package struct Dice: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The standard library does not promise that its own draws stay what they are, so they are made here.
    package mutating func below(_ limit: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// 0 up to 1, without it.
    package mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    package mutating func isLucky(_ chance: Double) -> Bool { fraction() < chance }

    package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(below(256)) } }

    package mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(below(10)) }.joined() }

    /// How many of all, in one room; in some rooms none.
    package mutating func share(upTo most: Double) -> Double { isLucky(0.3) ? 0 : fraction() * most }

    /// Some time within a span.
    package mutating func time(within span: Duration) -> Duration { span * fraction() }

    /// From least to most, each order of size as likely as the other.
    package mutating func size(from least: Int, to most: Int) -> Int {
        var size = least
        // Halves what is left to grow by with each toss: log-uniform without a logarithm, which differs between machines.
        let doublings = (0...).first { least << $0 >= most } ?? 0
        for _ in 0..<below(max(1, doublings)) { size *= 2 }
        return min(most, size + below(size))
    }
}
