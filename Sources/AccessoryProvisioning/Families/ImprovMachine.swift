// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// Improv Wi-Fi over Bluetooth (improv-wifi.com, "Improv via BLE").
///
/// The machine subscribes before it writes, since the device notifies a state only once. The network goes over an
/// unencrypted link. A device that could not join has one error for a wrong passphrase and for a network out of range,
/// so the outcome is a refusal with both causes.
public struct ImprovMachine: FamilyMachine {
    /// A person has this time to press the button. Devices stay authorised for a minute.
    public static let buttonPatience: Duration = .seconds(20)
    /// The device reports itself within this time, or remains nameless.
    public static let informationPatience: Duration = .seconds(5)
    /// From the network to the result. ESPHome tries for 30 seconds.
    public static let joinPatience: Duration = .seconds(60)
    /// After the state `provisioned`, the result with the device's page.
    public static let resultPatience: Duration = .seconds(2)

    private enum Step: Hashable, Sendable {
        case capabilities
        case subscribeState
        case subscribeError
        case subscribeResult
        case state
        case button
        case information
        case network
        /// The time for a join is over.
        case join
        /// The time for a result is over.
        case result
    }

    private enum State: UInt8 {
        /// ESPHome's own: its set-up window is closed (its component `provisioning`, 2026).
        case stopped = 0
        case authorisationRequired = 1
        case authorised = 2
        case provisioning = 3
        case provisioned = 4
    }

    private let credentials: UplinkCredentials
    private var device: ImprovAttributes?
    private var course = Course<Step>()
    private var hasInformation = false
    /// The device began to join.
    private var isTrying = false
    /// A frame that came in parts.
    private var part: [UInt8] = []

    public init(_ credentials: ProvisioningCredentials) { self.credentials = credentials.network }

    public mutating func receive(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard !course.isOver else { return [] }
        switch event {
        case .connected(let services): return begin(services)
        case .read(let bytes): return read(bytes)
        case .subscribed: return subscribed()
        case .written: return written()
        case .notified(let handle, let bytes): return notified(handle, bytes)
        case .attributeFailed(let failure): return failed(failure)
        case .due: return due()
        case .linkLost: return course.giveUp()
        case .joined, .answered, .notAnswered: return []
        }
    }

    private mutating func begin(_ services: [GATTService]) -> [ProvisioningEffect] {
        guard course.begin() else { return [] }
        guard let device = ImprovAttributes(services) else {
            return course.refuse(
                .notOverBluetooth, "the accessory does not have the service of Improv, or not all of it")
        }
        self.device = device
        return ask(.capabilities)
    }

    private mutating func ask(_ step: Step) -> [ProvisioningEffect] {
        guard let device else { return [] }
        switch step {
        case .capabilities: return course.ask(step, .read(device.capabilities))
        case .subscribeState: return course.ask(step, .subscribe(device.state))
        case .subscribeError: return course.ask(step, .subscribe(device.error))
        case .subscribeResult: return course.ask(step, .subscribe(device.result))
        case .state: return course.ask(step, .read(device.state))
        case .information:
            let frame = ImprovFrame(command: ImprovFrame.deviceInformation)
            return course.ask(step, .write(device.command, frame.bytes))
        case .network:
            course.handOver()
            let secret = Array((credentials.passphrase?.secret ?? "").utf8)
            let frame = ImprovFrame(command: ImprovFrame.sendNetwork, strings: [credentials.ssid.bytes, secret])
            let effects = course.ask(step, .write(device.command, frame.bytes))
            return [.report(.handingOver(Family.improv.protection(hotspot: nil)))] + effects
        case .button, .join, .result: return []
        }
    }
}

// Answers.
extension ImprovMachine {
    private mutating func read(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        switch course.takeAsked() {
        case .capabilities:
            // Bit 1: the device answers the command for its information.
            hasInformation = (bytes.first ?? 0) & 0x02 != 0
            return ask(.subscribeState)
        case .state: return arriveAt(bytes.first.flatMap(State.init))
        case _: return []
        }
    }

    private mutating func subscribed() -> [ProvisioningEffect] {
        switch course.takeAsked() {
        case .subscribeState: return ask(.subscribeError)
        case .subscribeError: return ask(.subscribeResult)
        case .subscribeResult: return ask(.state)
        case _: return []
        }
    }

    private mutating func written() -> [ProvisioningEffect] {
        switch course.takeAsked() {
        // The result may have come before the answer to the write.
        case .information:
            return hasInformation ? course.wait(Self.informationPatience, then: .information) : ask(.network)
        case .network:
            // The last state may have come before, and its wait may be over.
            let wait =
                course.delayed == .result
                ? course.wait(Self.resultPatience, then: .result) : course.wait(Self.joinPatience, then: .join)
            return [.report(.waitingForAccessory)] + wait
        case _: return []
        }
    }

    /// The state before the network was handed over.
    private mutating func arriveAt(_ state: State?) -> [ProvisioningEffect] {
        switch state {
        case .stopped:
            return course.refuse(
                .takesNoneNow, "the accessory takes no network at the moment; switch it off and on, and try again")
        case .authorisationRequired: return course.wait(Self.buttonPatience, then: .button)
        case .authorised: return hasInformation ? ask(.information) : ask(.network)
        case .provisioning:
            return course.refuse(
                .handOverUnderWay, "somebody else is handing a network to the accessory; wait a minute")
        case .provisioned:
            return course.refuse(.networkKept, "the accessory is on a network already; reset it to give it another")
        case nil: return course.refuse(.answerGarbled, "the accessory reports a state that Improv does not have")
        }
    }

    private mutating func due() -> [ProvisioningEffect] {
        switch course.takeDelayed() {
        case .button: return course.finish(.buttonNeeded)
        case .information:
            hasInformation = false
            return ask(.network)
        case .join, .result: return course.giveUp()
        case _: return []
        }
    }

    private mutating func failed(_ failure: AttributeFailure) -> [ProvisioningEffect] {
        let step = course.takeAsked()
        switch (step, failure) {
        case (nil, _): return []
        case (.information, .refused), (.information, .timedOut):
            hasInformation = false
            return ask(.network)
        case (_, .notPaired): return course.finish(.notPaired)
        // The device refused the write, so it has no network.
        case (.network, .refused(let code)) where !isTrying:
            return course.refuse(
                .accessoryError, "the accessory refused the network with the Bluetooth error \(code)",
                names: ["Bluetooth \(code)"])
        case (.network, .refused), (.network, .timedOut): return course.giveUp()
        case (_, .refused(let code)):
            return course.refuse(
                .accessoryError, "the accessory refused Improv's attributes with the Bluetooth error \(code)",
                names: ["Bluetooth \(code)"])
        case (_, .timedOut): return course.giveUp()
        }
    }
}

// Notifications.
extension ImprovMachine {
    /// The command 01 was sent.
    private var isHandedOver: Bool { course.silence != .vanished }

    private mutating func notified(_ handle: UInt16, _ bytes: [UInt8]) -> [ProvisioningEffect] {
        switch handle {
        case device?.state: return stateChanged(bytes.first.flatMap(State.init))
        case device?.error: return errorChanged(bytes.first ?? 0)
        case device?.result: return resultChanged(bytes)
        case _: return []
        }
    }

    private mutating func stateChanged(_ state: State?) -> [ProvisioningEffect] {
        guard isHandedOver else {
            // Somebody pressed the button, or the time after that is over.
            guard course.delayed == .button, state != .authorisationRequired else { return [] }
            _ = course.takeDelayed()
            return arriveAt(state)
        }
        switch state {
        case .provisioning: isTrying = true
        case .provisioned:
            course.arrive()
            return course.wait(Self.resultPatience, then: .result)
        case .authorised where isTrying, .authorisationRequired where isTrying: return course.finish(.notJoined)
        case .stopped, .authorised, .authorisationRequired, nil: break
        }
        return []
    }

    private mutating func errorChanged(_ error: UInt8) -> [ProvisioningEffect] {
        guard isHandedOver else { return [] }
        switch error {
        case 0: return []
        case 1: return course.refuse(.firmwareOld, "the accessory calls the command invalid; update its firmware")
        case 2: return course.refuse(.firmwareOld, "the accessory does not know the command; update its firmware")
        case 3: return course.finish(.notJoined)
        case 4: return course.finish(.buttonNeeded)
        case 5:
            return course.refuse(
                .accessoryError, "the accessory does not take its host name", names: ["Improv \(error)"])
        case _:
            return course.refuse(
                .accessoryError, "the accessory failed without a reason (Improv's error \(error))",
                names: ["Improv \(error)"])
        }
    }

    private mutating func resultChanged(_ bytes: [UInt8]) -> [ProvisioningEffect] {
        guard let frame = whole(bytes) else { return [] }
        switch frame.command {
        case ImprovFrame.sendNetwork where isHandedOver:
            let own = OwnPage(among: frame.strings)
            course.arrive(address: own?.address, page: own?.page)
            return course.giveUp()
        case ImprovFrame.deviceInformation where hasInformation && !isHandedOver: return identified(frame.strings)
        case _: return []
        }
    }

    /// Joins the parts of a frame. A part that fits nowhere begins anew.
    private mutating func whole(_ bytes: [UInt8]) -> ImprovFrame? {
        if let frame = ImprovFrame(bytes) {
            part = []
            return frame
        }
        part += bytes
        if let frame = ImprovFrame(part) {
            part = []
            return frame
        }
        // A frame has at most 258 bytes.
        if part.count > 258 || (part.count >= 2 && part.count >= Int(part[1]) + 3) { part = [] }
        return nil
    }

    /// Firmware, its version, the chip, the device's name.
    private mutating func identified(_ strings: [[UInt8]]) -> [ProvisioningEffect] {
        hasInformation = false
        let texts = strings.prefix(4).map { DeviceText.bounded($0) } + [nil, nil, nil, nil]
        let firmware = [texts[0], texts[1]].compactMap(\.self).joined(separator: " ")
        let identity = DeviceIdentity(name: texts[3], model: texts[2], version: firmware)
        guard course.delayed == .information else { return [.report(.identified(identity))] }
        _ = course.takeDelayed()
        return [.report(.identified(identity))] + ask(.network)
    }
}
