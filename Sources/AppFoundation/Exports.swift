// SPDX-License-Identifier: Apache-2.0

// The types that an app needs to call this library: `DispatchQueue`, `Data`, `UUID` and `String.CompareOptions`. The
// last three are Foundation's own, so an app may import Foundation too.
@_exported public import Dispatch
@_exported public import FoundationEssentials
