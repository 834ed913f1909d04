// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// How a presentation ended that nobody has closed. The next one may begin while the page is away.
struct Ending: Encodable, Hashable, Sendable {
    let app: String?
    let chosen: PickerItem?
    let chosenLabel: String?
    let error: AccessoryError?
    let isInterrupted: Bool

    init(_ state: PresentationState) {
        app = state.app
        chosen = state.chosen
        chosenLabel = state.chosenLabel
        error = state.error
        isInterrupted = state.isInterrupted
    }
}
