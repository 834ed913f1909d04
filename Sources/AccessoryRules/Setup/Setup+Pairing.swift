// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A choice is paired with, and Bluetooth Classic is brought up, each only if it is needed.
extension Setup {
    // MARK: Pairing

    /// The first step after the choice. A choice over Wi-Fi alone goes straight on to its network.
    mutating func pair(_ candidate: Candidate) -> [Effect] {
        guard candidate.isToBePaired else { return bridgeTransport(candidate) }
        return [emit(.pickerSetupPairing), .report(.pairing)] + begin(candidate)
    }

    /// Only a person allows an input device.
    private mutating func begin(_ candidate: Candidate) -> [Effect] {
        guard let device = candidate.device else { return [] }
        guard !candidate.mayBeInput || device.isBonded || isAdmitted else {
            let error = Self.notAdmitted(candidate)
            return choice == nil ? ask(.inputDevice(candidate), or: error) : setupFailed(error)
        }
        state = .chosen(candidate, .pairing)
        return [.pair(device.address, isBonded: device.isBonded, asInput: candidate.mayBeInput)]
    }

    mutating func admit(_ candidate: Candidate) -> [Effect] {
        isAdmitted = true
        return [.stopTimer] + begin(candidate)
    }

    mutating func pairingAsks(_ candidate: Candidate, _ question: PairingQuestion) -> [Effect] {
        if isAdmitted, question == .consent { return answer(.yes, candidate) }
        if choice == nil { return [.ask(.pairing(candidate, question)), .startTimer(Self.questionPatience)] }
        // A plan that asks for pairing consents to it; there is no person to compare or type digits.
        switch question {
        case .consent: return answer(.yes, candidate)
        case .comparison, .passkey, .display: return [.stopPairing] + setupFailed(Self.nobodyToAsk(candidate))
        }
    }

    func answer(_ answer: PairingAnswer, _ candidate: Candidate) -> [Effect] {
        guard let device = candidate.device else { return [] }
        return [.stopTimer, .answerPairing(answer, device.address)]
    }

    mutating func paired(_ candidate: Candidate, _ address: BluetoothAddress) -> [Effect] {
        guard let device = candidate.device else { return [] }
        var candidate = candidate
        if !device.isBonded { bond = address.address }
        var bonded = device
        bonded.address = address
        bonded.isBonded = true
        discovery.identify(device.address.address, as: bonded)
        candidate.device = bonded
        return [.stopTimer] + bridgeTransport(candidate)
    }

    mutating func pairingFailed(_ candidate: Candidate, _ failure: BluetoothFailure) -> [Effect] {
        guard failure.reason == .staleBond, choice == nil else {
            let error = Self.notPaired(candidate, failure)
            // Whoever declined the pairing, here or at the accessory, meant it.
            return failure.reason == .refused ? setupFailed(error) : [.stopTimer] + halt(candidate, error, at: .pairing)
        }
        return ask(.repairing(candidate), or: Self.bondStaysLost(candidate))
    }

    mutating func pairAnew(_ candidate: Candidate) -> [Effect] {
        guard let device = candidate.device else { return [] }
        var candidate = candidate
        candidate.device?.isBonded = false
        return [.stopTimer, .forget(device.address.address)] + begin(candidate)
    }

    /// Removes the bond that this run made.
    mutating func unbond() -> [Effect] {
        guard let bond else { return [] }
        self.bond = nil
        return [.forget(bond)]
    }

    // MARK: Bluetooth Classic

    private mutating func bridgeTransport(_ candidate: Candidate) -> [Effect] {
        guard candidate.isToBeTransportBridged, let device = candidate.device else { return findNetwork(of: candidate) }
        state = .chosen(candidate, .transportBridging)
        return [emit(.pickerSetupBridging), .report(.transportBridging), .bridgeTransport(device.address)]
    }

    mutating func transportBridged(_ candidate: Candidate, _ address: MACAddress) -> [Effect] {
        classic = address
        return findNetwork(of: candidate)
    }

    /// Continues without Classic, because the choice was the LE side. The log gets the reason.
    mutating func transportNotBridged(_ candidate: Candidate, _ failure: BluetoothFailure) -> [Effect] {
        [.note("'\(candidate.title)' stays without Bluetooth Classic: \(failure)")] + findNetwork(of: candidate)
    }
}
