// SPDX-License-Identifier: Apache-2.0

// The toolchain's Testing names this module as its overlay for UIKit (Testing.swiftcrossimport/UIKit.swiftoverlay): a file
// that imports both does not compile without it. On phones it attaches pictures to tests.
