// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

package struct RunPlanRequest: Codable, Hashable, Sendable {
    /// Carried out even when it is done. All plans that are due, in the order of their files' names, when absent.
    package var plan: String?

    package init(plan: String? = nil) { self.plan = plan }
}

/// One step of one plan, as `RunPlan` streams it. The stream ends without a fault when every plan has come to its end,
/// well or not: which it was, the last update of each plan says.
package struct PlanUpdate: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// Its accessory is looked for, or the radio or another plan is waited for.
        case waiting
        /// Its accessory was found and is being set up; `lease` says how far it is.
        case trying
        /// The caller runs the plan's program now, and reports its end with `FinishPlan`.
        case running
        /// The uplink is being brought back.
        case restoring
        case done
        /// Done, and the agent holds the accessory's network from now on.
        case kept
        case failed
        /// There was nothing to do: it was done before.
        case skipped
    }

    package var plan: String
    package var state: State
    package var isRequired: Bool
    /// Counts the attempts to join, from 1.
    package var attempt: Int?
    package var accessory: Accessory?
    /// With `trying` and `restoring`: the step of the lease.
    package var lease: LeaseUpdate?
    /// With `running`.
    package var program: PlanProgram?
    /// With `running`, where the plan wants them and the administrator lets its app have them.
    package var uplink: UplinkCredentials?
    /// With `waiting`: seconds until the next attempt, after one failed.
    package var retryAfter: Int?
    /// With `failed`, and with `waiting` after an attempt that failed: why.
    package var error: AccessoryError?

    package init(
        plan: String, _ state: State, isRequired: Bool, attempt: Int? = nil, accessory: Accessory? = nil,
        lease: LeaseUpdate? = nil, program: PlanProgram? = nil, uplink: UplinkCredentials? = nil,
        retryAfter: Int? = nil, error: AccessoryError? = nil
    ) {
        self.plan = plan
        self.state = state
        self.isRequired = isRequired
        self.attempt = attempt
        self.accessory = accessory
        self.lease = lease
        self.program = program
        self.uplink = uplink
        self.retryAfter = retryAfter
        self.error = error
    }
}

/// The network that a plan hands over to its program. The program itself stands in the plan's file alone, where the caller
/// reads it: no socket says what root runs.
package struct PlanProgram: Codable, Hashable, Sendable {
    package var link: Link
    package var ssid: SSID

    package init(link: Link, ssid: SSID) {
        self.link = link
        self.ssid = ssid
    }
}

package struct FinishPlanRequest: Codable, Hashable, Sendable {
    package var plan: String
    /// The program's exit status; 128 and the signal's number when a signal ended it.
    package var status: Int
    /// Why it could not be started, or was ended; `status` counts no more then.
    package var failure: String?

    package init(plan: String, status: Int, failure: String? = nil) {
        self.plan = plan
        self.status = status
        self.failure = failure
    }
}
