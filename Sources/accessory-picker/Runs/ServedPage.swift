// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AgentInterface

/// The page of a run: its state, the agent behind it, and the server in front of it.
struct ServedPage: Sendable {
    enum Event: Sendable {
        case listening(port: Int)
        case news(AgentWatch.News, SharedPageState.Readers)
        case responded(PageResponder.Event)
        /// The page has the answer to `close`.
        case closed
        /// The last page is gone. A join may have cut its way.
        case unwatched(isAwaited: Bool)
        case failed(any Error)
    }

    let state: SharedPageState
    let addition: AdditionRun
    private let moves: MoveOrders
    let watch: AgentWatch
    let responder: PageResponder
    private let report: @Sendable (Event) -> Void

    init(
        sockets: AgentSockets, entrance: AgentSockets.Entrance, kind: PickerKind, sessions: Sessions,
        phones: Phones? = nil, isPatient: Bool = true, report: @escaping @Sendable (Event) -> Void
    ) throws {
        let (picker, control) = (PickerClient(sockets, at: entrance), ControlClient(sockets, at: entrance))
        self.report = report
        let state = SharedPageState { report(.unwatched(isAwaited: $0)) }
        self.state = state
        addition = AdditionRun(control: control, page: state, clock: LoopClock())
        moves = MoveOrders(control: control, page: state)
        watch = AgentWatch(
            sockets: sockets, entrance: entrance, page: state, clock: LoopClock(), isPatient: isPatient
        ) { report(.news($0, state.readers)) }
        responder = PageResponder(
            page: state,
            acts: Acts(picker: picker, control: control, page: state, addition: addition, moves: moves) {
                report(.closed)
            },
            pictures: PagePictures { try await picker.call(.getImage, ImageQuery(image: $0)) }, texts: try Texts.all(),
            kind: kind, sessions: sessions, phones: phones
        ) { report(.responded($0)) }
    }

    /// Starts a work of the run.
    typealias Start = (@escaping @Sendable () async -> Void) -> Void

    func serve(at place: PagePlace, _ start: Start) {
        WebServer(responder: responder, place: place).start {
            report(.listening(port: $0))
        } failed: {
            report(.failed($0))
        }
        start { await addition.run() }
        start { await moves.run() }
    }

    /// Keeps the state current.
    func watchAgent(_ start: Start) {
        start { do { try await watch.run() } catch { report(.failed(error)) } }
        start { try? await watch.keepAccessories() }
    }

    /// The pages show that this process is about to end. Reports when the last one is gone.
    func leave() async {
        state.end()
        // For the pages that do not read the last state.
        if state.readers.areThere, (try? await LoopClock().sleep(for: .seconds(1))) == nil { return }
        report(.unwatched(isAwaited: false))
    }

    /// Waits for the page that the join cut off, until some time after the uplink. Reports if it stays away.
    func awaitReturn(for patience: Duration) async throws {
        try await watch.awaitUplinks()
        try await LoopClock().sleep(for: patience)
        state.stopAwaiting()
        if !state.readers.areThere { report(.unwatched(isAwaited: false)) }
    }
}
