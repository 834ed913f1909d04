// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The input is the letter of a family, or of its way to another network, and the answers of an accessory, separated by
/// FF. The first byte of an answer is its kind. A small letter stands for a driver that keeps the order of questions and
/// answers, a capital one for one that does not.
func checkProvisioning(_ input: [UInt8]) throws {
    var parts = input.split(separator: 0xFF, omittingEmptySubsequences: false)[...]
    let letter = parts.popFirst()?.first ?? 0
    try checkRecognition(input)
    for part in parts { try checkIdentity(Array(part)) }
    for var stage in try Stage.all where stage.letter == letter | 0x20 {
        stage.keepsOrder = letter & 0x20 != 0
        try stage.begin()
        for part in parts { try stage.play(Array(part)) }
        try stage.end()
    }
}

private func checkRecognition(_ input: [UInt8]) throws {
    let address = BluetoothAddress(try unwrapped(MACAddress([0xC0, 0x49, 0xEF, 0, 0, 1])), kind: .public)
    let advertisement = Advertisement(
        address: address, name: String(decoding: input, as: UTF8.self),
        serviceData: [try unwrapped(BluetoothUUID("4677")): input], manufacturerData: [0x0BA9: input])
    let heard = Family.recognise(advertisement: advertisement)
    try hold(heard?.family.worksOverBluetooth ?? true, "an advertisement is of a family with Bluetooth")
    let setup = SetupAdvertisement(
        Advertisement(
            address: address, serviceData: [try unwrapped(BluetoothUUID("FFF6")): input],
            manufacturerData: [0x004C: input]))
    if case .matter(let discriminator, _, _)? = setup { try hold(discriminator < 1 << 12, "12 bits") }
    guard let ssid = try? SSID(Array(input.prefix(32))) else { return }
    let named = Family.recognise(hotspot: ssid, security: .wpa2)
    let both = Family.recognise(hotspot: ssid, security: .wpa2, advertisement: advertisement)
    try hold((both == nil) == (heard == nil && named == nil), "either one is enough")
    let certainties = [heard, named].compactMap(\.?.certainty)
    try hold(both?.certainty == certainties.max(), "the more certain one decides")
}

/// What a device of the home network calls itself.
private func checkIdentity(_ body: [UInt8]) throws {
    for family in Family.allCases {
        let identity = IdentityQuestion(family).identity(in: HTTPAnswer(status: 200, body: body))
        for text in [identity?.name, identity?.model, identity?.version] { try checkLine(text ?? "", 64) }
    }
}

private func checkLine(_ text: String, _ longest: Int) throws {
    try hold(text.utf8.count <= longest, "a text is short: \(text)")
    try hold(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }, "a line shows it")
}

func unwrapped<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Broken(description: "a constant is valid") }
    return value
}

/// One machine, and the driver who asks in its name.
private struct Stage {
    let letter: UInt8
    var machine: any FamilyMachine
    let start: ProvisioningEvent
    var keepsOrder = true

    private var question: ProvisioningEffect?
    private var isWaiting = false
    private var outcome: ProvisioningOutcome?
    private var isHandingOver = false

    static var all: [Stage] {
        get throws {
            let network = UplinkCredentials(
                ssid: try SSID(text: "Home"), security: .wpa2, passphrase: try Passphrase("secret-word"))
            let credentials = ProvisioningCredentials(network: network, proof: ProvisioningProof(secret: "1234"))
            var others = credentials
            others.move = ProvisioningMove(
                wayBack: UplinkCredentials(
                    ssid: try SSID(text: "Before"), security: .wpa2, passphrase: try Passphrase("secret-word-2")))
            let services = ProvisioningEvent.connected(try self.services)
            return [
                Stage("s", ShellyMachine(credentials, hotspot: .open), .joined),
                Stage("r", ShellyMachine(credentials, hotspot: nil), services),
                Stage("o", Shelly1Machine(credentials, hotspot: .open), .joined),
                Stage("i", ImprovMachine(credentials), services),
                Stage("e", ESPHomeMachine(credentials, hotspot: .open), .joined),
                Stage("w", WLEDMachine(credentials, hotspot: .wpa2), .joined),
                Stage("t", TasmotaMachine(credentials, hotspot: .open), .joined),
                Stage("g", GoProMachine(credentials), services),
                Stage("h", ThetaMachine(credentials, hotspot: .wpa2), .joined),
                Stage("c", TasmotaCommands(others, link: .wpa2), .joined),
                Stage("p", ShellyMachine(others, hotspot: .wpa2), .joined),
                Stage("q", Shelly1Machine(others, hotspot: .wpa2), .joined),
                Stage("u", WLEDMachine(others, hotspot: .wpa2), .joined),
            ]
        }
    }

    /// The characteristics of Shelly, Improv and GoPro; the handles are their places from `a` on.
    private static var services: [GATTService] {
        get throws {
            let shelly = ["5f64-6174615f5f5f", "5f74-785f63746c5f", "5f72-785f63746c5f"].map {
                "5f6d4f53-5f52-5043-" + $0
            }
            let improv = (1...5).map { "00467768-6228-2272-4663-27747826800\($0)" }
            let goPro = ["0072", "0073", "0091", "0092"].map { "b5f9\($0)-aa8d-11e3-9046-0002a5d5c51b" }
            let names = ["5f6d4f53-5f52-5043-5f53-56435f49445f", "00467768-6228-2272-4663-277478268000", "FEA6"]
            var handle = UInt16(UInt8(ascii: "a"))
            return try zip(names, [shelly, improv, goPro]).map { name, uuids in
                let characteristics = try uuids.map { uuid in
                    defer { handle += 1 }
                    return GATTCharacteristic(
                        handle: handle, uuid: try unwrapped(BluetoothUUID(uuid)), properties: [.read])
                }
                return GATTService(
                    handle: 1, uuid: try unwrapped(BluetoothUUID(name)), isPrimary: true,
                    characteristics: characteristics)
            }
        }
    }

    private init(_ letter: Unicode.Scalar, _ machine: any FamilyMachine, _ start: ProvisioningEvent) {
        self.letter = UInt8(ascii: letter)
        self.machine = machine
        self.start = start
    }

    mutating func begin() throws { try receive(start) }

    mutating func play(_ part: [UInt8]) throws {
        guard let event = Self.event(part), !keepsOrder || fits(event) else { return }
        try receive(event)
    }

    /// A silent accessory ends every machine, and so does a link that goes away.
    mutating func end() throws {
        var other = self
        try other.receive(.linkLost)
        try hold(other.outcome != nil, "a lost link ends it")
        guard keepsOrder else { return }
        for _ in 0..<400 where outcome == nil {
            switch question {
            case .request: try receive(.notAnswered(.timedOut))
            case .read, .write, .subscribe: try receive(.attributeFailed(.timedOut))
            case _: try receive(.due)
            }
        }
        try hold(outcome != nil, "silence ends it")
    }

    private mutating func receive(_ event: ProvisioningEvent) throws {
        switch event {
        case .answered, .notAnswered, .read, .written, .subscribed, .attributeFailed: question = nil
        case .due: isWaiting = false
        case .joined, .connected, .notified, .linkLost: break
        }
        let effects = machine.receive(event)
        try hold(outcome == nil || effects.isEmpty, "no effect follows the end")
        for (index, effect) in effects.enumerated() {
            try hold(outcome == nil, "the end is the last effect: \(effects)")
            try perform(effect, isLast: index == effects.count - 1)
        }
        guard keepsOrder else { return }
        try hold(outcome != nil || question != nil || isWaiting, "there is always something to wait for: \(event)")
    }

    private mutating func perform(_ effect: ProvisioningEffect, isLast: Bool) throws {
        switch effect {
        case .request, .read, .write, .subscribe:
            try hold(question == nil || !keepsOrder, "one question at a time")
            try hold(isLast, "a question is the last effect")
            try checkQuestion(effect)
            question = effect
        case .wait(let time):
            try hold(time > .zero && time <= .seconds(120), "a wait is bounded")
            isWaiting = true
        case .report(.handingOver):
            try hold(!isHandingOver, "the network is handed over once")
            isHandingOver = true
        case .report(let step): try checkTexts("\(step)", 400)
        case .finish(let outcome): try finish(outcome)
        }
    }

    private func checkQuestion(_ effect: ProvisioningEffect) throws {
        switch effect {
        case .request(let request):
            try hold(request.target.hasPrefix("/"), "a target is a path")
            try hold(request.target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a target is encoded")
            try hold(request.target.utf8.count + request.body.count < 1024, "a request is short")
        case .write(_, let value): try hold(value.count <= 512, "a value has at most 512 bytes")
        case _: break
        }
    }

    private mutating func finish(_ outcome: ProvisioningOutcome) throws {
        try hold(self.outcome == nil, "there is one end")
        self.outcome = outcome
        switch outcome {
        case .onNetwork(let address, let page):
            try hold(isHandingOver, "no accessory joins before")
            try checkTexts(address ?? "", 15)
            try checkTexts(page ?? "", 128)
        case .unknown, .wrongPassphrase: try hold(isHandingOver, "nobody wonders before")
        case .refused(let refusal):
            try checkTexts(refusal.text, 160)
            for name in refusal.reason.names ?? [] { try checkTexts(name, 64) }
        case .networkNotInReach, .wrongProof, .buttonNeeded, .portalNotServed, .vanished: break
        }
    }

    private func checkTexts(_ text: String, _ longest: Int) throws {
        try checkLine(text, longest)
        try hold(!text.contains("secret-word"), "no text has the passphrase")
    }

    /// Whether the driver may send this now.
    private func fits(_ event: ProvisioningEvent) -> Bool {
        switch (event, question) {
        case (.answered, .request), (.notAnswered, .request), (.read, .read), (.written, .write),
            (.subscribed, .subscribe):
            true
        case (.attributeFailed, .read), (.attributeFailed, .write), (.attributeFailed, .subscribe): true
        case (.notified, _): true
        case (.due, _): isWaiting
        case _: false
        }
    }

    private static func event(_ part: [UInt8]) -> ProvisioningEvent? {
        guard let kind = part.first else { return nil }
        let rest = Array(part.dropFirst())
        switch kind {
        case UInt8(ascii: "a"): return .answered(HTTPAnswer(status: 200, body: rest))
        case UInt8(ascii: "b"): return .answered(HTTPAnswer(status: 401, body: rest))
        case UInt8(ascii: "c"):
            return .answered(HTTPAnswer(status: 302, location: String(decoding: rest, as: UTF8.self)))
        case UInt8(ascii: "e"): return .answered(HTTPAnswer(status: 500, body: rest))
        case UInt8(ascii: "x"): return .notAnswered(.closed)
        case UInt8(ascii: "y"): return .notAnswered(.notConnected)
        case UInt8(ascii: "z"): return .notAnswered(.malformed)
        case UInt8(ascii: "r"): return .read(rest)
        case UInt8(ascii: "w"): return .written
        case UInt8(ascii: "s"): return .subscribed
        case UInt8(ascii: "n"): return .notified(UInt16(rest.first ?? 0), Array(rest.dropFirst()))
        case UInt8(ascii: "f"): return .attributeFailed(.refused(rest.first ?? 0))
        case UInt8(ascii: "g"): return .attributeFailed(.notPaired)
        case UInt8(ascii: "h"): return .attributeFailed(.timedOut)
        case UInt8(ascii: "d"): return .due
        case UInt8(ascii: "j"): return .joined
        case _: return nil
        }
    }
}
