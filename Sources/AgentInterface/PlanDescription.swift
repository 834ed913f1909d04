// SPDX-License-Identifier: Apache-2.0

/// Plans in Varlink's notation: what they are, how they are carried out, and what is wrong with them.
enum PlanDescription {
    static let types = """
        # An accessory that is set up without a person, and what became of that.
        # id: its file's name without .conf.
        # app: for which it is granted.
        # name: the accessory's, for people; the app's when absent.
        # descriptor: which it is.
        # choose: only (there must be one that matches), strongest, all, or the BSSID of the one access point
        #   that is meant.
        # afterwards: restore (it is granted, and the earlier network brought back), keep (the agent holds the
        #   accessory's network) or run (a program is run while it is joined).
        # isRequired: its failure is the failure of all.
        # file: the plan's path.
        # accessories: what it has set up, by identifier.
        # attempts: how often it has tried to join since it became due.
        # error: why the last attempt failed.
        # changed: when its state did last, in seconds since 1970, UTC; absent when it never ran.
        type Plan (
          id: string,
          app: string,
          name: ?string,
          descriptor: Descriptor,
          choose: string,
          afterwards: string,
          isRequired: bool,
          file: string,
          state: PlanState,
          accessories: []string,
          attempts: int,
          error: ?Failure,
          changed: ?int
        )

        # pending: not run yet, or something changed since it was done: the plan, the access record, or for a
        #   plan that is for every boot the boot. running: being carried out; or the agent ended meanwhile, and
        #   it is due again. kept: done, and its accessory's network is held.
        type PlanState (pending, running, done, kept, failed)

        # waiting: its accessory is looked for, or the radio or another plan is waited for. trying: its accessory
        #   was found and is being set up. running: its program is to be run now. restoring: the earlier network
        #   is being brought back. skipped: it was done before. The last state of a plan is done, kept, failed
        #   or skipped.
        type PlanStep (waiting, trying, running, restoring, done, kept, failed, skipped)

        # The network that a plan hands over to its program. What the program is, the plan's file says, which
        # the caller reads itself: nothing that comes by this socket says what is executed.
        type PlanProgram (
          link: Link,
          ssid: string
        )
        """

    static let methods = """
        # The plans that are known, in the order in which they are carried out. A file that cannot be used is
        # named in the faults of GetStatus.
        method ListPlans() -> (plans: []Plan)

        # Carries one plan out, also when it is done, or all that are due, in the order of their files' names:
        # without a picker, the accessories are looked for, chosen by each plan's rule, joined, and granted to
        # the plan's app for every user. Streams each step; the stream ends without an error when every plan
        # has come to its end, well or not, as the last reply of each says. Closing the connection ends it:
        # what is joined is left, except what is kept, and what was not done is due again.
        # attempt: counts from 1.
        # lease: with trying and restoring: how far it is.
        # program: with running: the caller runs the program of the plan's file, and reports its end with FinishPlan.
        # uplink: with running: the machine's own network, where the plan wants it, the administrator lets its
        #   app have it, and the caller is root or the agent's own user.
        # retryAfter: with waiting: seconds until the next attempt, after one failed.
        # error: with failed, and with waiting after an attempt that failed: why.
        # Errors: UnknownAccessory when there is no such plan.
        method RunPlan(plan: ?string) -> (
          plan: string,
          state: PlanStep,
          isRequired: bool,
          attempt: ?int,
          accessory: ?Accessory,
          lease: ?LeaseUpdate,
          program: ?PlanProgram,
          uplink: ?UplinkCredentials,
          retryAfter: ?int,
          error: ?Failure
        )

        # Tells the end of a plan's program.
        # status: its exit status; 128 and the signal's number when a signal ended it.
        # failure: why it could not be started, or was ended; the status counts no more then.
        # Errors: UnknownAccessory when no program of this plan is being run.
        method FinishPlan(plan: string, status: int, failure: ?string) -> ()

        # What the agent would make of a plan, before it is installed.
        # path: where it is, or is to be.
        # plan: what it makes; absent when it has faults.
        # faults: each with path, line and reason.
        # warnings: what is not wrong in itself, but will not work here.
        method CheckPlan(path: string, contents: string) -> (plan: ?Plan, faults: []string, warnings: []string)
        """
}
