// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface

/// The accessories that this user may see: all, or without that right those of the user's own apps.
struct VisibleAccessories: Sendable {
    let control: ControlClient
    let usersPicker: UsersPicker?

    func list() async throws -> AccessoryStatusList {
        do {
            return try await control.accessories()
        } catch let fault as AgentFault {
            guard case .notPermitted = fault, let usersPicker else { throw fault }
            do {
                return try await usersPicker.accessories()
            } catch let own as Failure {
                throw Failure("\(fault); your own accessories cannot be listed either: \(own.text)", fault.exitStatus)
            }
        }
    }
}

extension OutputOptions {
    var visibleAccessories: VisibleAccessories {
        VisibleAccessories(control: control, usersPicker: UsersPicker(runtimeDirectory: runtimeDir))
    }
}
