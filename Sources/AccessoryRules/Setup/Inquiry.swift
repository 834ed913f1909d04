// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// One question to a person about an accessory that an app has: asked and answered once.
package struct Inquiry: Machine, Sendable, Equatable {
    package enum State: Sendable, Equatable {
        /// Then: asking, finished.
        case idle
        /// Then: finished.
        case asking
        case finished
    }

    package enum Event: Sendable, Equatable {
        case start
        case answered(Answer)
        case declined
        case due
        /// The person closed the picker.
        case cancel
        /// The picker ended without a person.
        case ended(AccessoryError)
        /// The asking app is gone.
        case callerGone
    }

    package enum Answer: Sendable, Equatable {
        case named(String, ssid: SSID?)
        case consented
    }

    package enum Effect: Sendable, Equatable {
        case ask
        case startTimer(Duration)
        case stopTimer
        case dismiss(AccessoryError?)
        case settle(Settlement)
    }

    package enum Settlement: Sendable, Equatable {
        case answered(Answer)
        case failed(AccessoryError)
    }

    package private(set) var state = State.idle

    package init() {}

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start):
            state = .asking
            return [.ask, .startTimer(Setup.questionPatience)]
        case (.asking, .answered(let answer)):
            state = .finished
            return [.stopTimer, .dismiss(nil), .settle(.answered(answer))]
        case (.asking, .declined), (.asking, .cancel):
            return fail(Setup.cancelled)
        case (.asking, .due):
            return fail(Setup.unanswered)
        case (.asking, .ended(let error)):
            return fail(error)
        case (.idle, .callerGone), (.asking, .callerGone):
            return fail(Setup.gone)
        // An event that comes late or twice.
        case (.idle, _), (.asking, _), (.finished, _):
            return []
        }
    }

    private mutating func fail(_ error: AccessoryError) -> [Effect] {
        state = .finished
        return [.stopTimer, .dismiss(error), .settle(.failed(error))]
    }
}
