// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

@Suite struct PickerPatienceTests {
    private let camera = Claimant(app: "camera", uid: 1000)
    private let plug = Claimant(app: "plug", uid: 1000)

    @Test func eachCancellationDoublesThePause() {
        var patience = PickerPatience()
        var now = Duration.zero
        var pauses: [Duration] = []
        for _ in 1...11 {
            patience.cancelled(camera, at: now)
            guard let pause = patience.pause(of: camera, at: now) else { break }
            pauses.append(pause.left)
            now += pause.left
            #expect(patience.pause(of: camera, at: now) == nil)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) })
    }

    @Test func anotherAppAndAnotherUserDoNotWait() {
        var patience = PickerPatience()
        patience.cancelled(camera, at: .zero)
        #expect(patience.pause(of: camera, at: .milliseconds(999))?.count == 1)
        #expect(patience.pause(of: plug, at: .zero) == nil)
        #expect(patience.pause(of: Claimant(app: "camera", uid: 1001), at: .zero) == nil)
    }

    @Test func aChoiceOrALongPauseBeginsAnew() {
        var patience = PickerPatience()
        for _ in 1...5 { patience.cancelled(camera, at: .zero) }
        #expect(patience.pause(of: camera, at: .zero)?.left == .seconds(16))
        patience.succeeded(camera)
        #expect(patience.pause(of: camera, at: .zero) == nil)
        for _ in 1...5 { patience.cancelled(camera, at: .zero) }
        patience.cancelled(camera, at: PickerPatience.memory)
        #expect(patience.pause(of: camera, at: PickerPatience.memory)?.left == .seconds(1))
    }

    @Test func aHundredCancellationsAreNoOverflow() {
        var patience = PickerPatience()
        for _ in 1...100 { patience.cancelled(camera, at: .seconds(1)) }
        #expect(patience.pause(of: camera, at: .seconds(1))?.left == PickerPatience.longestPause)
    }
}
