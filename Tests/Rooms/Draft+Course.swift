// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// When all of it is heard.
extension Draft {
    typealias Course = [(time: Duration, what: Happening)]

    private static let length = Duration.seconds(300)

    mutating func course() -> Course {
        var course: Course = []
        for thing in things {
            if let memory = thing.memory, let address = thing.address {
                course.append((.zero, .remembered(address, bssid: memory.bssid, ssid: memory.ssid)))
            }
            let start = temper.isSudden ? dice.time(within: .seconds(2)) : dice.time(within: Self.length)
            if !thing.isSilent { observe(thing, from: start, in: &course) }
            if !thing.isOutOfReach { find(thing, from: start, in: &course) }
        }
        // Events of the same moment keep their order.
        return course.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private mutating func observe(_ thing: Thing, from start: Duration, in course: inout Course) {
        var time = start + dice.time(within: .seconds(dice.isLucky(temper.late) ? 120 : 2))
        for (index, advertisement) in thing.advertisements.enumerated() {
            var heard = advertisement
            if dice.isLucky(0.3) {
                // The name comes with the answer to the scan, after the first advertisement.
                heard.name = nil
                advertise(heard, at: time, in: &course)
                time += dice.time(within: .seconds(3))
            }
            heard = advertisement
            advertise(heard, at: time, in: &course)
            if dice.isLucky(0.3) {
                time += dice.time(within: .seconds(20))
                heard.rssi = -30 - dice.below(65)
                advertise(heard, at: time, in: &course)
            }
            guard index < thing.advertisements.count - 1 else { break }
            // The old address fades away; some are still listed when the room ends.
            time += dice.time(within: .seconds(60))
            if dice.isLucky(0.8) {
                course.append((time + dice.time(within: .seconds(10)), .lostDevice(heard.address.address)))
            }
        }
        if let ssid = thing.readSSID, let address = thing.address {
            course.append((time + dice.time(within: .seconds(5)), .read(ssid, of: address)))
        } else if dice.isLucky(temper.lost * 0.3), let address = thing.address {
            course.append((time + dice.time(within: .seconds(60)), .lostDevice(address)))
        }
    }

    private func advertise(_ heard: Advertisement, at time: Duration, in course: inout Course) {
        var heard = heard
        heard.heard = time
        course.append((time, .heard(heard)))
    }

    private mutating func find(_ thing: Thing, from start: Duration, in course: inout Course) {
        for network in thing.networks {
            var time = start + dice.time(within: .seconds(dice.isLucky(temper.late) ? 120 : 8))
            course.append((time, .found(network)))
            guard dice.isLucky(0.3) else { continue }
            var again = network
            again.signal = 20 + dice.below(80)
            time += dice.time(within: .seconds(30))
            course.append((time, dice.isLucky(temper.lost * 0.3) ? .lostNetwork(network.bssid) : .found(again)))
        }
    }
}
