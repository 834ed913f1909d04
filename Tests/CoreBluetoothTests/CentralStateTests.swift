// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import AppFoundation
import Testing

@testable import CoreBluetooth

struct CentralStateTests {
    private let plug = BluetoothPeripheral(
        accessory: "1", identifier: "A", name: "Plug", services: [], isConnected: false)

    private func report(
        _ state: BluetoothPeripherals.State, _ peripherals: [BluetoothPeripheral] = []
    ) -> BluetoothPeripherals {
        BluetoothPeripherals(state: state, peripherals: peripherals)
    }

    private func on() -> CentralState {
        var state = CentralState()
        #expect(state.receive(.begin) == [.connect(attempt: 1), .start(.answer, Reconnection.answerTime)])
        #expect(state.receive(.reported(report(.poweredOn, [plug]), attempt: 1)) == [.stop(.answer), .stateChanged])
        #expect(state.state == .poweredOn && state.authorization == .allowedAlways)
        return state
    }

    @Test(arguments: [
        (BluetoothPeripherals.State.unsupported, CBManagerState.unsupported), (.unauthorized, .poweredOff),
        (.resetting, .resetting), (.poweredOff, .poweredOff), (.poweredOn, .poweredOn),
    ])
    func theStateIsTheOneOfPhones(_ given: BluetoothPeripherals.State, _ expected: CBManagerState) {
        var state = CentralState()
        _ = state.receive(.begin)
        #expect(state.receive(.reported(report(given), attempt: 1)) == [.stop(.answer), .stateChanged])
        #expect(state.state == expected)
        #expect(state.receive(.reported(report(given), attempt: 1)) == [.stop(.answer)])
    }

    @Test func aLostAgentIsTriedAgainWithoutEnd() {
        var state = on()
        #expect(
            state.receive(.ended(.gone("away"), attempt: 1)) == [
                .stop(.answer), .start(.retry, .milliseconds(100)), .stateChanged,
            ])
        #expect(state.state == .resetting)
        var attempt = 2
        for _ in 0..<100 {
            attempt += 1
            #expect(state.receive(.due(.retry)).first == .connect(attempt: attempt))
            guard case .start(.retry, let pause) = state.receive(.ended(.gone("away"), attempt: attempt)).last else {
                Issue.record("no retry")
                return
            }
            #expect(pause <= .seconds(2))
            attempt += 1
        }
        _ = state.receive(.due(.retry))
        #expect(
            state.receive(.reported(report(.poweredOn, [plug]), attempt: attempt + 1)) == [
                .stop(.answer), .stateChanged,
            ])
    }

    @Test func aLateReportOfALostAgentHasNoEffect() {
        var state = on()
        _ = state.receive(.ended(.gone("away"), attempt: 1))
        #expect(state.receive(.reported(report(.poweredOn), attempt: 1)) == [] && state.state == .resetting)
    }

    @Test func anAgentThatDoesNotAnswerIsLeft() {
        var state = CentralState()
        _ = state.receive(.begin)
        #expect(state.receive(.due(.answer)).first == .disconnect)
        #expect(state.state == .resetting)
    }

    @Test func aTimerThatWasDueBeforeItsStopHasNoEffect() {
        var state = on()
        #expect(state.receive(.due(.answer)) == [] && state.state == .poweredOn)
        #expect(state.receive(.due(.retry)) == [] && state.state == .poweredOn)
        _ = state.receive(.ended(.gone("away"), attempt: 1))
        #expect(state.receive(.due(.answer)) == [])
        #expect(state.receive(.due(.retry)).first == .connect(attempt: 3))
        #expect(state.receive(.due(.retry)) == [])
    }

    @Test func aProgramThatIsNoAppIsUnauthorized() {
        var state = CentralState()
        _ = state.receive(.begin)
        let refusal = SessionLoss.refused(AccessoryError(.notAuthorized, "no manifest"))
        #expect(state.receive(.ended(refusal, attempt: 1)) == [.stop(.answer), .stateChanged])
        #expect(state.state == .unauthorized && state.authorization == .denied)
        #expect(state.receive(.due(.retry)) == [])
    }

    @Test func aScanNeedsBluetoothAndEndsWithIt() {
        var state = CentralState()
        _ = state.receive(.begin)
        #expect(state.receive(.scan(BluetoothScanRequest())) == [] && state.scan == nil)
        state = on()
        #expect(state.receive(.scan(BluetoothScanRequest())) == [.openScan(1, BluetoothScanRequest())])
        #expect(
            state.receive(.reported(report(.poweredOff), attempt: 1)) == [.stop(.answer), .closeScan, .stateChanged])
        #expect(state.scan == nil && state.receive(.stopScan) == [])
    }

    @Test func theEndOfAnEarlierScanDoesNotEndTheNext() {
        var state = on()
        _ = state.receive(.scan(BluetoothScanRequest()))
        _ = state.receive(.scan(BluetoothScanRequest(allowsDuplicates: true)))
        _ = state.receive(.scanEnded(1))
        #expect(state.scan == 2)
        #expect(state.receive(.stopScan) == [.closeScan] && state.scan == nil)
    }

    @Test func anotherNameIsReportedOnce() {
        var state = on()
        var renamed = plug
        renamed.name = "Lamp"
        #expect(
            state.receive(.reported(report(.poweredOn, [renamed]), attempt: 1)) == [
                .stop(.answer), .renamed(identifier: "A", name: "Lamp"),
            ])
        #expect(state.receive(.reported(report(.poweredOn, [renamed]), attempt: 1)) == [.stop(.answer)])
    }
}
