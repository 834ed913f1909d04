// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import AgentInterface

/// The word behind a person's order that hands the home network over. Without one, the administrator's file decides.
enum Warrant: Hashable, Sendable {
    /// The caller sees this machine's secrets anyway.
    case root
    /// Root lets a phone add accessories, and the hub's service keeps which phone that is.
    case hub

    /// The system unit that serves the page to the paired phones.
    static let hubUnit = "accessory-picker.service"

    /// Nil for everybody else.
    init?(_ caller: Caller) {
        if caller.maySeeSecrets(of: ControlInterface.Onboard.self) {
            self = .root
        } else if caller.entrance == .control, caller.identity.unit == Self.hubUnit {
            self = .hub
        } else {
            return nil
        }
    }
}
