// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules

/// A set-up without a picker: what to look for, which of it to choose, and in whose place.
struct SetUpOrder: Sendable {
    let app: Manifest
    let item: Setup.Item
    let choice: Plan.Choice
    /// Only a network that correlates with the Bluetooth device counts.
    var requiresBridge = false
    var searchTime = Plan.Patience().searchTime
    let chooser: Chooser
    /// The plan's file.
    var path: String?
}
