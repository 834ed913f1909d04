// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The input is what an accessory answers, as records. The first byte chooses the transport, the second the proof.
func checkEspressif(_ input: [UInt8]) throws {
    var answers = Answers(rest: input[...])
    let isBluetooth = answers.next() % 2 == 1
    let secret = answers.next() % 2 == 1 ? "k7qm2vxd" : nil
    var machine = EspressifMachine(
        ProvisioningCredentials(network: home, proof: ProvisioningProof(secret: secret)),
        randomness: Randomness { Array(repeating: 7, count: $0) })
    var event = isBluetooth ? ProvisioningEvent.connected([endpoints]) : .joined
    // More than the limits of the machine allow for.
    for _ in 0..<400 {
        let effects = machine.receive(event)
        var wanted: Wanted?
        for (index, effect) in effects.enumerated() {
            switch effect {
            case .finish(let outcome):
                try hold(index == effects.count - 1, "nothing follows the finish")
                try checkOutcome(outcome)
                try hold(machine.receive(.linkLost).isEmpty, "nothing follows the finish")
                try hold(machine.receive(.joined).isEmpty, "nothing begins anew")
                return
            case .report(.identified(let identity)):
                let texts = [identity.name, identity.model, identity.version].compactMap(\.self)
                try hold(texts.allSatisfy { $0.utf8.count <= 64 }, "a text has at most 64 bytes")
            case .report: break
            case .request(let request):
                try hold(wanted == nil && !isBluetooth, "one request at a time, on a hotspot")
                try hold((1...4096).contains(request.body.count), "a body is as long as the firmware takes it")
                try hold(request.cookie?.hasPrefix("session=") ?? true, "no cookie but the session's")
                wanted = .answer
            case .read:
                try hold(wanted == nil && isBluetooth, "one read at a time, over Bluetooth")
                wanted = .value
            case .write(_, let value):
                try hold(wanted == nil && isBluetooth, "one write at a time, over Bluetooth")
                try hold(value.count <= 512, "a value is as long as an attribute can be")
                wanted = .response
            case .wait(let time):
                try hold(wanted == nil && time > .zero, "a wait stands alone")
                wanted = .time
            case .subscribe: throw Broken(description: "nothing is subscribed to")
            }
        }
        guard let wanted else { throw Broken(description: "the machine wants nothing and has no end") }
        event = answers.event(wanted)
        guard event == .notified(1, []) else { continue }
        try hold(machine.receive(event).isEmpty, "what nobody waits for changes nothing")
        event = answers.event(wanted, isStrayAllowed: false)
    }
    throw Broken(description: "the machine has no end")
}

private func checkOutcome(_ outcome: ProvisioningOutcome) throws {
    switch outcome {
    case .onNetwork(let address, let page):
        let parts = address?.split(separator: ".").compactMap { UInt8($0) }
        try hold(parts.map { $0.count == 4 } ?? true, "an address is one")
        try hold(page == nil, "there is no page")
    case .refused(let refusal): try hold((1...200).contains(refusal.text.utf8.count), "words are short")
    case .wrongPassphrase, .networkNotInReach, .wrongProof, .portalNotServed, .vanished, .unknown: break
    case .buttonNeeded: throw Broken(description: "no accessory of Espressif's asks for a button")
    }
}

private enum Wanted { case answer, value, response, time }

/// Records: a kind, and for some of them a length and as many bytes. After the last one all is silent.
private struct Answers {
    var rest: ArraySlice<UInt8>

    mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func event(_ wanted: Wanted, isStrayAllowed: Bool = true) -> ProvisioningEvent {
        guard !rest.isEmpty else { return silence(wanted, .timedOut) }
        switch (next() % 8, wanted) {
        case (1, .answer): return .answered(HTTPAnswer(status: 100 + Int(next()) * 2))
        case (2, _): return silence(wanted, [.notConnected, .timedOut, .closed, .malformed][Int(next() % 4)])
        case (3, _): return .linkLost
        case (4, _) where isStrayAllowed: return .notified(1, [])
        case (_, .answer): return .answered(HTTPAnswer(status: 200, body: bytes(), cookie: "session=17"))
        case (_, .value): return .read(bytes())
        case (_, .response): return .written
        case (_, .time): return .due
        }
    }

    private mutating func bytes() -> [UInt8] {
        let count = Int(next())
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private func silence(_ wanted: Wanted, _ failure: HTTPFailure) -> ProvisioningEvent {
        switch wanted {
        case .answer: .notAnswered(failure)
        case .value, .response:
            .attributeFailed(failure == .closed ? .refused(0x0E) : failure == .malformed ? .notPaired : .timedOut)
        case .time: .due
        }
    }
}

private let home: UplinkCredentials = {
    guard let ssid = try? SSID(Array("home".utf8)), let passphrase = try? Passphrase("secretpass") else {
        preconditionFailure("both are valid")
    }
    return UplinkCredentials(ssid: ssid, security: .wpa2, passphrase: passphrase)
}()

private let endpoints: GATTService = {
    let uuids = ["1775244d-6b43-439b-877c-060f2d9bed07", "2901"].compactMap { BluetoothUUID($0) }
    return GATTService(
        handle: 1, uuid: uuids[0], isPrimary: true,
        characteristics: [UInt16](1...5).map {
            GATTCharacteristic(
                handle: 10 * $0, uuid: uuids[0], properties: [.read, .write],
                descriptors: [GATTDescriptor(handle: 10 * $0 + 1, uuid: uuids[1])])
        })
}()
