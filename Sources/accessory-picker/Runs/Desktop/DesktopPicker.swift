// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A view of the page.
package enum PageView: String, Codable, CaseIterable, Sendable {
    case picker
    case accessories
}

/// Decides when the person at the screen gets a notification, when the page opens, and when the picker ends.
struct DesktopPicker: TimedMachine {
    enum Event: Sendable {
        case page(ServedPage.Event)
        /// The person wants to see the page, or another picker takes this one's place.
        case requested(DesktopSocket.Request)
        case notificationEnded(number: Int, isChosen: Bool)
        /// The browser does not start.
        case browserFailed
        case stop
    }

    enum Effect: Hashable {
        /// There is a port: before that, no request could open the page.
        case watchAgent
        case print(String)
        case show(AgentWatch.News)
        case notify(app: String, number: Int)
        case withdrawNotification
        case open(PageView, port: Int)
        /// A browser has opened the link.
        case forgetLink
        case leave
        /// `stop` follows after a second.
        case startPatience
        case end
    }

    private enum Phase {
        case running
        /// The pages show the end.
        case leaving
        /// The notification goes: nobody answers it later.
        case withdrawing
    }

    /// How long a browser may take to start. Until then a further request opens no second page.
    static let browserTime = Duration.seconds(60)

    private(set) var failure: (any Error)?
    private var phase = Phase.running
    private var port: Int?
    /// The views that open as soon as there is a port.
    private var waiting: [PageView] = []
    private var notifications = 0
    /// The last notification is there.
    private var isNotified = false
    /// Until then the page may still appear.
    private var opensUntil: Duration?
    private var refusals = Refusals()

    mutating func receive(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .notificationEnded(let number, let isChosen):
            if number == notifications { isNotified = false }
            guard phase != .withdrawing else { return isNotified ? [] : [.end] }
            return isChosen ? open(.picker, at: now) : []
        case .stop where phase == .withdrawing: return [.end]
        case _ where phase == .withdrawing: return []
        case .page(.listening(let chosen)):
            port = chosen
            return [.watchAgent] + waiting.flatMap { open($0, at: now) }
        case .page(.news(let news, let readers)): return [.show(news)] + receive(news, readers, at: now)
        case .page(.responded(.linkUsed(let use))):
            let line = refusals.line(use).map { [Effect.print($0)] } ?? []
            switch use {
            case .opened, .returned: return line + [.forgetLink]
            case .used, .expired, .unknown: return line
            }
        case .page(.unwatched), .browserFailed:
            opensUntil = nil
            if case .page = event, phase == .leaving { return end() }
            return []
        case .page(.closed), .page(.responded): return []
        // The person may not find the browser that shows the page, so this opens it even then.
        case .requested(.open(let view)): return open(view, at: now)
        case .requested(.end), .stop:
            guard phase == .running else { return end() }
            phase = .leaving
            return [.leave]
        case .page(.failed(let error)):
            failure = error
            return end()
        }
    }

    private mutating func receive(
        _ news: AgentWatch.News, _ readers: SharedPageState.Readers, at now: Duration
    ) -> [Effect] {
        switch news {
        case .asked(let app):
            let withdrawal = withdraw()
            (isNotified, notifications) = (true, notifications + 1)
            let isOpening = opensUntil.map { now < $0 } ?? false
            return withdrawal + [.notify(app: app, number: notifications)]
                + (readers.areThere || isOpening ? [] : open(.picker, at: now))
        case .ended, .away: return withdraw()
        case .back: return []
        }
    }

    private mutating func open(_ view: PageView, at now: Duration) -> [Effect] {
        guard let port else {
            waiting.append(view)
            return []
        }
        opensUntil = now + Self.browserTime
        refusals = Refusals()
        return [.open(view, port: port)]
    }

    private mutating func withdraw() -> [Effect] {
        defer { isNotified = false }
        return isNotified ? [.withdrawNotification] : []
    }

    private mutating func end() -> [Effect] {
        phase = .withdrawing
        return isNotified ? [.withdrawNotification, .startPatience] : [.end]
    }
}
