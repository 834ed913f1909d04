// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Testing

@testable import accessoryctl

@Suite struct ScanReplyTests {
    @Test(
        arguments: [
            (nil, nil, nil), (3, nil, "Left out: 3 more networks, "),
            (nil, 2744, "Left out: 2744 more Bluetooth devices, "),
            (1, nil, "Left out: 1 more network, "), (nil, 1, "Left out: 1 more Bluetooth device, "),
            (1, 1, "Left out: 1 more network and 1 more Bluetooth device, "),
            (3, 2744, "Left out: 3 more networks and 2744 more Bluetooth devices, "),
        ] as [(Int?, Int?, String?)])
    func reportsWhatIsLeftOut(networks: Int?, devices: Int?, text: String?) {
        let reply = ScanReply(
            networks: [], devices: [], isComplete: true, networksLeftOut: networks, devicesLeftOut: devices)
        let weakest = (networks ?? 0) + (devices ?? 0) == 1 ? "one" : "ones"
        let line = "the weakest \(weakest); ask for an SSID, a service or an app."
        #expect(reply.leftOut == text.map { $0 + line })
    }
}
