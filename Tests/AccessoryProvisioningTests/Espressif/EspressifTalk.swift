// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

@testable import AccessoryProvisioning

/// A machine and an accessory over HTTP, up to the outcome.
struct EspressifTalk {
    /// What stands in for the accessory's answer to a request.
    enum Loss {
        /// The accessory gets the request and answers, and the answer is lost.
        case answer(HTTPFailure)
        /// The request does not arrive.
        case request(HTTPFailure)
        case link
        case other(HTTPAnswer)
    }

    var accessory: EspressifAccessory
    var machine: EspressifMachine
    var requests: [HTTPRequest] = []
    var effects: [ProvisioningEffect] = []
    var waits = 0

    /// Losses by the number of the request, from 0.
    var losses: [Int: Loss] = [:]
    /// For all other requests from this number on.
    var lossFrom: (Int, Loss)?

    init(
        _ accessory: EspressifAccessory, user: String? = nil, secret: String? = "abcd1234",
        draws: [[UInt8]] = [KeyExchangeVectors.clientPrivateKey]
    ) throws {
        self.accessory = accessory
        let network = UplinkCredentials(
            ssid: try SSID(text: "home"), security: .wpa2, passphrase: try Passphrase("secretpass"))
        machine = EspressifMachine(
            ProvisioningCredentials(network: network, proof: ProvisioningProof(user: user, secret: secret)),
            randomness: .these(draws))
    }

    /// The outcome; nil if the machine wants nothing more without one.
    mutating func run() -> ProvisioningOutcome? {
        var event = ProvisioningEvent.joined
        for _ in 0..<500 {
            let wanted = machine.receive(event)
            effects += wanted
            var next: ProvisioningEvent?
            for effect in wanted {
                switch effect {
                case .finish(let outcome): return outcome
                case .request(let request): next = ask(request)
                case .wait:
                    waits += 1
                    next = .due
                case .report, .read, .write, .subscribe: break
                }
            }
            guard let next else { return nil }
            event = next
        }
        return nil
    }

    private mutating func ask(_ request: HTTPRequest) -> ProvisioningEvent {
        let number = requests.count
        requests.append(request)
        var loss = losses[number]
        if loss == nil, let (first, other) = lossFrom, number >= first { loss = other }
        switch loss {
        case .request(let failure): return .notAnswered(failure)
        case .link: return .linkLost
        case .other(let answer): return .answered(answer)
        case .answer(let failure):
            _ = accessory.answer(request)
            return .notAnswered(failure)
        case nil: return accessory.answer(request).map { .answered($0) } ?? .notAnswered(.closed)
        }
    }

    var steps: [ProvisioningStep] {
        effects.compactMap { if case .report(let step) = $0 { step } else { nil } }
    }
}
