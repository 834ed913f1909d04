// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

extension ControlClient {
    /// The steps of an onboarding, and the error of its end if there was one.
    func onboarded(_ request: OnboardRequest) async -> (steps: [OnboardProgress], error: AccessoryError?) {
        var steps: [OnboardProgress] = []
        do {
            for try await progress in try stream(.onboard, request) { steps.append(progress) }
            return (steps, nil)
        } catch {
            return (steps, error as? AccessoryError)
        }
    }
}
