// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// What the agent observes for an app that is not running: the accessories that start it.
package struct StartOrder: Hashable, Sendable {
    package let duty: ListeningDuty
    package let accessories: [ObservedAccessory]

    /// As many as an app that runs observes with one call.
    package static let most = 32

    /// - Parameters:
    ///   - accessories: what the app may use now.
    ///   - listening: the most seconds of each minute that the administrator allows; 0 if nothing may start apps.
    /// - Returns: nil if none of them is to be observed.
    package init?(_ start: Manifest.Start, _ accessories: [ObservedAccessory], listening: Int) {
        guard listening > 0 else { return nil }
        duty = .starting(min(start.listening, listening))
        let observable = Dictionary(accessories.map { ($0.id, $0.only(start.technologies)) }) { $1 }
        self.accessories = Array(
            observable.values.filter { $0.bluetooth != nil || $0.ssid != nil }.sorted { $0.id < $1.id }
                .prefix(Self.most))
        if self.accessories.isEmpty { return nil }
    }
}

extension ObservedAccessory {
    fileprivate func only(_ technologies: Set<Manifest.Technology>) -> ObservedAccessory {
        var part = self
        if !technologies.contains(.bluetooth) { part.bluetooth = nil }
        if !technologies.contains(.wifi) { part.ssid = nil }
        return part
    }
}
