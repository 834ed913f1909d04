// SPDX-License-Identifier: Apache-2.0

/// The kinds of accessories whose way onto a network is known. The raw values are the names in plans and manifests, and
/// on the command line.
public enum Family: String, Hashable, Sendable, Codable, CaseIterable {
    case espressif
    /// Shelly's first generation.
    case shelly1
    /// Shelly's second generation and later ones.
    case shelly
    case improv
    case esphome
    case wled
    case tasmota
    case gopro
    case theta
    /// Wi-Fi Easy Connect (DPP): the label's key is the way to any device that has one.
    case easyConnect

    /// The family's own hotspot has a passphrase, unless its owner took it away: WLED's is wled1234 (wled00/const.h,
    /// DEFAULT_AP_PASS), a THETA's is in its serial number.
    package var hasProtectedHotspot: Bool { self == .wled || self == .theta }

    /// All names, for a message.
    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
