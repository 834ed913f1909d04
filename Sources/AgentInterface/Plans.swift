// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// A plan of `provision.d`, as people see it.
package struct PlanStatus: Codable, Hashable, Sendable {
    package var id: String
    package var app: String
    package var name: String?
    package var descriptor: DescriptorFields
    /// `only` or `strongest`.
    package var choose: String
    /// The plan's path.
    package var file: String

    package init(
        id: String, app: String, name: String?, descriptor: DescriptorFields, choose: String, file: String
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.descriptor = descriptor
        self.choose = choose
        self.file = file
    }
}

package struct PlanList: Codable, Hashable, Sendable {
    package var plans: [PlanStatus]

    package init(plans: [PlanStatus]) { self.plans = plans }
}

package struct RunPlanRequest: Codable, Hashable, Sendable {
    package var plan: String
    /// Seconds until the search is given up; 30 when absent.
    package var discoveryTimeout: Int?
    package var addressing: JoinRequest.Addressing?

    package init(plan: String, discoveryTimeout: Int? = nil, addressing: JoinRequest.Addressing? = nil) {
        self.plan = plan
        self.discoveryTimeout = discoveryTimeout
        self.addressing = addressing
    }
}
