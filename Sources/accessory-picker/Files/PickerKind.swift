// SPDX-License-Identifier: Apache-2.0

/// For whom the page is served. Each kind has texts of its own where the person has to do something else.
enum PickerKind: String, CaseIterable, Sendable {
    /// A person who started the program in a terminal.
    case terminal
    /// The user of a desktop, whose picker runs by itself.
    case desktop
    /// The paired phones of a machine without a screen.
    case hub
}
