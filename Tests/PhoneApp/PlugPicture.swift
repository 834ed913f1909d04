// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import OSLog
import UIKit

/// The picture of the plug. Foundation comes with UIKit, as on a phone.
enum PlugPicture {
    private static let logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "org.example.plug", category: "pictures")

    static var image: UIImage {
        if let own = UIImage(named: "plug", in: .main, with: nil) ?? UIImage(named: "plug", in: .main, compatibleWith: nil) {
            return own
        }
        logger.debug("no picture in \(Bundle.main.bundlePath, privacy: .public)")
        return UIImage(systemName: "powerplug.fill") ?? UIImage()
    }
}
