// SPDX-License-Identifier: Apache-2.0

/// Cuts what a program writes into lines, wherever the parts that come are cut.
struct ReportLines: Sendable {
    /// Bytes of all lines together: the accessory has a part in their texts.
    static let limit = 65_536

    private var rest: [UInt8] = []
    private var count = 0

    /// The lines that these bytes end, without their ends; nil if there are too many bytes.
    mutating func receive(_ bytes: [UInt8]) -> [[UInt8]]? {
        count += bytes.count
        guard count <= Self.limit else { return nil }
        rest += bytes
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        rest = lines.popLast() ?? []
        return lines
    }
}
