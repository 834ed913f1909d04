// SPDX-License-Identifier: Apache-2.0

import AccessoryBridge
import AccessoryModel
import ArgumentParser
import Glibc
import Rooms

struct CostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cost", abstract: "What one more advertisement costs, and what whole rooms do.")

    @Option(help: "Where the rooms come from.")
    var seed = Seed(1)

    func run() {
        newAdvertisement(accessories: 500)
        var earlier: (accessories: Int, time: Double)?
        for accessories in [10, 100, 1000] {
            let time = wholeRoom(accessories: accessories)
            var line = "a whole room of \(accessories) accessories and as many strangers: \(Self.rounded(time)) us"
            if let earlier {
                let (n, m) = (Double(accessories), Double(earlier.accessories))
                let growth = time / earlier.time
                let exponent = log(growth) / log(n / m)
                let linearithmic = growth / (n * log(n) / (m * log(m)))
                line += "; \(Self.rounded(growth)) times as much, exponent \(Self.rounded(exponent, 100)),"
                line += " \(Self.rounded(linearithmic, 100)) of the growth of n log n"
            }
            print(line)
            earlier = (accessories, time)
        }
    }

    /// Each device of a full room appears anew, and is then heard again with another signal.
    private func newAdvertisement(accessories: Int) {
        let room = Room(seed: seed.value, accessories: accessories)
        var bridge = Bridge()
        bridge.take(room)
        let time = room.course.last?.time ?? .zero
        var anew: [Double] = []
        var again: [Double] = []
        for device in bridge.correlations.map(\.device) {
            let address = device.address.address
            bridge.lose(device: address)
            _ = bridge.correlation(of: address)
            anew.append(
                Self.microseconds {
                    bridge.observe(device, at: time)
                    _ = bridge.correlation(of: address)
                })
            var other = device
            other.rssi = -50
            again.append(
                Self.microseconds {
                    bridge.observe(other, at: time)
                    _ = bridge.correlation(of: address)
                })
        }
        let size = "a room of \(accessories) accessories and as many strangers"
        print("one new advertisement in \(size): \(Self.spread(anew))")
        print("the same device heard again, with another signal: \(Self.spread(again))")
    }

    /// All that happens in the room, and one answer for every device at the end: the mean of some rooms, in microseconds.
    private func wholeRoom(accessories: Int) -> Double {
        var dice = Dice(seed: seed.value)
        let rooms = max(20, 5000 / accessories)
        let times = (0..<rooms).map { _ in
            let room = Room(seed: dice.next(), accessories: accessories)
            return Self.microseconds {
                var bridge = Bridge()
                bridge.take(room)
                _ = bridge.correlations
            }
        }
        return times.reduce(0, +) / Double(rooms)
    }

    /// In processor time: the bridge waits for nothing, and the machine's other work does not count.
    private static func microseconds(_ work: () -> Void) -> Double {
        let began = processorTime
        work()
        return processorTime - began
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func spread(_ times: [Double]) -> String {
        let sorted = times.sorted()
        let at = { (part: Double) in rounded(sorted[Int(Double(sorted.count - 1) * part)]) }
        return "median \(at(0.5)) us, p99 \(at(0.99)) us, most \(at(1)) us, of \(sorted.count)"
    }

    private static func rounded(_ number: Double, _ digits: Double = 10) -> Double {
        (number * digits).rounded() / digits
    }
}
