// SPDX-License-Identifier: Apache-2.0

import Testing
import UIKit

/// What `UIKit` adds to a picture. Foundation comes with it.
struct UIKitTests {
    @Test func aPictureIsFoundInItsBundle() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).resources")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bytes = Data([0xFF, 0xD8, 0xFF, 1])
        try bytes.write(to: folder.appendingPathComponent("lamp.jpg"))
        let bundle = try #require(Bundle(path: folder.path))
        #expect(UIImage(named: "lamp", in: bundle, with: nil)?.data == bytes)
        #expect(UIImage(named: "lamp", in: bundle, compatibleWith: nil)?.jpegData(compressionQuality: 1) == bytes)
        #expect(UIImage(named: "there is no such picture", in: bundle, with: nil) == nil)
        #expect(UIImage(named: "there is no such picture", in: nil, with: nil) == nil)
    }
}
