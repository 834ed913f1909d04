// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

struct EasyConnectSweepTests {
    private let key: EasyConnectKey
    private let other: EasyConnectKey

    init() throws {
        key = try EasyConnectKey(Randomness { [UInt8](repeating: 0xA5, count: $0) })
        other = try EasyConnectKey(Randomness { [UInt8](repeating: 0x5A, count: $0) })
    }

    /// wpa_supplicant's lists, and what a sweep makes of them.
    private func sweep(
        labels: inout [Int: String], keys: inout [Int: String]
    ) -> (isTidy: Bool?, stops: Int) {
        var sweep = EasyConnectSweep([key.mark])
        var (effects, stops) = (sweep.receive(.began), 0)
        while true {
            var reply = "FAIL\n"
            for effect in effects {
                switch effect {
                case .send(.label(let number)): reply = labels[number] ?? reply
                case .send(.configuratorKey(let number)): reply = keys[number] ?? reply
                case .send(.removeLabel(let number)): reply = labels.removeValue(forKey: number) == nil ? reply : "OK\n"
                case .send(.removeConfigurator(let number)):
                    reply = keys.removeValue(forKey: number) == nil ? reply : "OK\n"
                case .send(.stop):
                    stops += 1
                    reply = "OK\n"
                case .send, .wait: break
                case .finish(let isTidy): return (isTidy, stops)
                }
            }
            effects = sweep.receive(.message(.reply(reply)))
        }
    }

    @Test func removesWhatIsMarkedAndNothingElse() {
        let plain = EasyConnectStage.label
        // wpa_supplicant adds the public key to the one that it got.
        let long = ([0x30, 0x77] + key.der.dropFirst(2) + [UInt8](repeating: 1, count: 68)).hexadecimal
        var labels = [1: plain, 2: key.mark.marked(plain), 3: other.mark.marked(plain), 200: key.mark.marked(plain)]
        var keys = [1: other.der.hexadecimal, 4: key.der.hexadecimal, 9: long, 10: "12", 11: "no key"]
        let (isTidy, stops) = sweep(labels: &labels, keys: &keys)
        #expect(isTidy == true && stops == 2)
        #expect(labels == [1: plain, 3: other.mark.marked(plain)])
        #expect(Set(keys.keys) == [1, 10, 11])
    }

    /// An exchange of another program is not stopped.
    @Test func stopsNothingIfNothingIsLeft() {
        var labels = [1: EasyConnectStage.label]
        var keys = [1: other.der.hexadecimal]
        let (isTidy, stops) = sweep(labels: &labels, keys: &keys)
        #expect(isTidy == true && stops == 0 && labels.count == 1 && keys.count == 1)
    }

    @Test func isNotTidyWithoutAnAnswer() {
        var late = EasyConnectSweep([key.mark])
        _ = late.receive(.began)
        #expect(late.receive(.due) == [.finish(isTidy: false)] && late.receive(.lost).isEmpty)
        var lost = EasyConnectSweep([key.mark])
        #expect(lost.receive(.lost) == [.finish(isTidy: false)])
    }

    @Test func marksFollowFromTheKey() throws {
        #expect(key.mark != other.mark && EasyConnectMark(key.mark.text) == key.mark)
        #expect(EasyConnectMark("a5") == nil && EasyConnectMark(String(repeating: "g", count: 32)) == nil)
        #expect(key.mark.marks(key: key.der.hexadecimal) && !other.mark.marks(key: key.der.hexadecimal))
        #expect(!key.mark.marks(key: "") && !key.mark.marks(key: "30") && !key.mark.marks(key: "3081"))
        #expect(
            try Label(parsing: key.mark.marked(EasyConnectStage.label)).names
                == .station(try #require(MACAddress("02:aa:bb:cc:dd:ee"))))
        #expect(throws: EasyConnectFault.notMarked) { try EasyConnectKey(Randomness { _ in [] }) }
    }
}
