// SPDX-License-Identifier: Apache-2.0

extension Error {
    /// A sentence for people, without an import of Foundation.
    ///
    /// If the app imports Foundation, Foundation's own property of this name applies. Both give the same text for the
    /// errors of this library.
    // Foundation's goes first, so that an app with both imports is not ambiguous.
    @_disfavoredOverload
    public var localizedDescription: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}
