// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import CStations
import Glibc
import LinkCalls
import Synchronization

/// The second stations that this program has made. Each belongs to the connection that ordered it, and the kernel removes it with
/// the socket that made it, so that none outlives this program, however that ends.
final class Stations: Sendable {
    private struct Station {
        let owner: Fences.Owner
        let socket: Int32
    }

    private let made = Mutex<[String: Station]>([:])

    /// No radio is so many.
    private static let most = 4

    /// Makes one beside the station of a radio; returns its interface. Throws `LinkInterface.Failure`.
    func add(beside radio: String, _ text: String, of owner: Fences.Owner) throws -> String {
        guard let address = MACAddress(text), address.bytes[0] & 0b11 == 0b10 else {
            throw LinkInterface.Failure.refused(
                "'\(text.printable)' is no locally administered address of one station", field: "address")
        }
        return try made.withLock { made in
            guard made.count < Self.most else {
                throw LinkInterface.Failure.refused("there are \(made.count) second stations", field: "radio")
            }
            guard made[radio] == nil else {
                throw LinkInterface.Failure.refused("'\(radio)' is a second station", field: "radio")
            }
            var name = [CChar](repeating: 0, count: 16)
            let socket = link_add_station(radio, address.bytes, &name)
            guard socket >= 0 else {
                let code = errno
                guard code == ENODEV else {
                    throw LinkInterface.Failure.unavailable("the kernel makes none: \(String(cString: strerror(code)))")
                }
                throw LinkInterface.Failure.refused("'\(radio.printable)' is no station of a radio", field: "radio")
            }
            let interface = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            made[interface] = Station(owner: owner, socket: socket)
            return interface
        }
    }

    /// Removes one of this owner's.
    func remove(_ interface: String, of owner: Fences.Owner) throws {
        try made.withLock { made in
            guard let station = made[interface], station.owner == owner else {
                throw LinkInterface.Failure.refused(
                    "'\(interface.printable)' is no second station of yours", field: "interface")
            }
            made[interface] = nil
            Self.end(station, interface)
        }
    }

    /// Removes those of an owner that is gone.
    func ended(_ owner: Fences.Owner) {
        made.withLock { made in
            for (interface, station) in made where station.owner == owner {
                made[interface] = nil
                Self.end(station, interface)
            }
        }
    }

    /// The kernel removes it a moment later, in a work queue (net/wireless/nl80211.c, nl80211_netlink_notify); this waits for it.
    private static func end(_ station: Station, _ interface: String) {
        close(station.socket)
        for _ in 0..<100 where if_nametoindex(interface) != 0 { usleep(10_000) }
    }
}
