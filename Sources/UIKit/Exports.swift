// SPDX-License-Identifier: Apache-2.0

// As on phones, UIKit brings all of Foundation, which the other libraries for apps leave out.
@_exported public import AccessorySetupKit
@_exported public import Foundation
