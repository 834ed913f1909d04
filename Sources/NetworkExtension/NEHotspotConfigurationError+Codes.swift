// SPDX-License-Identifier: Apache-2.0

/// The codes by their short names, for `catch` and `==`.
extension NEHotspotConfigurationError {
    /// ``Code/invalid``.
    public static var invalid: Code { .invalid }
    /// ``Code/invalidSSID``.
    public static var invalidSSID: Code { .invalidSSID }
    /// ``Code/invalidWPAPassphrase``.
    public static var invalidWPAPassphrase: Code { .invalidWPAPassphrase }
    /// ``Code/invalidWEPPassphrase``.
    public static var invalidWEPPassphrase: Code { .invalidWEPPassphrase }
    /// ``Code/invalidEAPSettings``.
    public static var invalidEAPSettings: Code { .invalidEAPSettings }
    /// ``Code/invalidHS20Settings``.
    public static var invalidHS20Settings: Code { .invalidHS20Settings }
    /// ``Code/invalidHS20DomainName``.
    public static var invalidHS20DomainName: Code { .invalidHS20DomainName }
    /// ``Code/userDenied``.
    public static var userDenied: Code { .userDenied }
    /// ``Code/internal``.
    public static var `internal`: Code { .internal }
    /// ``Code/pending``.
    public static var pending: Code { .pending }
    /// ``Code/systemConfiguration``.
    public static var systemConfiguration: Code { .systemConfiguration }
    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/joinOnceNotSupported``.
    public static var joinOnceNotSupported: Code { .joinOnceNotSupported }
    /// ``Code/alreadyAssociated``.
    public static var alreadyAssociated: Code { .alreadyAssociated }
    /// ``Code/applicationIsNotInForeground``.
    public static var applicationIsNotInForeground: Code { .applicationIsNotInForeground }
    /// ``Code/invalidSSIDPrefix``.
    public static var invalidSSIDPrefix: Code { .invalidSSIDPrefix }
    /// ``Code/userUnauthorized``.
    public static var userUnauthorized: Code { .userUnauthorized }
    /// ``Code/systemDenied``.
    public static var systemDenied: Code { .systemDenied }
}
