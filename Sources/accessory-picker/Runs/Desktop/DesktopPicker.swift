// SPDX-License-Identifier: Apache-2.0

/// A view of the page.
package enum PageView: String, Codable, CaseIterable, Sendable {
    case picker
    case accessories
}

/// Decides when the person at the screen gets a notification, and when the page opens.
struct DesktopPicker: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// A presentation begins. `isWatched`: a browser shows the page already.
        case asked(app: String, isWatched: Bool)
        /// The presentation is over, or the agent is away.
        case ended
        /// The person wants to see the page: by the notification, or by `accessory-picker open`.
        case wanted(PageView)
        /// The person has closed the page.
        case unwatched
        /// The browser does not start.
        case browserFailed
    }

    enum Effect: Hashable, Sendable {
        case notify(app: String)
        case withdrawNotification
        case open(PageView)
    }

    /// How long a browser may take to start. Until then a further request opens no second page.
    static let browserTime = Duration.seconds(60)

    private var isNotified = false
    /// Until then the page may still appear.
    private var opensUntil: ContinuousClock.Instant?

    mutating func receive(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
        switch event {
        case .asked(let app, let isWatched):
            let withdrawal = withdraw()
            isNotified = true
            let isOpening = opensUntil.map { now < $0 } ?? false
            return withdrawal + [.notify(app: app)] + (isWatched || isOpening ? [] : open(.picker, at: now))
        case .ended: return withdraw()
        // The person may not find the browser that shows the page, so this opens it even then.
        case .wanted(let view): return open(view, at: now)
        case .unwatched, .browserFailed:
            opensUntil = nil
            return []
        }
    }

    private mutating func open(_ view: PageView, at now: ContinuousClock.Instant) -> [Effect] {
        opensUntil = now + Self.browserTime
        return [.open(view)]
    }

    private mutating func withdraw() -> [Effect] {
        defer { isNotified = false }
        return isNotified ? [.withdrawNotification] : []
    }
}
