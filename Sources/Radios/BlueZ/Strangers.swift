// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The devices that this process has connected without a bond, with what a person has agreed to. bluetoothd brings up every
/// profile of a device that it connects, and raises the link's security by itself (BlueZ 5.66, profiles/input/hog.c,
/// LEAutoSecurity); the kernel then bonds by Just Works. So such a device may bond, and be a keyboard, unasked.
struct Strangers: Hashable {
    /// What a device may become.
    struct Terms: Hashable {
        var mayBond = false
        var mayBeInput = false
    }

    enum Breach: Hashable {
        case bonds
        case isInput

        var failure: BluetoothFailure {
            switch self {
            case .bonds:
                BluetoothFailure(
                    .uninvited, "the device wants to be paired with, which nobody was asked for; set it up with pairing"
                )
            case .isInput:
                BluetoothFailure(
                    .uninvited,
                    "the device is a keyboard or another input device, which the app's request does not name")
            }
        }
    }

    enum Effect: Hashable {
        /// It is removed once. Its removal settles, so the end of its link does not.
        case expel(path: String, MACAddress, Breach)
        /// It has bonded, and its own address has come to light, under which bluetoothd has the bond.
        case owe(MACAddress)
        /// The link with it is over.
        case settle(MACAddress)
        /// Whether its bond is one with no input device, from now on.
        case bond(MACAddress, isPlain: Bool)
    }

    private struct Stranger: Hashable {
        let address: MACAddress
        var terms: Terms
        var isExpelled = false
    }

    private var all: [String: Stranger] = [:]
    /// Those that were bonded and no input devices when this agent last had to do with them. They become none later, whoever
    /// connects them: bluetoothd does that by itself, too, and the link outlives the agent.
    private var plain: Set<MACAddress> = []
    /// Of these, what bluetoothd has.
    private var bonded: [String: MACAddress] = [:]
    /// Whether those that are being removed have bonded. bluetoothd needs seconds to disconnect one, and it bonds meanwhile.
    private var bondsOfExpelled: [String: Bool] = [:]

    /// Nil if the device may be connected.
    static func breach(_ device: DeviceProperties, _ terms: Terms) -> Breach? {
        device.isInput && !terms.mayBeInput ? .isInput : nil
    }

    /// Before its connection or its pairing. What was agreed to before stays so.
    mutating func meet(_ path: String, _ address: MACAddress, _ terms: Terms) {
        let known = all[path]?.terms ?? Terms()
        all[path] = Stranger(
            address: address,
            terms: Terms(
                mayBond: known.mayBond || terms.mayBond, mayBeInput: known.mayBeInput || terms.mayBeInput))
    }

    /// Before the connection of a bonded device, or once a device has bonded.
    mutating func know(_ path: String, _ device: DeviceProperties, _ terms: Terms) -> [Effect] {
        if terms.mayBeInput { return forget(path, device.address.address) }
        if device.isInput { return turnOut(path) }
        bonded[path] = device.address.address
        return plain.insert(device.address.address).inserted ? [.bond(device.address.address, isPlain: true)] : []
    }

    /// What an earlier run of the agent knew, which need not have seen what came since.
    mutating func recall(_ earlier: Set<MACAddress>, in objects: BlueZObjects) -> [Effect] {
        plain.formUnion(earlier)
        return recall(in: objects)
    }

    /// bluetoothd has begun to serve.
    mutating func recall(in objects: BlueZObjects) -> [Effect] {
        objects.paths(with: BlueZObjects.device).flatMap { path in
            objects.device(at: path).map { recall(path, $0) } ?? []
        }
    }

    private mutating func recall(_ path: String, _ device: DeviceProperties) -> [Effect] {
        guard plain.contains(device.address.address), device.isBonded else { return [] }
        bonded[path] = device.address.address
        return device.isInput ? turnOut(path) : []
    }

    private mutating func forget(_ path: String, _ address: MACAddress) -> [Effect] {
        bonded[path] = nil
        return plain.remove(address) == nil ? [] : [.bond(address, isPlain: false)]
    }

    /// The connection has come to nothing.
    mutating func part(_ path: String) -> [Effect] {
        guard let stranger = all.removeValue(forKey: path), !stranger.isExpelled else { return [] }
        return [.settle(stranger.address)]
    }

    /// bluetoothd has gone, with every link.
    mutating func partWithAll() -> [Effect] {
        defer { all = [:] }
        return all.values.filter { !$0.isExpelled }.map { .settle($0.address) }
    }

    /// The device has been removed. Returns whether its bond went with it.
    mutating func endExpulsion(_ path: String) -> Bool { bondsOfExpelled.removeValue(forKey: path) ?? false }

    /// Takes a change that `objects` has already.
    mutating func receive(_ change: BlueZObjects.Change, in objects: BlueZObjects) -> [Effect] {
        switch change {
        case .changed(let path, BlueZObjects.device, let properties, _):
            if bondsOfExpelled[path] == false { bondsOfExpelled[path] = objects.device(at: path)?.isBonded == true }
            let device = objects.device(at: path)
            if let device {
                let effects = recall(path, device)
                if !effects.isEmpty { return effects }
            }
            guard let stranger = all[path] else { return [] }
            if properties["Connected"] == .bool(false) { return part(path) }
            guard let device else { return [] }
            let effects = judge(path, stranger, device, device.isInput)
            // Its first link may outlive the agent.
            guard effects.isEmpty, device.isBonded, !stranger.isExpelled else { return effects }
            return know(path, device, stranger.terms)
        case .added(let path, let interfaces) where interfaces[BlueZObjects.device] != nil:
            return objects.device(at: path).map { recall(path, $0) } ?? []
        case .added(let path, let interfaces):
            guard let service = interfaces[BlueZObjects.service],
                let uuid = service["UUID"]?.text.flatMap({ BluetoothUUID($0) }), uuid == .inputService
            else { return [] }
            if let owner = bonded.keys.first(where: { path.hasPrefix($0 + "/") }) { return turnOut(owner) }
            guard let (owner, stranger) = all.first(where: { path.hasPrefix($0.key + "/") }) else { return [] }
            return judge(owner, stranger, objects.device(at: owner), true)
        case .removed(let path, let interfaces):
            guard interfaces.contains(BlueZObjects.device) else { return [] }
            // Its person may pair it as what it is.
            return (bonded[path].map { forget(path, $0) } ?? []) + part(path)
        case .changed: return []
        }
    }

    /// A bonded device has become an input device.
    private mutating func turnOut(_ path: String) -> [Effect] {
        guard let address = bonded[path] else { return [] }
        all[path]?.isExpelled = true
        bondsOfExpelled[path] = true
        return [.expel(path: path, address, .isInput)] + forget(path, address)
    }

    private mutating func judge(
        _ path: String, _ stranger: Stranger, _ device: DeviceProperties?, _ isInput: Bool
    ) -> [Effect] {
        let isBonded = device?.isBonded == true
        let breach: Breach? =
            if isInput, !stranger.terms.mayBeInput { .isInput } else if isBonded, !stranger.terms.mayBond {
                .bonds
            } else {
                nil
            }
        guard let breach, !stranger.isExpelled else { return [] }
        all[path]?.isExpelled = true
        bondsOfExpelled[path] = isBonded
        let expel = Effect.expel(path: path, stranger.address, breach)
        guard let own = device?.address.address, own != stranger.address else { return [expel] }
        return [.owe(own), expel, .settle(own)]
    }
}
