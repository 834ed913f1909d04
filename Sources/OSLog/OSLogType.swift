// SPDX-License-Identifier: Apache-2.0

/// The level of a message, in phones' numbers.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt8
    /// The level of this number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The level of this number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// A message that people may need.
    public static let `default` = OSLogType(0)
    /// A message that helps.
    public static let info = OSLogType(1)
    /// A message for the app's developers.
    public static let debug = OSLogType(2)
    /// An error of the process.
    public static let error = OSLogType(16)
    /// An error of the system or of several processes.
    public static let fault = OSLogType(17)

    /// The journal's number.
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        case _: 5
        }
    }
}
