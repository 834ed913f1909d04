// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import AccessoryRules
import Testing

/// A home network of fifty equal plugs whose truth is known, and one station that lies. The order of all that is seen and
/// the faults are drawn from a seed.
struct HomeRoom {
    struct Plug {
        var station: MACAddress
        var address: Int
        var hasMoved = false
        var mayBeAsked: Bool
        /// Its chip has an address of its owner's choice, so its hotspot implies nothing.
        var isCustom: Bool

        var name: String { "shellyplus1-\(station.bytes.hexadecimal)" }
    }

    enum Lie: CaseIterable {
        /// Announces the plug at its own address, and answers there as the plug does.
        case announces
        /// Besides, it answers ARP for one more address with the plug's station address, and gets no frame.
        case poisons
        /// First it answers under its own station, then the kernel has the plug's for that address.
        case turns
        /// Announces hundreds of addresses as the plug's.
        case floods
        /// Says nothing of the plug, and answers at the plug's earlier address.
        case takesOver
    }

    static let plugs = 50
    private static let liar = MACAddress([0x24, 0x0A, 0xC4, 0xEE, 0xEE, 0xEE])

    private var dice: Numbers
    private(set) var plugs: [Plug] = []
    let wanted = 0
    let isIsolated: Bool
    let lie: Lie
    private var liarsAddress = 200
    /// Stations by address, as ARP answers.
    private var arp: [Int: MACAddress] = [:]
    /// Who gave the latest answer at an address.
    private var answerers: [String: MACAddress] = [:]
    /// Places that were confirmed, and where another station had answered.
    private(set) var falsehoods = 0

    init(seed: UInt64) throws {
        dice = Numbers(seed: seed)
        isIsolated = dice.below(8) == 0
        lie = Lie.allCases[dice.below(Lie.allCases.count)]
        let block = dice.below(200)
        for number in 0..<Self.plugs {
            // One after the other from one reel, with four addresses each.
            let last = UInt8(truncatingIfNeeded: 4 * number)
            plugs.append(
                Plug(
                    station: try #require(MACAddress([0xC0, 0x49, 0xEF, 0x8C, UInt8(block), last])),
                    address: 2 + number,
                    mayBeAsked: dice.below(10) > 0, isCustom: dice.below(20) == 0))
        }
        plugs.shuffle(using: &dice)
        for plug in plugs { arp[plug.address] = plug.station }
        arp[liarsAddress] = Self.liar
        if lie == .poisons { arp[201] = plugs[wanted].station }
    }

    /// What the hand-over left behind: the hotspot, and in two of three rooms the plug's own word.
    mutating func expected() throws -> ExpectedIdentity {
        let plug = plugs[wanted]
        let bssid = MACAddress(Array(plug.station.bytes.dropLast()) + [plug.station.bytes[5] &+ 1])
        let custom = MACAddress([0x02] + dice.bytes(5))
        var expected = ExpectedIdentity(
            family: .espressif,
            hotspot: try SSID(text: "PROV_\(Array(plug.station.bytes.suffix(3)).hexadecimal.uppercased())"),
            bssid: plug.isCustom ? custom : bssid)
        if dice.below(3) > 0 { expected.identify(DeviceIdentity(name: plug.name, address: plug.station)) }
        if dice.below(2) > 0 {
            expected.end(.onNetwork(address: text(plug.address), page: nil), protection: .clearText)
        }
        return expected
    }

    private func text(_ address: Int) -> String { "192.168.1.\(address)" }

    /// The sightings of a minute, in an order of chance.
    private mutating func course() -> [Arrival.Event] {
        var events: [Arrival.Event] = []
        if isIsolated { return [] }
        for plug in plugs where dice.below(4) > 0 { events.append(announced(plug, at: plug.address)) }
        let victim = plugs[wanted]
        switch lie {
        case .announces, .poisons, .turns:
            events.append(announced(victim, at: liarsAddress, service: "liar"))
            if lie == .poisons { events.append(announced(victim, at: 201, service: "liar 2")) }
        case .floods:
            events += (1...400).map { announced(victim, at: 1000 + $0, service: "liar \($0)") }
        case .takesOver: break
        }
        events.shuffle(using: &dice)
        return events
    }

    private func announced(_ plug: Plug, at address: Int, service: String? = nil) -> Arrival.Event {
        .seen(
            .announced(
                Announcement(
                    id: .init(name: service ?? plug.name, type: "_shelly._tcp", interface: "wlan0"), host: plug.name,
                    address: text(address), station: plug.station, identifier: plug.name)))
    }

    /// Plays the room to its end.
    mutating func play() throws -> ArrivalFinding? {
        var machine = Arrival(try expected())
        return play(&machine, periods: 1).last
    }

    /// Follows the plug for some periods, in which addresses change. Returns what was reported.
    mutating func follow() throws -> [ArrivalFinding] {
        var machine = Arrival(following: try expected().last(at: text(plugs[wanted].address)))
        return play(&machine, periods: 3)
    }

    private mutating func play(_ machine: inout Arrival, periods: Int) -> [ArrivalFinding] {
        var (findings, waiting) = ([ArrivalFinding](), [Arrival.Event]())
        func take(_ event: Arrival.Event, _ room: inout HomeRoom) {
            for effect in machine.receive(event) {
                switch effect {
                case .check(let address, _): waiting += room.answer(address)
                case .rest: waiting.append(.rested)
                case .startTimer: break
                case .finish(let finding), .report(let finding):
                    findings.append(finding)
                    if finding.isConfirmed, let place = finding.place, !room.isTrue(place) { room.falsehoods += 1 }
                }
            }
        }
        take(.began, &self)
        for _ in 0..<periods {
            for event in course() {
                take(event, &self)
                if dice.below(3) == 0, !waiting.isEmpty { take(waiting.removeFirst(), &self) }
                if dice.below(40) == 0 { move().forEach { take($0, &self) } }
            }
            while !waiting.isEmpty { take(waiting.removeFirst(), &self) }
            take(.due, &self)
        }
        return findings
    }

    /// A plug gets another address, and the liar may take the earlier one over.
    private mutating func move() -> [Arrival.Event] {
        let which = dice.below(3) == 0 ? wanted : dice.below(plugs.count)
        guard !plugs[which].hasMoved else { return [] }
        let before = plugs[which].address
        plugs[which].address = 100 + which
        plugs[which].hasMoved = true
        arp[100 + which] = plugs[which].station
        arp[before] = lie == .takesOver ? Self.liar : nil
        var events = [announced(plugs[which], at: 100 + which)]
        if dice.below(2) == 0 { events.append(.seen(.neighbourGone(address: text(before)))) }
        if dice.below(6) == 0 { events.append(.seen(.neighboursAnew)) }
        return events
    }

    /// The kernel asks by ARP, and whoever gets the frames answers.
    private mutating func answer(_ address: String) -> [Arrival.Event] {
        let number = Int(address.split(separator: ".").last ?? "") ?? 0
        guard !isIsolated, let station = arp[number] else { return [.checked(address, .silent)] }
        let neighbour = Arrival.Event.seen(
            .neighbour(Neighbour(address: address, station: station, interface: "wlan0")))
        if station == Self.liar {
            answerers[address] = station
            let victim = plugs[wanted]
            let claim = Arrival.Event.checked(
                address, .named(DeviceIdentity(name: victim.name, address: victim.station)))
            guard lie == .turns else { return [neighbour, claim] }
            // From now on ARP has the plug's station there, and the frames go to the plug, which has another address.
            arp[number] = victim.station
            return [
                neighbour, claim,
                .seen(.neighbour(Neighbour(address: address, station: victim.station, interface: "wlan0"))),
            ]
        }
        guard let plug = plugs.first(where: { $0.station == station }), plug.address == number else {
            return [neighbour, .checked(address, .silent)]
        }
        answerers[address] = station
        let answer: CheckAnswer =
            plug.mayBeAsked ? .named(DeviceIdentity(name: plug.name, address: plug.station)) : .reached
        let events = [neighbour, .checked(address, answer)]
        return dice.below(2) == 0 ? events : events.reversed()
    }

    /// Whether the plug itself gave the answer by which a place is confirmed.
    private func isTrue(_ place: ArrivalFinding.Place) -> Bool {
        let station = plugs[wanted].station
        return place.station == station && answerers[place.address] == station
    }
}

extension Numbers {
    fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    fileprivate mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(below(256)) } }
}
