// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A call to a Shelly over Bluetooth. The caller writes the length of the message, then the message. It reads the
/// length of the answer until that is not zero, then the answer in parts
/// (kb.shelly.cloud, "Communicating with Shelly devices via Bluetooth"; aioshelly, `ble`).
struct ShellyFrames: Sendable {
    /// Between two looks for an answer.
    static let pause: Duration = .milliseconds(100)
    static let mostLooks = 50
    /// Bytes of an answer.
    static let longest = 16_384

    enum Progress: Hashable, Sendable {
        case effect(ProvisioningEffect)
        case answer([UInt8])
        case failed(AttributeFailure)
    }

    private enum State: Hashable, Sendable {
        case idle
        case writingLength
        case writingMessage
        case readingLength
        case pausing
        case readingAnswer(length: Int)
    }

    private let message: UInt16
    private let sent: UInt16
    private let received: UInt16
    private var state = State.idle
    private var body: [UInt8] = []
    private var answer: [UInt8] = []
    private var looks = 0

    /// Whether the message of the latest call may have arrived.
    private(set) var isSent = false

    /// Nil if the device has no such service.
    init?(_ services: [GATTService]) {
        let all = services.filter { $0.uuid == Self.service }.flatMap(\.characteristics)
        let handle = { (uuid: BluetoothUUID) in all.first { $0.uuid == uuid }?.handle }
        guard let message = handle(Self.data), let sent = handle(Self.sentLength),
            let received = handle(Self.receivedLength)
        else { return nil }
        (self.message, self.sent, self.received) = (message, sent, received)
    }

    static let service = BluetoothUUID(0x5F6D_4F53_5F52_5043, 0x5F53_5643_5F49_445F)
    static let data = BluetoothUUID(0x5F6D_4F53_5F52_5043, 0x5F64_6174_615F_5F5F)
    static let sentLength = BluetoothUUID(0x5F6D_4F53_5F52_5043, 0x5F74_785F_6374_6C5F)
    static let receivedLength = BluetoothUUID(0x5F6D_4F53_5F52_5043, 0x5F72_785F_6374_6C5F)

    mutating func call(_ body: [UInt8]) -> ProvisioningEffect {
        self.body = body
        answer = []
        looks = 0
        isSent = false
        state = .writingLength
        return .write(sent, Self.bigEndian(UInt32(truncatingIfNeeded: body.count)))
    }

    /// Nil if the event belongs to no call.
    mutating func receive(_ event: ProvisioningEvent) -> Progress? {
        switch (state, event) {
        case (.writingLength, .written):
            state = .writingMessage
            isSent = true
            return .effect(.write(message, body))
        case (.writingMessage, .written): return look()
        case (.pausing, .due): return look()
        case (.readingLength, .read(let bytes)): return measure(bytes)
        case (.readingAnswer(let length), .read(let bytes)): return append(bytes, length)
        case (.idle, _), (.pausing, _): return nil
        case (_, .attributeFailed(let failure)): return end(.failed(failure))
        case _: return nil
        }
    }

    private mutating func look() -> Progress {
        state = .readingLength
        return .effect(.read(received))
    }

    private mutating func measure(_ bytes: [UInt8]) -> Progress {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count == 4, length > 0 else {
            looks += 1
            guard looks < Self.mostLooks else { return end(.failed(.timedOut)) }
            state = .pausing
            return .effect(.wait(Self.pause))
        }
        state = .readingAnswer(length: min(length, Self.longest))
        return .effect(.read(message))
    }

    /// Some firmware gives a wrong length. So the answer also ends where it is whole, or where nothing more comes.
    private mutating func append(_ bytes: [UInt8], _ length: Int) -> Progress {
        answer += bytes
        let isWhole = answer.last == UInt8(ascii: "}") && JSONReader.value(of: answer) != nil
        return isWhole || answer.count >= length || bytes.isEmpty
            ? end(.answer(Array(answer.prefix(Self.longest)))) : .effect(.read(message))
    }

    private mutating func end(_ progress: Progress) -> Progress {
        state = .idle
        body = []
        return progress
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension ShellyFrames: CustomStringConvertible, CustomReflectable {
    /// A call may have the passphrase in it.
    var description: String { state == .idle ? "no call" : "a call" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
