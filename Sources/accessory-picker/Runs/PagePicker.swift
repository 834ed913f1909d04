// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// Decides what the terminal shows of a picker for one browser, and when that picker ends.
struct PagePicker: Machine {
    enum Event: Sendable {
        case page(ServedPage.Event)
        case newLink
        case stop
    }

    enum Effect: Hashable {
        case renewLink
        case announceLink(port: Int)
        case print(String)
        case show(AgentWatch.News)
        /// The result waits for the page that its join cut off, but not for ever.
        case awaitPage
        case leave
        case end(ExitStatus)
        case fail
    }

    /// It ends with the first presentation.
    let isOnce: Bool
    private(set) var port: Int
    private(set) var failure: (any Error)?
    private var status: ExitStatus?
    private var isEnding = false
    private var refusals = Refusals()

    init(port: Int, isOnce: Bool) {
        self.port = port
        self.isOnce = isOnce
    }

    mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .page(.listening(let chosen)):
            port = chosen
            return [.announceLink(port: port)]
        case .newLink:
            refusals = Refusals()
            return [.renewLink, .announceLink(port: port)]
        case .page(.responded(.linkUsed(let use))): return refusals.line(use).map { [.print($0)] } ?? []
        case .page(.responded): return []
        case .page(.news(let news, let readers)): return [.show(news)] + end(with: news, readers)
        case .page(.closed): return status == nil ? [] : leave()
        case .page(.unwatched(let isAwaited)):
            guard isEnding || status != nil else { return [] }
            return isAwaited && !isEnding ? [.awaitPage] : [.end(status ?? .success)]
        case .page(.failed(let error)):
            failure = error
            return [.fail]
        case .stop: return isEnding ? [.end(status ?? .success)] : leave()
        }
    }

    private mutating func end(with news: AgentWatch.News, _ readers: SharedPageState.Readers) -> [Effect] {
        guard isOnce, case .ended(_, let error) = news else { return [] }
        status = error?.code.exitStatus ?? .success
        // A person at the page reads first how it ended.
        let isRead = !readers.seeAnEnd || !(readers.areThere || readers.isAwaited)
        return (readers.isAwaited ? [.awaitPage] : []) + (isRead ? leave() : [])
    }

    private mutating func leave() -> [Effect] {
        isEnding = true
        return [.leave]
    }
}
