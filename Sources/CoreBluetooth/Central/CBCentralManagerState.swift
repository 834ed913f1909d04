// SPDX-License-Identifier: Apache-2.0

/// The earlier form of ``CBManagerState``, with the same numbers. It exists so that old code of phones compiles.
public enum CBCentralManagerState: Int, Hashable, Sendable, CaseIterable {
    /// ``CBManagerState/unknown``.
    case unknown = 0
    /// ``CBManagerState/resetting``.
    case resetting = 1
    /// ``CBManagerState/unsupported``.
    case unsupported = 2
    /// ``CBManagerState/unauthorized``.
    case unauthorized = 3
    /// ``CBManagerState/poweredOff``.
    case poweredOff = 4
    /// ``CBManagerState/poweredOn``.
    case poweredOn = 5
}
