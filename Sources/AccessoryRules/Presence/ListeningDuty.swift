// SPDX-License-Identifier: Apache-2.0

/// When the radios listen for accessories, and when one that they do not hear any more has gone.
package struct ListeningDuty: Hashable, Sendable {
    /// Listening times begin at its multiples, counted from the machine's boot. So those of all observers coincide, and the
    /// radio listens once for all.
    package var period: Duration
    /// The part of a period in which Bluetooth is heard: a battery-powered accessory advertises about once a second.
    package var listening: Duration

    package init(period: Duration, listening: Duration) {
        self.period = period
        self.listening = listening
    }

    /// Of apps that observe.
    package static let observing = ListeningDuty(period: minute, listening: .seconds(5))

    /// Of apps that are started when an accessory comes. More than that of an observer is spread over the minute, so that
    /// nobody waits a minute for it.
    ///
    /// - Parameter seconds: the part of a minute in which Bluetooth is heard, from 1 to 60.
    package static func starting(_ seconds: Int) -> ListeningDuty {
        let whole = ListeningDuty(period: minute, listening: .seconds(seconds))
        guard whole.listening > observing.listening else { return whole }
        return ListeningDuty(period: minute / parts, listening: whole.listening / parts)
    }

    /// Wi-Fi is looked at once in two minutes, because a look takes the radio off its network for a part of each second.
    package var periodsPerLook: Int { 2 * periodsPerMinute }

    /// Listening times, or looks, without a sign of an accessory that was present.
    package func mostMisses(on radio: Presence.Radio) -> Int { radio == .wifi ? 3 : 3 * periodsPerMinute }

    private var periodsPerMinute: Int { max(1, Int(Self.minute / period)) }

    private static let minute = Duration.seconds(60)
    private static let parts = 12
}
