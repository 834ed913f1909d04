// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// bluetoothd's calls to our agent object while we pair (doc/agent-api.txt of BlueZ 5.66).
enum AgentCall: Hashable {
    /// The path is the device's.
    case asks(PairingQuestion, String)
    /// The pairing is over, so no answer is needed any more.
    case cancel
    case release
    /// Legacy PIN codes, and services of devices that connect to this machine: not our concern.
    case foreign

    /// - Parameter method: of org.bluez.Agent1.
    init(_ method: String, _ arguments: [Variant]) {
        let path = arguments.first?.text
        let number = arguments.dropFirst().first?.number.flatMap { UInt32(exactly: $0) }
        switch (method, path, number) {
        case ("RequestAuthorization", let path?, _): self = .asks(.consent, path)
        case ("RequestConfirmation", let path?, let digits?): self = .asks(.comparison(digits), path)
        case ("RequestPasskey", let path?, _): self = .asks(.passkey, path)
        case ("DisplayPasskey", let path?, let digits?): self = .asks(.display(digits), path)
        case ("Cancel", _, _): self = .cancel
        case ("Release", _, _): self = .release
        case _: self = .foreign
        }
    }

    static let path = "/org/accessoryd/agent"
    static let interface = "org.bluez.Agent1"
    /// It can show six digits and take them, so every way to pair is open.
    static let capability = "KeyboardDisplay"
    static let rejected = "org.bluez.Error.Rejected"
}

/// A pairing in progress, and the question that it waits with.
struct Pairing {
    let path: String
    let address: MACAddress
    let ask: @Sendable (PairingQuestion) -> Void
    private var pending: (question: PairingQuestion, call: Invocation)?
    private var shown: UInt32?
    /// The person declined.
    private(set) var isDenied = false
    /// Something was asked or shown.
    private(set) var hasAsked = false
    /// The answer to a consent that is asked after the pairing.
    private(set) var consent: Bool?
    private var isConsentDue = false
    /// Digits were typed here or there, and may have been wrong.
    private(set) var hasDigits = false
    /// No link came up in the time for a connection.
    var isOutOfReach = false

    init(path: String, address: MACAddress, ask: @escaping @Sendable (PairingQuestion) -> Void) {
        self.path = path
        self.address = address
        self.ask = ask
    }

    /// Puts bluetoothd's question to the person.
    mutating func receive(_ question: PairingQuestion, _ call: Invocation) {
        hasAsked = true
        switch question {
        case .consent, .comparison: pending = (question, call)
        case .passkey:
            hasDigits = true
            pending = (question, call)
        case .display(let digits):
            hasDigits = true
            call.reply()
            // bluetoothd repeats it with every digit that is typed.
            guard shown != digits else { return }
            shown = digits
        }
        ask(question)
    }

    /// Returns whether to give the pairing up, because no question is open that could be declined.
    mutating func answer(_ answer: PairingAnswer) -> Bool {
        if isConsentDue {
            switch answer {
            case .yes: consent = true
            case .no: consent = false
            case .passkey: break
            }
            return false
        }
        guard let (question, call) = pending else {
            guard answer == .no, shown != nil else { return false }
            isDenied = true
            return true
        }
        switch (answer, question) {
        case (.yes, .consent), (.yes, .comparison): call.reply()
        case (.passkey(let digits), .passkey): call.reply([.uint(digits)])
        case (.no, _):
            isDenied = true
            call.refuse(AgentCall.rejected, "refused")
        // An answer of the wrong kind leaves the question open.
        case (.yes, .passkey), (.yes, .display), (.passkey, .consent), (.passkey, .comparison), (.passkey, .display):
            return false
        }
        pending = nil
        return false
    }

    /// Asks for consent after the pairing.
    mutating func askForConsent() {
        isConsentDue = true
        ask(.consent)
    }

    mutating func withdraw() { pending = nil }
}
