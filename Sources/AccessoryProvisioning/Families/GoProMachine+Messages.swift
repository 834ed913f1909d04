// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

// The messages of network management: a feature, an action, and fields.
extension GoProMachine {
    private static let feature: UInt8 = 0x02
    private static let pairingFeature: UInt8 = 0x03
    /// What stands in the action's place if the camera does not support the request.
    private static let failures: ClosedRange<UInt8> = 1...2

    func message(_ talk: Talk) -> [UInt8] {
        let ssid = Array((network?.ssid ?? "").utf8)
        switch talk {
        // The pairing's result, of which 0 is success, and a name, which must not be empty and is not used.
        case .pairing:
            return [Self.pairingFeature, 0x01] + GoProFields.encoded(1, 0)
                + GoProFields.encoded(2, Array("accessoryd".utf8))
        // The command for the hardware's information, without parameters.
        case .information: return [0x3C]
        case .scan: return [Self.feature, 0x02]
        case .list:
            let count = min(scan.entries, UInt64(Self.mostEntries))
            return [Self.feature, 0x03] + GoProFields.encoded(1, 0) + GoProFields.encoded(2, count)
                + GoProFields.encoded(3, scan.identifier)
        case .join where isConfigured: return [Self.feature, 0x04] + GoProFields.encoded(1, ssid)
        case .join:
            // Field 10: newer cameras then take a network without internet.
            return [Self.feature, 0x05] + GoProFields.encoded(1, ssid)
                + GoProFields.encoded(2, Array((network?.passphrase ?? "").utf8)) + GoProFields.encoded(10, 1)
        }
    }

    /// The command, a status, and values with a length before each: the model's number and name, the board, the firmware,
    /// the serial number, the hotspot's name and address. A status other than zero is that of a camera that is not ready.
    mutating func identified(_ message: [UInt8]) -> [ProvisioningEffect] {
        guard talk == .information, message.count >= 2, message[0] == 0x3C else { return [] }
        guard message[1] == 0 else { return askAgain() }
        var texts: [String?] = []
        var rest = message.dropFirst(2)
        while let length = rest.popFirst(), texts.count < 7 {
            texts.append(DeviceText.bounded(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        texts += [nil, nil, nil, nil, nil, nil]
        let identity = DeviceIdentity(name: texts[5] ?? texts[4], model: texts[1], version: texts[3])
        return [.report(.identified(identity))] + begin(.pairing)
    }

    private mutating func askAgain() -> [ProvisioningEffect] {
        refusedQuestions += 1
        guard refusedQuestions < Self.mostQuestions else {
            return course.refuse(.accessoryBusy, "the camera is not ready; wait until it has started, and try again")
        }
        isNotReady = true
        // The answer to the write is still to come; the pause follows it.
        return course.asked == nil ? pauseBeforeNextQuestion() : []
    }

    mutating func received(_ message: [UInt8]) -> [ProvisioningEffect] {
        // The camera's opinion of the pairing shows in what follows.
        if talk == .pairing { return message.first == Self.pairingFeature ? begin(.scan) : [] }
        guard message.count >= 2, message[0] == Self.feature, let fields = GoProFields(message.dropFirst(2)) else {
            return []
        }
        if talk != .information, message.count == 2, Self.failures.contains(message[1]) {
            return course.refuse(
                .firmwareOld, "the camera does not know this request for a network; update its firmware")
        }
        switch (talk, message[1]) {
        case (.scan, 0x82):
            let refusal = checkResult(fields)
            return refusal.isEmpty ? checkScan(fields.number(2)) : refusal
        case (.scan, 0x0B): return scanned(fields)
        case (.list, 0x83): return listed(fields)
        case (.join, 0x84), (.join, 0x85):
            let refusal = checkResult(fields)
            return refusal.isEmpty ? joined(fields.number(2)) : refusal
        case (.join, 0x0C): return joined(fields.number(1))
        case _: return []
        }
    }

    private mutating func checkResult(_ fields: GoProFields) -> [ProvisioningEffect] {
        guard let result = fields.number(1), result != 1 else { return [] }
        return course.refuse(.accessoryError, "the camera refused with its error \(result)", names: ["\(result)"])
    }

    private mutating func scanned(_ fields: GoProFields) -> [ProvisioningEffect] {
        switch fields.number(1) {
        case 5:
            scan = (
                fields.number(2).map { UInt64(clamping: $0) } ?? 0, fields.number(3).map { UInt64(clamping: $0) } ?? 0
            )
            if scan.entries > 0 { return begin(.list) }
            return isHidden ? begin(.join) : course.finish(.networkNotInReach)
        case let state: return checkScan(state)
        }
    }

    /// A scan that never started, or was aborted by the camera or by a person, does not go on.
    private mutating func checkScan(_ state: Int?) -> [ProvisioningEffect] {
        guard let state, [1, 3, 4].contains(state) else { return [] }
        return course.refuse(.accessoryBusy, "the camera broke its scan off; end what it is doing, and try again")
    }

    private mutating func listed(_ fields: GoProFields) -> [ProvisioningEffect] {
        let refusal = checkResult(fields)
        guard refusal.isEmpty else { return refusal }
        let ssid = Array((network?.ssid ?? "").utf8)
        let entries = fields.all(3).prefix(Self.mostEntries).compactMap { GoProFields($0) }
        guard let entry = entries.first(where: { $0.bytes(1) == ssid }) else {
            return isHidden ? begin(.join) : course.finish(.networkNotInReach)
        }
        let flags = entry.number(5) ?? 0
        if flags & 16 != 0 {
            return refuseSecurity()
        }
        isConfigured = flags & 2 != 0
        return begin(.join)
    }

    private mutating func joined(_ state: Int?) -> [ProvisioningEffect] {
        // Nothing that comes before the whole message is about this network.
        guard course.silence != .vanished else { return [] }
        switch state {
        case 5, 6:
            course.arrive()
            return course.giveUp()
        // It never started, or was aborted by the camera or by a person.
        case 1, 3, 4:
            return course.refuse(.accessoryBusy, "the camera broke the join off; end what it is doing, and try again")
        case 7:
            return course.refuse(
                .accessPointRefused,
                "the access point did not take the camera; move closer, or restart the access point")
        // It tried the passphrase of an earlier set-up, and takes another one only after it has forgotten that.
        case 8 where isConfigured:
            return course.refuse(
                .networkKept,
                "the camera knows this network with another passphrase; reset its connections, and try again")
        case 8: return course.finish(.wrongPassphrase)
        case 9:
            return course.refuse(
                .termsNeeded, "the camera wants its terms accepted first; set it up once in GoPro's app")
        case 10:
            return course.refuse(
                .internetNeeded, "the network has no internet, which this camera needs; name another network")
        case 11: return refuseSecurity()
        case _: return []
        }
    }

    private mutating func refuseSecurity() -> [ProvisioningEffect] {
        course.refuse(
            .securityUnsuitable, "the camera does not support the network's security; switch it to WPA2",
            names: network.map { [$0.ssid] })
    }
}
