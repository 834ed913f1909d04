// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Air {
    /// The reply to a command of a configurator, and the call that it begins; nil if there is no such radio.
    mutating func answer(
        _ command: EasyConnectCommand, on interface: String, at now: Duration
    ) -> (reply: String, call: SimulatedConfigurator.Call?)? {
        guard stations.contains(where: { $0.interface == interface && $0.unusable != .noRadio }) else { return nil }
        let done = "OK\n"
        let refused = "FAIL\n"
        switch command {
        case .attach: return (done, nil)
        case .addConfigurator(let key): return (configurator.add(key: key), nil)
        case .configuratorKey(let number): return (configurator.keys[number]?.hexadecimal ?? refused, nil)
        case .removeConfigurator(let number):
            return (configurator.keys.removeValue(forKey: number) == nil ? refused : done, nil)
        case .addLabel(let label): return (configurator.add(label: label), nil)
        case .label(let number): return (configurator.labels[number] ?? refused, nil)
        case .removeLabel(let number):
            return (configurator.labels.removeValue(forKey: number) == nil ? refused : done, nil)
        case .begin(let label, let configurator, _):
            guard let text = self.configurator.labels[label], self.configurator.keys[configurator] != nil else {
                return (refused, nil)
            }
            var events = [(step: 80, event: "DPP-AUTH-INIT-FAILED")]
            for index in enrollees.indices where enrollees[index].presence.isOnAir(at: now) {
                guard let answered = enrollees[index].events(calledWith: text) else { continue }
                events = answered
                enrollees[index].called(with: text, end: now + timing.call * (answered.last?.step ?? 0))
                break
            }
            return (
                done,
                SimulatedConfigurator.Call(
                    number: self.configurator.begin(), events: events.map { (now + timing.call * $0.step, $0.event) })
            )
        case .stop:
            configurator.call = nil
            return (done, nil)
        }
    }
}
