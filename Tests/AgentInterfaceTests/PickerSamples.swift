// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface

/// What pickers send and get.
extension Sample {
    static func of(_ method: PickerMethod) throws -> Sample {
        switch method {
        case .register:
            let item = PickerItem(
                id: "1", name: "Camera", image: "camera", ssid: try SSID(text: "CAM-1"), bssid: try bssid(), signal: 70,
                frequency: 2412, security: .wpa2wpa3, interface: "wlan0", bluetoothName: "CAM",
                bluetoothAddress: try bssid(), cuts: "Home", needsPassphrase: true, isShared: true)
            let full = PickerUpdate(
                .progress, presentation: "1", appName: "Camera", items: [item], step: .pairing,
                lease: try leaseUpdate(), error: error, isComplete: true, app: "org.example.camera", notShown: 1,
                question: PickerQuestion(
                    id: "1", kind: .name, name: "Camera", image: "camera", text: "t", error: "wrong",
                    items: [migration], networks: [try network()], change: change),
                finishInApp: true)
            return Sample(
                input: (try JSON(encoding: RegisterRequest(own: true)), try JSON(encoding: RegisterRequest())),
                output: (
                    try JSON(encoding: RegisterReply(update: full)),
                    try JSON(encoding: RegisterReply(update: PickerUpdate(.registered)))
                ))
        case .select:
            return Sample(
                input: (
                    try JSON(encoding: SelectRequest(presentation: "1", item: "2", passphrase: "passphrase")),
                    try JSON(encoding: SelectRequest(presentation: "1", item: "2"))
                ),
                output: nothing)
        case .answer:
            let full = AnswerRequest(presentation: "1", question: "2", accepted: true, text: "t")
            let minimal = AnswerRequest(presentation: "1", question: "2", accepted: false)
            return Sample(input: (try JSON(encoding: full), try JSON(encoding: minimal)), output: nothing)
        case .cancel:
            let request = try JSON(encoding: CancelRequest(presentation: "1"))
            return Sample(input: (request, request), output: nothing)
        case .getImage:
            let request = try JSON(encoding: ImageQuery(image: "image:1"))
            let reply = try JSON(encoding: ImageReply(type: "image/png", data: "AA=="))
            return Sample(input: (request, request), output: (reply, reply))
        }
    }
}
