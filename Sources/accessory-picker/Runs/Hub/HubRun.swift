// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Varlink

/// One run of a hub's picker: the page for the phones that were paired with it, for as long as the machine runs.
///
/// It is a picker of the agent's only while a phone is paired that may answer. Without one, nobody could choose, and an
/// app's request would wait for nothing.
struct HubRun {
    private enum Input: Sendable {
        case page(ServedPage.Event)
        case phonesChanged
        case stop
    }

    let sockets: AgentSockets
    let place: PagePlace
    let folder: StateFolder
    /// The path of the socket for `accessory-picker pair` and `phones`.
    let socket: String
    let terminal: Terminal
    /// What `Keyboard.block` returned.
    let signals: Int32

    func run() async throws -> ExitStatus {
        let (inputs, inbox) = AsyncStream<Input>.makeStream()
        let (phones, pairing) = (try Phones(in: folder), Pairing())
        let page = try ServedPage(
            sockets: sockets, entrance: .control, kind: .hub,
            sessions: Sessions(keeping: phones.sessions, names: Set(place.names)), phones: phones
        ) { event in
            if case .responded(.paired(let phone)) = event { pairing.settle(.paired(phone: phone)) }
            inbox.yield(.page(event))
        }
        Keyboard.listen(blocked: signals) { _ in inbox.yield(.stop) }
        inbox.yield(.phonesChanged)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            page.serve(at: place) { work in group.addTask { await work() } }
            var refusals = Refusals()
            // Unstructured: each begins with the first phone for it and ends with the last, in any order with the loop's
            // other events.
            var (picking, listing): (Task<Void, Never>?, Task<Void, Never>?)
            defer { for task in [picking, listing] { task?.cancel() } }
            for await input in inputs {
                switch input {
                case .page(.listening(let port)):
                    let server = PhonesServer(
                        phones: phones, pairing: pairing, responder: page.responder, place: place, port: port
                    ) {
                        inbox.yield(.phonesChanged)
                    }
                    let listener = try Listener(path: socket, mode: 0o600)
                    group.addTask { await server.run(on: listener) }
                    terminal.announce(place, port: port, phones: phones.all.count)
                case .phonesChanged, .page(.responded(.paired)):
                    if !phones.oneMay(.add) {
                        page.addition.order(.stop)
                        page.state.change { $0.addition.stop() }
                    }
                    if !phones.oneMay(.answer) {
                        if picking != nil { terminal.announceNoPhone() }
                        picking?.cancel()
                        picking = nil
                        page.state.change { ($0.picker, $0.away) = (PresentationState(), nil) }
                    } else if picking == nil {
                        // Unstructured, see above. It ends only when it is cancelled.
                        picking = Task { _ = try? await page.watch.run() }
                    }
                    if phones.all.isEmpty {
                        listing?.cancel()
                        listing = nil
                        page.state.change { $0.accessories = AppAccessories() }
                    } else if listing == nil {
                        // Unstructured, see above. It ends only when it is cancelled.
                        listing = Task { _ = try? await page.watch.keepAccessories() }
                    }
                case .page(.responded(.linkUsed(let use))):
                    if let line = refusals.line(use) { terminal.console.printLines(line) }
                case .page(.responded(.notStored(let fault))):
                    terminal.console.complain(fault.description)
                    inbox.yield(.phonesChanged)
                case .page(.news(let news, _)): terminal.show(news)
                case .page(.closed), .page(.unwatched): break
                case .stop:
                    try phones.catchUp()
                    return .success
                case .page(.failed(let error)): throw error
                }
            }
            return .success
        }
    }
}
