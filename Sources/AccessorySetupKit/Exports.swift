// SPDX-License-Identifier: Apache-2.0

// What an app needs to speak to this library, so that it imports nothing else: `DispatchQueue`, and `Data`, `UUID` and
// `String.CompareOptions`, which are Foundation's own, so that an app may import that too.
@_exported public import Dispatch
@_exported public import FoundationEssentials
