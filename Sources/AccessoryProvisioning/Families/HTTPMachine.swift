// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// A family that is spoken to over the web server of its hotspot, one request for each step.
protocol HTTPMachine: FamilyMachine {
    associatedtype Step: Hashable, Sendable

    var network: NetworkText? { get }
    /// How the network is protected on its way.
    var protection: HandOverProtection { get }
    var course: Course<Step> { get set }
    /// Who the accessory is. The machine asks again if there is no answer.
    static var identification: Step { get }
    /// The step that sends the network.
    static var handOver: Step { get }
    /// The step that looks how it went, and that the machine repeats; nil if there is nothing to look at.
    var look: Step? { get }

    func request(for step: Step) -> HTTPRequest
    mutating func receive(_ answer: HTTPAnswer, to step: Step) -> [ProvisioningEffect]
}

extension HTTPMachine {
    mutating func ask(_ step: Step) -> [ProvisioningEffect] {
        var request = request(for: step)
        if step == Self.handOver {
            course.handOver()
            // Several families take the network in a GET.
            request.isSentOnce = true
        }
        return course.ask(step, .request(request))
    }

    /// Reports who the accessory is and how the network is protected, then sends it.
    ///
    /// - Parameter first: what comes before the network.
    mutating func handOver(to identity: DeviceIdentity, first: Step = Self.handOver) -> [ProvisioningEffect] {
        [.report(.identified(identity)), .report(.handingOver(protection))] + ask(first)
    }

    mutating func perform(_ event: ProvisioningEvent) -> [ProvisioningEffect] {
        guard !course.isOver else { return [] }
        switch event {
        case .joined:
            guard course.begin() else { return [] }
            return network == nil ? course.finish(.unreadableName) : ask(Self.identification)
        case .answered(let answer):
            guard let step = course.takeAsked() else { return [] }
            course.succeeded()
            return receive(answer, to: step)
        case .notAnswered(let failure):
            guard let step = course.takeAsked() else { return [] }
            return fail(step, failure)
        case .due: return course.takeDelayed().map { ask($0) } ?? []
        case .linkLost: return course.giveUp()
        case .connected, .read, .written, .subscribed, .notified, .attributeFailed: return []
        }
    }

    private mutating func fail(_ step: Step, _ failure: HTTPFailure) -> [ProvisioningEffect] {
        if step == Self.identification || step == look { return course.retry(step, after: failure) }
        if step == Self.handOver {
            if failure == .notConnected {
                course.takeBack()
            } else if let look {
                // The hotspot may have changed its channel at once.
                return [.report(.waitingForAccessory)] + course.wait(Course<Step>.retryPause, then: look)
            }
        }
        return course.giveUp()
    }
}
