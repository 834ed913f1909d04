// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// Removes from wpa_supplicant what hand-overs with these marks have added, and nothing of other programs. wpa_supplicant
/// has no list, so this asks for one number after the other.
package struct EasyConnectSweep: Machine, Sendable {
    package typealias Event = EasyConnectEvent

    package enum Effect: Hashable, Sendable {
        case send(EasyConnectCommand)
        case wait(Duration)
        /// The last effect. False if wpa_supplicant stopped answering before the end.
        case finish(isTidy: Bool)
    }

    private enum State {
        case idle
        case asked(EasyConnectCommand)
        case over
    }

    /// wpa_supplicant gives the number after the largest one that is in use, and few programs use any.
    package static let mostNumbers = 256

    private let marks: Set<EasyConnectMark>
    private var state = State.idle
    private var removed = 0

    package init(_ marks: Set<EasyConnectMark>) { self.marks = marks }

    package mutating func receive(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.over, _): return []
        case (.idle, .began): return ask(.label(1))
        case (.asked(let command), .message(.reply(let text))): return go(on: command, EasyConnectNews(reply: text))
        case (.asked, .due), (_, .lost): return finish(isTidy: false)
        case (.idle, _), (.asked, _): return []
        }
    }

    /// Of the labels first, because an exchange needs one.
    private mutating func go(on command: EasyConnectCommand, _ reply: EasyConnectNews) -> [Effect] {
        switch command {
        case .label(let number):
            guard case .text(let label) = reply, marks.contains(where: { $0.marks(label: label) }) else {
                return ask(number < Self.mostNumbers ? .label(number + 1) : .configuratorKey(1))
            }
            removed = number
            return ask(.stop)
        case .stop: return ask(.removeLabel(removed))
        case .removeLabel(let number):
            return ask(number < Self.mostNumbers ? .label(number + 1) : .configuratorKey(1))
        case .configuratorKey(let number):
            guard case .text(let key) = reply, marks.contains(where: { $0.marks(key: key) }) else {
                return goOn(after: number)
            }
            return ask(.removeConfigurator(number))
        case .removeConfigurator(let number): return goOn(after: number)
        case .attach, .addConfigurator, .addLabel, .begin: return finish(isTidy: false)
        }
    }

    private mutating func goOn(after number: Int) -> [Effect] {
        number < Self.mostNumbers ? ask(.configuratorKey(number + 1)) : finish(isTidy: true)
    }

    private mutating func ask(_ command: EasyConnectCommand) -> [Effect] {
        state = .asked(command)
        return [.send(command), .wait(EasyConnectMachine.replyTime)]
    }

    private mutating func finish(isTidy: Bool) -> [Effect] {
        state = .over
        return [.finish(isTidy: isTidy)]
    }
}
