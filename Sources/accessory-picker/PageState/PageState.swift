// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// What a page shows: the whole of its JSON.
struct PageState: Encodable, Hashable, Sendable {
    /// The reason why the agent cannot be reached; nil while it can.
    var away: String?
    var picker = PresentationState()
    var accessories = AppAccessories()
    var addition = Addition()
    var networks = AccessoryNetworks()
    /// The network that this machine is on, by its profile's name. Nil if there is none, or if this picker may not know.
    var home: String?
    /// The accessories' networks that apps use at this moment. None, if this picker may not know.
    var joined: [JoinedHotspot] = []
    /// This process is about to end.
    var isOver = false
    /// The join that cuts the reader's own way to this page; different from reader to reader.
    private(set) var cut: PageCut?

    func seen(from interface: String?, mayNotAdd refusal: AddRefusal? = nil) -> PageState {
        var state = self
        state.cut = PageCut(by: picker, of: interface)
        if let refusal { state.addition.refuse(refusal) }
        return state
    }
}
