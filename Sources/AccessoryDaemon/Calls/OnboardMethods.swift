// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import AgentInterface
import Varlink

/// FindNewAccessories and Onboard: from the box to the home network.
extension ControlInterface.FindNewAccessories: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.manageAccessories) { request, replies, session in
        let daemon = session.daemon
        let wanted = try WantedAccessory(request)
        var survey = Survey(radio: daemon.radio, bluetooth: daemon.bluetooth, clock: daemon.clock)
        survey.listen = ListenRequest(rules: [])
        let adapter = try await daemon.chooseRadio(wanted: request.interface, sharing: true)
        survey.look = LookRequest(interface: adapter.interface, ssids: wanted.ssids)
        var (surroundings, isWhole, hasListened) = (Surroundings(await daemon.access.bridge(for: nil)), false, false)
        let known = await daemon.access.putOnNetwork
        let refusal = await daemon.policy.refusalOfOrders(Warrant(session.caller))
        var last: NewAccessoryList?
        try await survey.run { news, now throws(any Error) in
            switch news {
            case .networks(let look):
                surroundings.observe(look.networks, at: now) { wanted.isMeant($0) }
                isWhole = look.isComplete
            case .devices(let devices): surroundings.observe(devices, at: now) { wanted.isMeant($0) }
            case .cannotLook(let error): throw error
            case .cannotListen, .listened: hasListened = true
            }
            let new = NewAccessories(surroundings, wanted: wanted)
            let list = NewAccessoryList(
                accessories: new.found.map { NewAccessory($0, known: known) },
                others: new.others.map { OtherAccessory($0) },
                namesakes: wanted.isNamed ? new.namesakes.map { Namesake($0) } : nil,
                isComplete: isWhole && hasListened, refusal: refusal?.message)
            guard list != last else { return }
            last = list
            try replies.send(list)
        }
        return nil
    }
}

extension ControlInterface.Onboard: MethodWithSecrets {
    static let secrets = Caller.Right.seeSecrets
    static let answer: AgentAnswer<Self> = .stream(.manageAccessories) { request, replies, session in
        let order = try OnboardOrder(request)
        let run = OnboardRun(
            daemon: session.daemon, caller: session.caller, owner: session.id, order: order,
            interface: request.interface, warrant: Warrant(session.caller), notify: { try? replies.send($0) })
        return try await run.run()
    }
}

extension ControlInterface.IdentifyAccessory: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.manageAccessories) { request, session in
        let daemon = session.daemon
        if request.bluetoothAddress == nil, let accessory = request.accessory {
            return try await LampRun(daemon: daemon, accessory: accessory).run()
        }
        guard let text = request.bluetoothAddress, request.accessory == nil else {
            throw AccessoryError.refused("accessory", "name either it or its bluetoothAddress")
        }
        let address = try MACAddress.read(text, "bluetoothAddress")
        let (device, family) = try await NewDeviceSearch(daemon: daemon).find(address)
        guard let steps = family.identification else {
            throw AccessoryError(
                .provisioningFailed, "an accessory of \(family.title) does not show which one it is on order")
        }
        do {
            _ = try await daemon.bluetooth.exchange(steps, with: device.address)
        } catch {
            throw AccessoryError(BluetoothFailure(error), with: device.title)
        }
    }
}

extension AccessoryError {
    fileprivate static func refused(_ field: String, _ reason: String) -> AccessoryError {
        AccessoryError(.invalidRequest, "\(field): \(reason)", field: field)
    }
}

extension MACAddress {
    /// Throws `invalidRequest` with the field.
    fileprivate static func read(_ text: String, _ field: String) throws(AccessoryError) -> MACAddress {
        guard let address = MACAddress(text) else {
            throw .refused(field, "'\(text.printable)' is not an address such as 02:00:00:00:02:00")
        }
        return address
    }
}

extension Family {
    /// Throws `invalidRequest` if the name is none of a family.
    fileprivate static func named(_ name: String?) throws(AccessoryError) -> Family? {
        guard let name else { return nil }
        guard let family = Family(rawValue: name) else {
            throw .refused("family", "'\(name.printable)' is no family; the families are \(list)")
        }
        return family
    }
}

extension WantedAccessory {
    /// Throws `invalidRequest` with the field.
    init(_ request: NewAccessoryQuery) throws(AccessoryError) {
        let texts = request.ssids ?? []
        guard texts.count <= Self.limit else {
            throw .refused("ssids", "there are \(texts.count); \(Self.limit) are the most")
        }
        var ssids: [SSID] = []
        for text in texts { ssids.append(try DescriptorFields.ssid(text, field: "ssids")) }
        if let name = request.bluetoothName, !(1...BluetoothRule.longestName).contains(name.utf8.count) {
            throw .refused("bluetoothName", "it has \(name.utf8.count) bytes, not 1 to \(BluetoothRule.longestName)")
        }
        self.init(
            ssids: ssids, bluetoothName: request.bluetoothName,
            address: try request.address.read(MACAddress.read, field: "address"),
            family: try Family.named(request.family))
    }
}

extension OnboardOrder {
    /// Throws `invalidRequest` with the field.
    init(_ request: OnboardRequest) throws(AccessoryError) {
        let target: Target
        switch (
            request.ssid, try request.bluetoothAddress.read(MACAddress.read, field: "bluetoothAddress"), request.label
        ) {
        case (nil, nil, let label?): target = .easyConnect(try Self.label(label))
        case (_, _, _?): throw .refused("label", "it already names the accessory; leave ssid and bluetoothAddress out")
        case (let ssid?, nil, nil):
            target = .hotspot(
                try DescriptorFields.ssid(ssid, field: "ssid"), try request.bssid.read(MACAddress.read, field: "bssid"))
        case (nil, let device?, nil): target = .bluetooth(device)
        case (nil, nil, nil):
            throw .refused("ssid", "name the accessory's hotspot, its bluetoothAddress, or its label")
        case (_?, _?, nil): throw .refused("bluetoothAddress", "ssid already names the accessory; keep one of them")
        }
        let family = try Family.named(request.family)
        for (field, text) in [("user", request.user), ("proof", request.proof), ("network", request.network)] {
            guard let text, !(1...256).contains(text.utf8.count) else { continue }
            throw .refused(field, "it has \(text.utf8.count) bytes, not 1 to 256")
        }
        var arrival = ArrivalDemand.none
        if let name = request.arrival {
            guard let demand = ArrivalDemand(rawValue: name) else {
                throw .refused("arrival", "'\(name.printable)' is none of \(ArrivalDemand.list)")
            }
            arrival = demand
        }
        if let security = request.security, security != HomeNetwork.onlySecurity {
            throw .refused("security", "'\(security.printable)' is not \(HomeNetwork.onlySecurity)")
        }
        var passphrase: Passphrase?
        if let text = request.passphrase {
            passphrase = try DescriptorFields.passphrase(text, field: "passphrase")
            guard case .hotspot = target else {
                throw .refused("passphrase", "it is of a hotspot, and ssid names none")
            }
        }
        self.init(
            target: target, passphrase: passphrase,
            terms: HandOverTerms(
                family: family, proof: ProvisioningProof(user: request.user, secret: request.proof),
                network: request.network, isWPA2Only: request.security != nil,
                allowsClearText: request.allowsClearText ?? false, arrival: arrival))
    }
}

extension OnboardOrder {
    /// The other labels name a hotspot or a device. Their readers take that and the proof out of them.
    private static func label(_ text: String) throws(AccessoryError) -> EasyConnectLabel {
        let label: Label
        do throws(LabelFault) {
            label = try Label(parsing: text)
        } catch {
            throw AccessoryError(.invalidRequest, "label: \(error)", field: "label")
        }
        guard case .easyConnect(let key) = label else {
            throw AccessoryError(
                .invalidRequest, "label: it is none of \(Family.easyConnect.title) (DPP:)", field: "label")
        }
        return key
    }
}

extension NewAccessory {
    /// - Parameter known: accessories that were put on the home network before.
    init(_ found: NewAccessories.Found, known: [ObservedAccessory]) {
        let family = found.recognition.family
        let isCertain = found.recognition.certainty == .certain
        switch found.source {
        case .hotspot(let network):
            self.init(
                name: network.ssid?.description ?? "", family: family.rawValue, familyName: family.title,
                isCertain: isCertain, ssid: network.ssid, bssid: network.bssid, security: network.security,
                signal: network.signal, mayNeedProof: family.mayNeedProof,
                isClearText: family.protection(hotspot: network.security) == .clearText,
                wasReset: known.contains { $0.isReset(by: network) } ? true : nil)
        case .bluetooth(let device):
            self.init(
                name: device.title,
                family: family.rawValue, familyName: family.title, isCertain: isCertain,
                bluetoothAddress: device.address.address, rssi: device.rssi, mayNeedProof: family.mayNeedProof,
                isClearText: family.protection(hotspot: nil) == .clearText,
                identifies: found.recognition.canIdentify ? true : nil)
        }
    }
}

extension Namesake {
    init(_ namesake: NewAccessories.Namesake) {
        let reason: Reason =
            switch namesake.reason {
            case .noFamily: .noFamily
            case .otherWay: .otherWay
            case .busy: .busy
            case .onNetwork: .onNetwork
            case .stopped: .stopped
            }
        switch namesake.source {
        case .hotspot(let network):
            self.init(
                name: network.ssid?.description ?? "", ssid: network.ssid, bssid: network.bssid, reason: reason,
                explanation: namesake.reason.description)
        case .bluetooth(let device):
            self.init(
                name: device.title,
                bluetoothAddress: device.address.address, reason: reason, explanation: namesake.reason.description)
        }
    }
}

extension OtherAccessory {
    init(_ other: NewAccessories.Other) {
        let (setup, device) = (other.setup, other.device)
        self.init(
            name: device.title,
            ecosystem: .matter, addedBy: setup.reader.title, bluetoothAddress: device.address.address,
            rssi: device.rssi)
        switch setup {
        case .matter(let discriminator, let vendor, let product):
            self.discriminator = Int(discriminator)
            self.vendor = vendor.map { Int($0) }
            self.product = product.map { Int($0) }
        case .homeKit(let category, let device, let setupHash):
            ecosystem = .homeKit
            self.category = Int(category)
            self.device = device
            self.setupHash = setupHash?.hexadecimal
        }
    }
}
