// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AppFoundation

/// The link to one peripheral as the app wants it and as it is. Pure: `LivePeripheral` performs the effects.
///
/// A connection that the app asked for has no end of its own: it outlives the agent, and a radio that is off.
struct LinkState {
    enum Phase: Hashable {
        case idle
        /// The app wants the link, and the agent or the radio cannot try now.
        case waiting
        case connecting
        case connected
        /// The app has cancelled, and is not notified yet.
        case leaving
    }

    enum Input {
        /// - Parameter reconnecting: whether a lost link is made again.
        case connect(reconnecting: Bool)
        case cancel
        /// The app is notified of what it cancelled.
        case left
        case radio(isOn: Bool)
        case updated(ConnectionUpdate, attempt: Int)
        case ended(LinkLoss, attempt: Int)
        /// The pause after the attempt is over.
        case due(attempt: Int)
    }

    enum Effect: Hashable {
        case open(attempt: Int)
        case close
        case pause(Duration, attempt: Int)
        /// Comes back as `left`.
        case leave
        case connected
        case failed(String, CBError.Code)
        /// Nil if the app cancelled.
        case disconnected(LinkLoss?, isReconnecting: Bool)
        case servicesChanged
    }

    private(set) var phase = Phase.idle
    private(set) var mtu: Int?
    private var isOn: Bool
    private var attempt = 0
    private var isReconnecting = false
    /// The app asked for a new link while the old one was being left.
    private var wantsAgain = false
    private var retries = Reconnection(isEndless: true)

    init(isOn: Bool) { self.isOn = isOn }

    mutating func receive(_ input: Input) -> [Effect] {
        switch input {
        case .connect(let reconnecting):
            isReconnecting = reconnecting
            switch phase {
            case .idle: return begin()
            case .leaving: wantsAgain = true
            case .connected: return [.connected]
            case .waiting, .connecting: break
            }
        case .cancel:
            wantsAgain = false
            guard phase != .idle, phase != .leaving else { return [] }
            phase = .leaving
            return [.close, .leave]
        case .left:
            guard phase == .leaving else { return [] }
            phase = .idle
            defer { wantsAgain = false }
            return [.disconnected(nil, isReconnecting: false)] + (wantsAgain ? begin() : [])
        case .radio(let isOn):
            self.isOn = isOn
            retries = Reconnection(isEndless: true)
            return isOn && phase == .waiting ? open() : []
        case .updated(let update, let attempt):
            return attempt == self.attempt ? updated(update) : []
        case .ended(let loss, let attempt):
            return attempt == self.attempt ? ended(loss) : []
        case .due(let attempt):
            return attempt == self.attempt && phase == .waiting && isOn ? open() : []
        }
        return []
    }

    private mutating func begin() -> [Effect] {
        retries = Reconnection(isEndless: true)
        phase = .waiting
        return isOn ? open() : []
    }

    private mutating func open() -> [Effect] {
        phase = .connecting
        attempt += 1
        return [.open(attempt: attempt)]
    }

    private mutating func updated(_ update: ConnectionUpdate) -> [Effect] {
        switch (phase, update.state) {
        case (.connecting, .connected):
            phase = .connected
            mtu = update.mtu
            retries = Reconnection(isEndless: true)
            return [.connected]
        case (.connected, .connected):
            mtu = update.mtu
        case (.connected, .servicesChanged): return [.servicesChanged]
        case _: break
        }
        return []
    }

    private mutating func ended(_ loss: LinkLoss) -> [Effect] {
        switch phase {
        case .idle, .waiting, .leaving: return []
        case .connecting:
            guard loss.isTemporary else {
                phase = .idle
                return [.close, .failed(loss.message, loss.code)]
            }
            return [.close] + wait(loss)
        case .connected:
            mtu = nil
            let again = isReconnecting && (loss.isTemporary || loss.isOfTheLink)
            phase = .idle
            return [.close, .disconnected(loss, isReconnecting: again)] + (again ? wait(loss) : [])
        }
    }

    private mutating func wait(_ loss: LinkLoss) -> [Effect] {
        phase = .waiting
        guard case .retry(let pause) = retries.lost(.gone(loss.message)) else { return [] }
        return [.pause(pause, attempt: attempt)]
    }
}
