// SPDX-License-Identifier: Apache-2.0

/// wpa_supplicant's part in Wi-Fi Easy Connect: the keys that programs have added, and the call that is under way.
struct SimulatedConfigurator: Sendable, Equatable {
    struct Call: Sendable {
        let number: Int
        let events: [(due: Duration, event: String)]
    }

    var keys: [Int: [UInt8]] = [:]
    var labels: [Int: String] = [:]
    /// The number of the latest call; nil if it was stopped.
    var call: Int?
    private var calls = 0

    /// wpa_supplicant gives the number after the largest one.
    private static func next<Value>(in list: [Int: Value]) -> Int { (list.keys.max() ?? 0) + 1 }

    mutating func add(key: [UInt8]) -> String {
        let number = Self.next(in: keys)
        keys[number] = key
        return "\(number)"
    }

    mutating func add(label: String) -> String {
        guard SimulatedEnrollee.field("K", of: label) != nil else { return "FAIL\n" }
        let number = Self.next(in: labels)
        labels[number] = label
        return "\(number)"
    }

    mutating func begin() -> Int {
        calls += 1
        call = calls
        return calls
    }
}
