// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface
import Testing

@testable import CoreBluetooth

struct LinkStateTests {
    private let gone = LinkLoss(AgentFault.lost(path: "/run"), wasConnected: true)
    private let outOfRange = LinkLoss(AccessoryError(.connectionFailed, "out of range"), wasConnected: true)
    private let unknown = LinkLoss(AccessoryError(.unknownAccessory, "no such"), wasConnected: false)

    private func connected(reconnecting: Bool = false) -> LinkState {
        var state = LinkState(isOn: true)
        #expect(state.receive(.connect(reconnecting: reconnecting)) == [.open(attempt: 1)])
        #expect(state.receive(.updated(ConnectionUpdate(state: .connecting), attempt: 1)) == [])
        #expect(state.receive(.updated(ConnectionUpdate(state: .connected, mtu: 247), attempt: 1)) == [.connected])
        #expect(state.phase == .connected && state.mtu == 247)
        return state
    }

    @Test func connectsAndIsLost() {
        var state = connected()
        #expect(
            state.receive(.ended(outOfRange, attempt: 1)) == [
                .close, .disconnected(outOfRange, isReconnecting: false),
            ])
        #expect(state.phase == .idle && state.mtu == nil)
        #expect(state.receive(.ended(outOfRange, attempt: 1)) == [])
    }

    @Test func aConnectedPeripheralIsConnectedAgainAtOnce() {
        var state = connected()
        #expect(state.receive(.connect(reconnecting: false)) == [.connected])
    }

    @Test(arguments: [true, false])
    func aCancelledLinkEndsOnce(isConnected: Bool) {
        var state = LinkState(isOn: true)
        if isConnected { state = connected() } else { _ = state.receive(.connect(reconnecting: false)) }
        #expect(state.receive(.cancel) == [.close, .leave])
        #expect(state.receive(.cancel) == [])
        // The stream's end comes late.
        #expect(state.receive(.ended(gone, attempt: 1)) == [])
        #expect(state.receive(.left) == [.disconnected(nil, isReconnecting: false)])
        #expect(state.receive(.left) == [] && state.phase == .idle)
    }

    @Test func nothingIsCancelledWithoutALink() {
        var state = LinkState(isOn: true)
        #expect(state.receive(.cancel) == [])
    }

    @Test func aConnectionAskedForWhileLeavingFollows() {
        var state = connected()
        _ = state.receive(.cancel)
        #expect(state.receive(.connect(reconnecting: false)) == [])
        #expect(state.receive(.left) == [.disconnected(nil, isReconnecting: false), .open(attempt: 2)])
        // The first link's end comes late.
        #expect(state.receive(.ended(gone, attempt: 1)) == [] && state.phase == .connecting)
    }

    @Test func aConnectionWaitsForTheRadio() {
        var state = LinkState(isOn: false)
        #expect(state.receive(.connect(reconnecting: false)) == [] && state.phase == .waiting)
        #expect(state.receive(.radio(isOn: true)) == [.open(attempt: 1)])
    }

    @Test func anAgentThatIsAwayIsTriedAgain() {
        var state = LinkState(isOn: true)
        _ = state.receive(.connect(reconnecting: false))
        #expect(state.receive(.ended(gone, attempt: 1)) == [.close, .pause(.milliseconds(100), attempt: 1)])
        #expect(state.receive(.radio(isOn: false)) == [])
        #expect(state.receive(.due(attempt: 1)) == [])
        #expect(state.receive(.radio(isOn: true)) == [.open(attempt: 2)])
        #expect(state.receive(.due(attempt: 1)) == [])
        #expect(state.receive(.ended(gone, attempt: 2)) == [.close, .pause(.milliseconds(100), attempt: 2)])
        #expect(state.receive(.due(attempt: 2)) == [.open(attempt: 3)])
        // The pauses grow while the radio stays as it is.
        #expect(state.receive(.ended(gone, attempt: 3)) == [.close, .pause(.milliseconds(200), attempt: 3)])
    }

    @Test func aRefusalIsAFailure() {
        var state = LinkState(isOn: true)
        _ = state.receive(.connect(reconnecting: false))
        #expect(state.receive(.ended(unknown, attempt: 1)) == [.close, .failed("no such", .unknownDevice)])
        #expect(state.phase == .idle)
    }

    @Test func anAppThatAskedForItGetsTheLinkAgain() {
        var state = connected(reconnecting: true)
        #expect(
            state.receive(.ended(outOfRange, attempt: 1)) == [
                .close, .disconnected(outOfRange, isReconnecting: true), .pause(.milliseconds(100), attempt: 1),
            ])
        #expect(state.receive(.due(attempt: 1)) == [.open(attempt: 2)])
        #expect(state.receive(.cancel) == [.close, .leave])
    }

    @Test func aLostGrantIsNotReconnected() {
        var state = connected(reconnecting: true)
        let refused = LinkLoss(AccessoryError(.notAuthorized, "no"), wasConnected: true)
        #expect(
            state.receive(.ended(refused, attempt: 1)) == [.close, .disconnected(refused, isReconnecting: false)])
    }

    @Test func changedServicesAreReportedWithALinkOnly() {
        var state = connected()
        #expect(state.receive(.updated(ConnectionUpdate(state: .servicesChanged), attempt: 1)) == [.servicesChanged])
        #expect(state.receive(.updated(ConnectionUpdate(state: .servicesChanged), attempt: 0)) == [])
    }
}
