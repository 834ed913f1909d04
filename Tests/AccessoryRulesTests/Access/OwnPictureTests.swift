// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

struct OwnPictureTests {
    private func records(_ image: String?) -> [AccessRecord] {
        ["a", "b"].map { app in
            AccessRecord(
                app: app, uid: nil,
                accessory: Accessory(
                    id: "1", displayName: "Porch", image: image, ssid: nil, bssid: nil, state: .authorized),
                security: nil, frequency: nil, isHidden: false, origin: .picker, grantedBy: "a person",
                granted: Timestamp(seconds: 0))
        }
    }

    @Test(arguments: ["camera", nil]) func standsForTheAppsPictureOnEveryRecord(image: String?) {
        let (pictured, own) = records(image).pictured(as: "image:1", after: nil)
        #expect(pictured == records("image:1"))
        #expect(own == OwnPicture(reference: "image:1", replaced: image))
        let (again, none) = pictured.pictured(as: nil, after: own)
        #expect(again == records(image))
        #expect(none == nil)
    }

    @Test(arguments: ["camera", nil]) func aSecondPictureReplacesTheAppsAndNotTheFirst(image: String?) {
        let earlier = OwnPicture(reference: "image:1", replaced: image)
        let (pictured, own) = records("image:1").pictured(as: "image:2", after: earlier)
        #expect(pictured == records("image:2"))
        #expect(own == OwnPicture(reference: "image:2", replaced: image))
    }
}
