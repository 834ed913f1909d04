// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Manifest {
    /// The built-in manifest that owns the accessories which no app owns. Nothing proves to be this app, so no program
    /// can join them with its record.
    package static let onboarding = Manifest(
        id: OnboardOrder.app, name: "Accessories", path: "the built-in manifest", supports: [.wifi, .bluetooth])
}
