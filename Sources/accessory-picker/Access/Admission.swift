// SPDX-License-Identifier: Apache-2.0

/// What a session becomes that a link has made: a phone that the hub keeps.
struct Admission: Sendable {
    /// Browsers keep a cookie for at most 400 days (RFC 6265bis, 5.5); each visit begins them anew.
    static let cookieLifetime = 400 * 24 * 3600

    let phones: Phones
    /// Called with the phone's name once it is kept.
    let admitted: @Sendable (String) -> Void
}
