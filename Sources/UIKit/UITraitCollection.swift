// SPDX-License-Identifier: Apache-2.0

/// The appearance for which a phone draws. Nothing is drawn on Linux, so there is none.
public final class UITraitCollection: Sendable {
    private init() {}
}
