// SPDX-License-Identifier: Apache-2.0

/// The common release of the three programs, the package and the manual.
package enum Release {
    /// The one place with the version; packaging/build-deb and packaging/release read it here.
    package static let version = "0.1.0"
}
