// SPDX-License-Identifier: Apache-2.0

public import AccessorySetupKit
public import Foundation

extension UIImage {
    /// How a phone draws a picture. Nothing is drawn on Linux, so there is none.
    public final class Configuration: Sendable {
        private init() {}
    }

    /// Finds a picture by its name: in the bundle if it has one, and else as `UIImage(named:)` does.
    ///
    /// - Parameter configuration: Is nil.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        if let folder = bundle?.resourcePath, let own = UIImage(named: name, inFolder: folder) {
            self.init(data: own.data, scale: own.scale)
        } else {
            self.init(named: name)
        }
    }

    /// As ``init(named:in:with:)``.
    ///
    /// - Parameter traitCollection: Is nil.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        self.init(named: name, in: bundle, with: nil)
    }
}
