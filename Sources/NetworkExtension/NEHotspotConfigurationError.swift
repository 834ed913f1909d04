// SPDX-License-Identifier: Apache-2.0

/// The domain of an ``ASHotspotError``.
// The name that phones use.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NEHotspotConfigurationErrorDomain = "NEHotspotConfigurationErrorDomain"

/// The kind of a failure to configure or join a hotspot, in phones' numbers.
///
/// As on phones it is the code of an error and no error itself, so neither `as?` nor `catch` finds it. Phones' code
/// takes it from `NEHotspotConfigurationError(rawValue: (error as NSError).code)`. Without Foundation,
/// ``ASHotspotError/code`` has it.
public enum NEHotspotConfigurationError: Int, Hashable, Sendable, CaseIterable {
    /// The configuration cannot be right.
    case invalid = 0
    /// The SSID does not have 1 to 32 bytes.
    case invalidSSID = 1
    /// The passphrase does not have 8 to 63 printable ASCII characters, or the network refused it.
    case invalidWPAPassphrase = 2
    /// WEP, which is not supported.
    case invalidWEPPassphrase = 3
    /// Enterprise settings, which are not supported.
    case invalidEAPSettings = 4
    /// Hotspot 2.0, which is not supported.
    case invalidHS20Settings = 5
    /// A Hotspot 2.0 domain that cannot be right.
    case invalidHS20DomainName = 6
    /// The person declined.
    case userDenied = 7
    /// The agent or the radio cannot be used, or the program is no app.
    case `internal` = 8
    /// Another operation has to end first.
    case pending = 9
    /// It conflicts with the system's own configuration. Never sent on Linux.
    case systemConfiguration = 10
    /// The network was not joined; ``ASHotspotError/reason`` gives the reason.
    case unknown = 11
    /// Never sent on Linux.
    case joinOnceNotSupported = 12
    /// Never sent on Linux, where a network that is joined already counts as success.
    case alreadyAssociated = 13
    /// No picker runs, so nobody can be asked.
    case applicationIsNotInForeground = 14
    /// The prefix does not have 3 to 32 bytes.
    case invalidSSIDPrefix = 15
    /// The app has no access to the accessory, or no longer.
    case userUnauthorized = 16
    /// The access point refused this machine, or has a weaker security than expected.
    case systemDenied = 17
}
