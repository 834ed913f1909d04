// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryRules
import Testing

struct PeripheralLinkTests {
    private let lost = BluetoothFailure(.notReached, "02:00:00:00:0b:01 is gone")
    private let ended = AccessoryError(.userRestricted, "access to 'Plug' was switched off")

    private func link(after events: [PeripheralLink.Event] = []) -> PeripheralLink {
        var link = PeripheralLink(to: "Plug")
        for event in [.start] + events { _ = link.receive(event) }
        return link
    }

    @Test func connectsAtOnce() {
        var link = PeripheralLink(to: "Plug")
        #expect(link.receive(.start) == [.report(.connecting), .connect(within: .seconds(10))])
        #expect(link.receive(.updated(.connected(mtu: 185))) == [.report(.connected(mtu: 185))])
        #expect(link.state == .connected)
        #expect(link.receive(.updated(.servicesChanged)) == [.report(.servicesChanged)])
    }

    @Test(arguments: [BluetoothFailure.Reason.notReached, .timedOut])
    func waitsForAnAccessoryThatIsAway(reason: BluetoothFailure.Reason) {
        var link = link()
        #expect(link.receive(.failed(BluetoothFailure(reason, "away"))) == [.listen(after: .seconds(1))])
        #expect(link.receive(.heard) == [.connect(within: .seconds(45))])
        #expect(link.state == .connecting)
    }

    @Test func pausesLongerAfterEachFailedAttempt() {
        var link = link()
        var pauses: [Duration] = []
        for _ in 0..<10 {
            if case .listen(let pause) = link.receive(.failed(lost)).first { pauses.append(pause) }
            _ = link.receive(.heard)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240].map { .seconds($0) })
    }

    @Test(arguments: BluetoothFailure.Reason.allCases)
    func endsWhenTheLinkIsLost(reason: BluetoothFailure.Reason) throws {
        var link = link(after: [.updated(.connected(mtu: 23))])
        guard case .end(let error)? = link.receive(.failed(BluetoothFailure(reason, "02:00"))).first else {
            throw AccessoryError(.invalidated, "it goes on")
        }
        #expect(link.state == .over)
        #expect(
            [.unavailable, .uninvited].contains(reason) || !error.message.contains("02:00"),
            "an app gets no address: these have words of our own")
    }

    @Test func endsAtOnceWhereWaitingIsOfNoUse() {
        for reason in BluetoothFailure.Reason.allCases where reason != .notReached && reason != .timedOut {
            var link = link()
            guard case .end? = link.receive(.failed(BluetoothFailure(reason, ""))).first else {
                Issue.record("\(reason)")
                continue
            }
        }
    }

    @Test func endsWithTheAccessInEveryState() {
        let states: [[PeripheralLink.Event]] = [[], [.failed(lost)], [.updated(.connected(mtu: 23))]]
        for events in states {
            var link = link(after: events)
            #expect(link.receive(.ended(ended)) == [.end(ended)])
            #expect(link.receive(.ended(ended)) == [])
        }
    }

    @Test func endsWithoutARadioToListenWith() {
        var link = link(after: [.failed(lost)])
        #expect(
            link.receive(.cannotListen(.switchedOff)) == [.end(AccessoryError(BluetoothUnavailability.switchedOff))])
    }

    @Test func takesNoEventTwiceOrLate() {
        let late: [PeripheralLink.Event] = [.start, .updated(.connected(mtu: 9)), .heard, .cannotListen(.noRadio)]
        var subject = link(after: [.updated(.connected(mtu: 23))])
        for event in late { #expect(subject.receive(event) == []) }
        subject = link(after: [.updated(.connected(mtu: 23)), .failed(lost)])
        for event in late + [.failed(lost), .updated(.servicesChanged)] { #expect(subject.receive(event) == []) }
        subject = PeripheralLink(to: "Plug")
        #expect(subject.receive(.heard) == [] && subject.state == .idle)
    }

    @Test func givesTheCodeOfARefusedRequest() {
        let refused = AccessoryError(BluetoothFailure(.attribute, "no", attributeCode: 5), with: "Plug")
        #expect(refused.code == .attributeFailed && refused.attributeError == 5)
        #expect(refused.message == "'Plug' refused the request with the error 0x05")
    }
}
