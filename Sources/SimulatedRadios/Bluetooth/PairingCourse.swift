// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The course of one pairing: all of it is known at its beginning, except the answer.
struct PairingCourse: Sendable, Equatable {
    /// The pairing's number in this air.
    let number: Int
    /// The address that the caller used.
    let address: MACAddress
    /// Nil if it failed earlier.
    private(set) var connection: BluetoothAir.Connection?
    private(set) var question: (PairingQuestion)?
    private(set) var outcome: Outcome<BluetoothAddress>
    private var isAnswered = false
    /// Its bond is made.
    var isDone = false

    /// A pairing whose end is known.
    init(_ number: Int, _ address: MACAddress, _ outcome: Outcome<BluetoothAddress>) {
        self.number = number
        self.address = address
        self.outcome = outcome
    }

    /// A pairing with a connected device that asks a question.
    init(
        _ number: Int, _ address: MACAddress, of device: SimulatedDevice, over connection: BluetoothAir.Connection,
        timing: Timing
    ) {
        self.init(number, address, Outcome(at: connection.since, result: .success(device.address)))
        self.connection = connection
        let waits = connection.since + timing.pairTimeout
        let late = BluetoothFailure(.timedOut, "nobody answered what the pairing with \(address) asks")
        switch device.pairing {
        case .none: end(.failure(BluetoothFailure(.refused, "\(address) does not pair")), at: connection.since)
        case .refuse: end(.failure(BluetoothFailure(.refused, "\(address) refused the pairing")), at: connection.since)
        case .justWorks: ask(.consent, .failure(late), at: waits)
        case .comparison, .fail: ask(.comparison(device.number), .failure(late), at: waits)
        case .passkey: ask(.passkey, .failure(late), at: waits)
        case .display:
            let typed = connection.since + timing.pair * connection.pace
            ask(.display(device.number), .success(device.address), at: typed)
        }
    }

    private mutating func ask(
        _ question: PairingQuestion, _ result: Result<BluetoothAddress, BluetoothFailure>, at time: Duration
    ) {
        self.question = question
        end(result, at: time)
    }

    /// Ends the pairing with this result, unless the connection is lost before.
    private mutating func end(_ result: Result<BluetoothAddress, BluetoothFailure>, at time: Duration) {
        do throws(BluetoothAir.Loss) {
            outcome = Outcome(at: try connection?.reaches(time) ?? time, result: result)
        } catch {
            outcome = Outcome(at: error.at, result: .failure(error.failure))
        }
    }

    /// The question, and its time.
    var asked: (question: PairingQuestion, since: Duration)? {
        guard let question, let connection, connection.since < outcome.at else { return nil }
        return (question, connection.since)
    }

    /// An answer that is early, late or to another question has no effect.
    mutating func take(_ answer: PairingAnswer, of device: SimulatedDevice, timing: Timing, at now: Duration) {
        guard let asked, let connection, asked.since <= now, now < outcome.at, !isAnswered else { return }
        let done = now + timing.pair * connection.pace
        let wrong = BluetoothFailure(.notAuthenticated, "\(address) has other digits")
        switch (asked.question, answer) {
        case (_, .no):
            end(.failure(BluetoothFailure(.refused, "the pairing with \(address) was refused here")), at: now)
        case (.consent, .yes), (.comparison, .yes):
            end(device.pairing == .fail ? .failure(wrong) : .success(device.address), at: done)
        case (.passkey, .passkey(let typed)):
            end(typed == device.number ? .success(device.address) : .failure(wrong), at: done)
        case (.consent, .passkey), (.comparison, .passkey), (.passkey, .yes), (.display, .yes), (.display, .passkey):
            return
        }
        isAnswered = true
    }
}
