// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import SimulatedRadios

/// One Bluetooth radio, and a device with these keys.
func bluetoothAir(_ keys: String = "", radio: String = "", more: String = "") throws -> KeyFile {
    try keyFile(
        """
        [Bluetooth hci0]
        Address=02:00:00:00:0B:00
        \(radio)
        [Device cam]
        Address=02:00:00:00:0B:01
        \(keys)
        \(more)
        """)
}

func mac(_ last: UInt8) throws -> MACAddress { try #require(MACAddress([2, 0, 0, 0, 0x0B, last])) }

func uuid(_ text: String) throws -> BluetoothUUID { try #require(BluetoothUUID(text)) }

extension BluetoothAir {
    /// Plays a pairing until it ends, giving each answer at its time: what happened, and when.
    mutating func play(
        _ address: MACAddress, at start: Duration = .zero,
        answering answers: [(at: Duration, answer: PairingAnswer)] = []
    ) -> [String] {
        var progress = pair(address, at: start)
        var answers = answers[...]
        var log: [String] = []
        var now = start
        while true {
            do throws(BluetoothFailure) {
                switch try next(for: &progress, at: now) {
                case .now(.asks(let question)): log.append("\(now) \(question)")
                case .now(.paired(let address)): log.append("\(now) paired \(address)")
                case .over: return log
                case .wait(let due):
                    guard let due else { return log + ["\(now) for ever"] }
                    if let next = answers.first, next.at <= due {
                        answers.removeFirst()
                        now = max(now, next.at)
                        answer(next.answer, to: address, at: now)
                    } else {
                        now = due
                    }
                }
            } catch {
                return log + ["\(now) \(error.reason.rawValue)"]
            }
        }
    }

    /// The results of one listening after the other, until that time.
    mutating func listen(from start: Duration = .zero, until end: Duration) throws -> [(
        at: Duration, heard: [Advertisement]
    )] {
        var listening = Listening(began: start)
        var heard: [(at: Duration, heard: [Advertisement])] = []
        var now = start
        while now <= end {
            switch try next(for: &listening, at: now) {
            case .now(let update): heard.append((now, update))
            case .wait(until: let due?): now = due
            case .wait(until: nil), .over: return heard
            }
        }
        return heard
    }
}
