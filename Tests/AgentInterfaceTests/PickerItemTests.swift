// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

/// An update of a picker has what changed, and the picker puts the whole together.
@Suite struct PickerItemTests {
    private func item(_ id: String, signal: Int = 80) -> PickerItem {
        PickerItem(
            id: id, name: "Camera", signal: signal, needsPassphrase: false, isShared: false, isGone: false)
    }

    private func after(_ update: PickerUpdate?, _ items: [PickerItem]) -> [PickerItem] {
        var shown = items
        if let update { shown.receive(update) }
        return shown
    }

    @Test func anUpdateHasWhatChanged() {
        let before = [item("a"), item("b"), item("c")]
        let update = before.update(to: [item("a"), item("b", signal: 20), item("d")])
        #expect(update?.items == [item("b", signal: 20), item("d")] && update?.removed == ["c"])
        #expect(after(update, before) == [item("a"), item("b", signal: 20), item("d")])
    }

    @Test func noUpdateIfNothingChanged() {
        #expect([item("a")].update(to: [item("a")]) == nil)
        #expect([PickerItem]().update(to: []) == nil)
    }

    /// The agent may list it in between; under a person's finger nothing moves.
    @Test func aNewItemFollowsTheOthers() {
        let update = [item("a"), item("c")].update(to: [item("a"), item("b"), item("c")])
        #expect(update?.items == [item("b")] && update?.removed == nil)
        #expect(after(update, [item("a"), item("c")]).map(\.id) == ["a", "c", "b"])
    }

    @Test func anItemMayGoAndNothingComes() {
        let update = [item("a"), item("b")].update(to: [item("b")])
        #expect(update?.items == [] && update?.removed == ["a"])
        #expect(after(update, [item("a"), item("b")]) == [item("b")])
    }
}
