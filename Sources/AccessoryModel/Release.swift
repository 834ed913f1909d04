// SPDX-License-Identifier: Apache-2.0

/// What is released together: the three programs, the package and the manual.
package enum Release {
    /// The one place that has it; packaging/build-deb and packaging/release read it here.
    package static let version = "0.1.0"
}
