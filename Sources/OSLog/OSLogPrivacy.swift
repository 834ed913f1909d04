// SPDX-License-Identifier: Apache-2.0

/// Whether a value is readable in the log.
public struct OSLogPrivacy: Hashable, Sendable {
    let isHidden: Bool

    /// Readable. On phones only numbers are.
    public static let auto = OSLogPrivacy(isHidden: false)
    /// Readable.
    public static let `public` = OSLogPrivacy(isHidden: false)
    /// The log has `<private>` in its place.
    public static let `private` = OSLogPrivacy(isHidden: true)
    /// The log has `<private>` in its place.
    public static let sensitive = OSLogPrivacy(isHidden: true)
}
