// SPDX-License-Identifier: Apache-2.0

public import AccessoryModel

extension Bridge {
    /// The result for one device; nil if it is not in sight. This looks only at devices and networks that share
    /// evidence with it.
    public func correlation(of device: MACAddress) -> Correlation? {
        guard devices[device] != nil else { return nil }
        return correlation(of: device, Assignment(Neighbourhood(of: device, in: self), in: self))
    }

    /// The result for every device in sight, in the order of their appearance.
    public var correlations: [Correlation] {
        var found: [MACAddress: Correlation] = [:]
        let inOrder = devices.sorted { $0.value.order < $1.value.order }.map(\.key)
        for device in inOrder where found[device] == nil {
            let neighbourhood = Neighbourhood(of: device, in: self)
            let assignment = Assignment(neighbourhood, in: self)
            for other in neighbourhood.isWhole ? neighbourhood.devices : [device] {
                found[other] = correlation(of: other, assignment)
            }
        }
        return inOrder.compactMap { found[$0] }
    }

    private func correlation(of device: MACAddress, _ assignment: Assignment) -> Correlation? {
        guard let advertisement = devices[device]?.known.advertisement else { return nil }
        let (live, ended) = assignment.claims(of: device)
        if let place = assignment.granted[device] {
            let runnerUp = (live + ended).min { $0.open < $1.open }
            return Correlation(
                device: advertisement, verdict: .bridged, match: assignment.candidate(place), runnerUp: runnerUp)
        }
        if let best = live.first, best.isSufficient {
            return Correlation(
                device: advertisement, verdict: .tooClose, match: best, runnerUp: live.dropFirst().first)
        }
        let crowd = crowd(around: device)
        if let first = crowd.first, first.isSufficient {
            return Correlation(
                device: advertisement, verdict: .tooClose, match: first, runnerUp: crowd.dropFirst().first)
        }
        return Correlation(device: advertisement, verdict: .unknown, runnerUp: (live + ended + crowd).first)
    }
}
