// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface

/// The page of a run: its state, the agent behind it, and the server in front of it.
struct ServedPage: Sendable {
    enum Event: Sendable {
        case listening(port: Int)
        case news(AgentWatch.News)
        case responded(PageResponder.Event)
        /// The page has the answer to `close`.
        case closed
        /// The last page is gone.
        case unwatched
        case failed(any Error)
    }

    let state: SharedPageState
    let addition: AdditionRun
    let watch: AgentWatch
    let responder: PageResponder
    private let report: @Sendable (Event) -> Void

    init(
        sockets: AgentSockets, entrance: AgentSockets.Entrance, kind: PickerKind, sessions: Sessions,
        phones: Phones? = nil, isPatient: Bool = true, report: @escaping @Sendable (Event) -> Void
    ) throws {
        let (picker, control) = (PickerClient(sockets, at: entrance), ControlClient(sockets, at: entrance))
        self.report = report
        state = SharedPageState { report(.unwatched) }
        addition = AdditionRun(control: control, page: state, clock: LoopClock())
        watch = AgentWatch(
            sockets: sockets, entrance: entrance, page: state, clock: LoopClock(), isPatient: isPatient
        ) { report(.news($0)) }
        responder = PageResponder(
            page: state,
            acts: Acts(picker: picker, control: control, page: state, addition: addition) { report(.closed) },
            pictures: PagePictures { try await picker.call(.getImage, ImageQuery(image: $0)) }, texts: try Texts.all(),
            kind: kind, sessions: sessions, phones: phones
        ) { report(.responded($0)) }
    }

    func serve(at place: PagePlace, in group: inout ThrowingTaskGroup<Void, any Error>) {
        WebServer(responder: responder, place: place).start {
            report(.listening(port: $0))
        } failed: {
            report(.failed($0))
        }
        group.addTask { await addition.run() }
    }

    /// Keeps the state current.
    func watchAgent(in group: inout ThrowingTaskGroup<Void, any Error>) {
        group.addTask {
            do { try await watch.run() } catch { report(.failed(error)) }
        }
        group.addTask { try await watch.keepAccessories() }
    }
}
