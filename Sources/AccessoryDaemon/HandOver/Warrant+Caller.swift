// SPDX-License-Identifier: Apache-2.0

import AccessoryRules
import AgentInterface

extension Warrant {
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
