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
        case listening(port: Int)
        case news(AgentWatch.News)
        case opened(Sessions.LinkUse)
        case phonesChanged
        case stop
        case failed(any Error)
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
        let (page, pairing) = (SharedPageState(), Pairing())
        let phones = try Phones(in: folder)
        let (picker, control) = (PickerClient(sockets), ControlClient(sockets))
        let addition = AdditionRun(control: control, page: page, clock: LoopClock())
        let watch = AgentWatch(
            sockets: sockets, entrance: .control, page: page, clock: LoopClock(), isPatient: true
        ) { inbox.yield(.news($0)) }
        let responder = PageResponder(
            page: page, acts: Acts(picker: picker, control: control, page: page, addition: addition) {},
            pictures: PagePictures { try await picker.call(.getImage, ImageQuery(image: $0)) }, texts: try Texts.all(),
            kind: .hub, sessions: Sessions(keeping: phones.sessions, names: Set(place.names)), phones: phones
        ) { event in
            switch event {
            case .linkUsed(let use): inbox.yield(.opened(use))
            case .paired(let phone):
                pairing.settle(.paired(phone: phone))
                inbox.yield(.phonesChanged)
            case .notStored(let fault): terminal.console.complain(fault.description)
            }
        }
        Keyboard.listen(blocked: signals) { _ in inbox.yield(.stop) }
        inbox.yield(.phonesChanged)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            WebServer(responder: responder, place: place).start {
                inbox.yield(.listening(port: $0))
            } failed: {
                inbox.yield(.failed($0))
            }
            group.addTask { await addition.run() }
            var refusals = Refusals()
            // Unstructured: each begins with the first phone for it and ends with the last, in any order with the loop's
            // other events.
            var (picking, listing): (Task<Void, Never>?, Task<Void, Never>?)
            defer { for task in [picking, listing] { task?.cancel() } }
            for await input in inputs {
                switch input {
                case .listening(let port):
                    let server = PhonesServer(
                        phones: phones, pairing: pairing, responder: responder, place: place, port: port
                    ) {
                        inbox.yield(.phonesChanged)
                    }
                    let listener = try Listener(path: socket, mode: 0o600)
                    group.addTask { await server.run(on: listener) }
                    terminal.announce(place, port: port, phones: phones.all.count)
                case .phonesChanged:
                    if !phones.oneMay(.add) {
                        addition.order(.stop)
                        page.change { $0.addition.stop() }
                    }
                    if !phones.oneMay(.answer) {
                        if picking != nil { terminal.announceNoPhone() }
                        picking?.cancel()
                        picking = nil
                        page.change { ($0.picker, $0.away) = (PresentationState(), nil) }
                    } else if picking == nil {
                        // Unstructured, see above. It ends only when it is cancelled.
                        picking = Task { _ = try? await watch.run() }
                    }
                    if phones.all.isEmpty {
                        listing?.cancel()
                        listing = nil
                        page.change { $0.accessories = AppAccessories() }
                    } else if listing == nil {
                        // Unstructured, see above. It ends only when it is cancelled.
                        listing = Task { _ = try? await watch.keepAccessories() }
                    }
                case .opened(let opening): terminal.show(opening, &refusals)
                case .news(let news): terminal.show(news)
                case .stop: return .success
                case .failed(let error): throw error
                }
            }
            return .success
        }
    }
}
