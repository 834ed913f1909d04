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

    private func update(_ items: [PickerItem]) -> PickerUpdate {
        PickerUpdate(kind: .items, items: items, isComplete: true)
    }

    private func after(_ update: PickerUpdate, _ items: [PickerItem]) -> [PickerItem] {
        var shown = items
        shown.receive(update)
        return shown
    }

    @Test func anUpdateHasWhatChanged() {
        let before = [item("a"), item("b"), item("c")]
        let changes = before.differences(in: update([item("a"), item("b", signal: 20), item("d")]))
        #expect(changes.items == [item("b", signal: 20), item("d")] && changes.removed == ["c"])
        #expect(changes.isComplete == true)
        #expect(after(changes, before) == [item("a"), item("b", signal: 20), item("d")])
    }

    @Test func theFirstUpdateIsWhole() {
        let first = [PickerItem]().differences(in: update([item("a")]))
        #expect(first == update([item("a")]))
        #expect([item("a")].differences(in: update([item("a")])) == update([]))
    }

    /// The agent may list it in between; under a person's finger nothing moves.
    @Test func aNewItemFollowsTheOthers() {
        let changes = [item("a"), item("c")].differences(in: update([item("a"), item("b"), item("c")]))
        #expect(changes.items == [item("b")] && changes.removed == nil)
        #expect(after(changes, [item("a"), item("c")]).map(\.id) == ["a", "c", "b"])
    }

    @Test func anItemMayGoAndNothingComes() {
        let changes = [item("a"), item("b")].differences(in: update([item("b")]))
        #expect(changes.items == [] && changes.removed == ["a"])
        #expect(after(changes, [item("a"), item("b")]) == [item("b")])
    }
}
