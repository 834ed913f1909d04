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

    /// All names, for a message.
    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
