// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryRules

/// Whom the kernel lets through, by the proofs of those who hold a lease.
struct FenceTests {
    private let camera = Identity(
        uid: 1000, unit: "camera.service", cgroup: "system.slice/camera.service")

    private func subjects(_ holder: Fence.Holder) -> [FenceOrder.Subject] {
        var fence = Fence()
        fence.admit(holder)
        return fence.subjects
    }

    @Test(arguments: [Proof.Kind.unit, .snap, .flatpak, .desktop])
    func letsTheCgroupThroughThatProvesTheApp(_ kind: Proof.Kind) {
        let own = FenceOrder.Subject(cgroup: "system.slice/camera.service", user: 1000)
        #expect(subjects(Fence.Holder(camera, proof: Proof(kind, "camera"))) == [own])
    }

    @Test func letsTheUserThroughIfTheCgroupIsTooDeep() {
        var deep = camera
        deep.cgroup = "a/b/c/d/e/f/g/h/camera.service"
        var fence = Fence()
        fence.admit(Fence.Holder(deep, proof: Proof(.unit, "camera.service")))
        #expect(fence.subjects == [FenceOrder.Subject(cgroup: nil, user: 1000)] && fence.kind == .user)
    }

    @Test(arguments: [Proof.Kind.executable, .user])
    func letsTheUserThroughIfAnyProcessMayBeTheApp(_ kind: Proof.Kind) {
        #expect(
            subjects(Fence.Holder(camera, proof: Proof(kind, "camera")))
                == [FenceOrder.Subject(cgroup: nil, user: 1000)])
    }

    @Test func letsTheUnitOfAToolThrough() {
        let tool = Identity(
            uid: 0, unit: "accessoryd-provision.service", cgroup: "system.slice/accessoryd-provision.service")
        #expect(
            subjects(Fence.Holder(tool, proof: nil))
                == [FenceOrder.Subject(cgroup: "system.slice/accessoryd-provision.service", user: 0)])
    }

    @Test func letsThePersonsOtherProgramsThroughBesideATool() {
        let cgroup = "user.slice/user-1000.slice/session-3.scope"
        let tool = Identity(uid: 0, session: "3", cgroup: cgroup)
        #expect(
            subjects(Fence.Holder(tool, proof: nil)) == [
                FenceOrder.Subject(cgroup: cgroup, user: 0), FenceOrder.Subject(cgroup: nil, user: 0),
                FenceOrder.Subject(cgroup: nil, user: 1000),
            ])
    }

    @Test(arguments: [
        "system.slice/accessoryctl-1f.scope",
        "user.slice/user-1000.slice/user@1000.service/app.slice/accessoryctl-1f.scope",
    ])
    func letsTheProgramOfAToolThroughAlone(cgroup: String) {
        var fence = Fence()
        fence.admit(Fence.Holder(Identity(uid: 1000, cgroup: cgroup), proof: nil))
        #expect(fence.all == [FenceOrder.Subject(cgroup: cgroup, user: 1000, multicast: true)])
    }

    @Test(arguments: [true, false])
    func steersTheMulticastOfAnAppWhoseManifestAsksForIt(_ asks: Bool) {
        var fence = Fence(multicast: asks, agentsProgram: 7)
        fence.admit(Fence.Holder(camera, proof: Proof(.unit, "camera.service")))
        fence.admit(Fence.Holder(Identity(uid: 5), proof: Proof(.user, "5")))
        #expect(fence.all.map(\.multicast) == [asks, false, false])
    }

    @Test func alwaysSteersTheMulticastOfPlans() {
        let plans = Identity(
            uid: 0, unit: "accessoryd-provision.service", cgroup: "system.slice/accessoryd-provision.service")
        var fence = Fence()
        fence.admit(Fence.Holder(plans, proof: nil))
        #expect(fence.all.map(\.multicast) == [true])
    }

    @Test func growsWithEveryHolderAndStaysBounded() {
        var fence = Fence(agentsProgram: 7)
        for number in 0..<40 {
            fence.admit(Fence.Holder(Identity(uid: UInt32(number)), proof: Proof(.user, "\(number)")))
        }
        #expect(fence.subjects.count == FenceOrder.most - 1 && fence.all.count == FenceOrder.most)
        #expect(fence.subjects.first?.user == 0 && fence.all.last == FenceOrder.Subject(cgroup: nil, user: 7))
    }

    @Test func isByCgroupIfEveryHolderHasOne() {
        var fence = Fence(agentsProgram: 7)
        fence.admit(Fence.Holder(camera, proof: Proof(.unit, "camera.service")))
        #expect(fence.kind == .cgroup)
        fence.admit(Fence.Holder(Identity(uid: 5), proof: Proof(.user, "5")))
        #expect(fence.kind == .user)
    }

    @Test(
        arguments: [
            ("system.slice/camera.service/payload", "system.slice/camera.service"),
            ("user.slice/user-1.slice/session-3.scope", "user.slice/user-1.slice/session-3.scope"),
            (
                "user.slice/user-1.slice/user@1.service/app.slice/app-org.example.Camera-7.scope/x",
                "user.slice/user-1.slice/user@1.service/app.slice/app-org.example.Camera-7.scope"
            ),
            ("user.slice/user-1.slice/user@1.service", "user.slice/user-1.slice/user@1.service"),
            ("system.slice/_cpu.service", "system.slice/_cpu.service"),
        ])
    func knowsTheCgroupOfAUnit(path: String, unit: String) {
        #expect(Cgroup(path: path)?.unit?.path == unit)
    }

    @Test(arguments: ["", "system.slice", "docker/12/camera.service", "init"])
    func knowsNoCgroupWithoutAUnit(path: String) {
        #expect(Cgroup(path: path)?.unit == nil)
    }
}
