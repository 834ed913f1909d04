// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Testing

@testable import accessory_picker

@Suite struct PageCutTests {
    /// Cards, and after `choose` the card that is set up.
    private struct Cards {
        var state = PresentationState()

        init(_ items: PickerItem...) {
            _ = state.receive(PickerUpdate(kind: .items, presentation: "p", appName: "Camera", items: items))
        }

        func cut(_ interface: String?) -> String? { PageCut(by: state, of: interface)?.network }

        mutating func choose(_ id: String) { _ = state.choose(id, of: "p") }
    }

    private func item(
        _ id: String, on interface: String? = "wlan0", cuts: String? = "HomeNet", isGone: Bool = false
    ) -> PickerItem {
        PickerItem(
            id: id, name: "Camera", signal: 80, interface: interface, cuts: cuts, needsPassphrase: false,
            isShared: false, isGone: isGone)
    }

    @Test func theRadioThatJoinsCutsThePagesThatComeByIt() {
        let cards = Cards(item("1"))
        #expect(cards.cut("wlan0") == "HomeNet")
        #expect(cards.cut("eth0") == nil)
        #expect(cards.cut("lo") == nil)
        #expect(cards.cut(nil) == nil)
    }

    @Test func aRadioWithoutAnUplinkCutsNoPage() {
        #expect(Cards(item("1", cuts: nil)).cut("wlan0") == nil)
    }

    @Test func whatIsOutOfRangeCutsNoPage() {
        #expect(Cards(item("1", isGone: true)).cut("wlan0") == nil)
        #expect(Cards(item("1", isGone: true), item("2")).cut("wlan0") == "HomeNet")
    }

    @Test func afterTheChoiceTheChosenOneCounts() {
        var cards = Cards(item("1"), item("2", on: nil, cuts: nil))
        #expect(cards.cut("wlan0") == "HomeNet")
        cards.choose("2")
        #expect(cards.cut("wlan0") == nil)
        cards = Cards(item("1"), item("2", on: "wlan1", cuts: "Office"))
        cards.choose("1")
        #expect(cards.cut("wlan0") == "HomeNet")
        #expect(cards.cut("wlan1") == nil)
    }

    @Test func nothingCutsAPageWhileNoAppAsks() {
        #expect(PageCut(by: PresentationState(), of: "wlan0") == nil)
    }
}
