// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// How a presentation ended that nobody has closed. The next one may begin while the page is away.
package struct Ending: Encodable, Hashable, Sendable {
    package let app: String?
    package let chosen: PickerItem?
    package let chosenLabel: String?
    package let error: AccessoryError?
    package let isInterrupted: Bool

    init(_ state: PresentationState) {
        app = state.app
        chosen = state.chosen
        chosenLabel = state.chosenLabel
        error = state.error
        isInterrupted = state.isInterrupted
    }
}
