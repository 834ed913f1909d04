// SPDX-License-Identifier: Apache-2.0

/// What one client may ask for at most.
enum Limits {
    /// Display items of one picker, descriptors of one scan.
    static let itemsPerPicker = 64
}
