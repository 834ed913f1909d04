// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning
import Testing

@testable import AccessoryRules

/// The group of a plan with the home network.
struct PlanProvisionTests {
    private static func file(_ provision: [String: String], _ others: [String: [String: String]] = [:]) -> KeyFile {
        var groups = [
            "Plan": ["App": "org.example.plug", "Afterwards": "provision"], "Accessory": ["SSIDPrefix": "Plug-"],
            "Provision": provision,
        ]
        for (group, keys) in others { groups[group, default: [:]].merge(keys) { $1 } }
        return KeyFile(
            path: "/etc/accessoryd/provision.d/plug.conf",
            groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) })
    }

    @Test func hasNoProgramUnlessItNamesOne() throws {
        let plan = try #require(Plan.read(Self.file([:], ["Program": ["TimeLimit": "1min"]])).plan)
        #expect(plan.provision == Plan.Provision(timeLimit: .seconds(60)))
        #expect(plan.program == nil && plan.givesUplink)
        let other = try #require(Plan.read(Self.file([:], ["Program": ["Command": "/bin/other"]])).plan)
        let program = try #require(other.program)
        #expect(program.command == ["/bin/other"] && program.user == nil)
        #expect(program.wantsUplink && !program.takesUplinkOverOpen && program.timeLimit == Plan.Provision.usualLimit)
        #expect(program.successStatus == [0, 3])
    }

    @Test func handsOverOnABluetoothLinkByTheAgentItselfAlone() throws {
        func read(_ provision: [String: String], program: [String: String]? = nil) -> (Plan?, [KeyFileFault]) {
            let groups = [
                "Plan": ["App": "org.example.plug", "Afterwards": "provision"],
                "Accessory": ["BluetoothService": "180D"], "Provision": provision, "Program": program,
            ].compactMapValues { $0 }
            return Plan.read(
                KeyFile(
                    path: "/etc/accessoryd/provision.d/lamp.conf",
                    groups: groups.sorted { $0.key < $1.key }.map { .init(name: $0.key, keys: $0.value) }))
        }
        #expect(try #require(read(["Family": "improv"]).0).isOverBluetooth)
        #expect(try #require(read([:]).0).isOverBluetooth)
        #expect(try !#require(Plan.read(Self.file([:])).plan).isOverBluetooth)
        #expect(read(["Family": "wled"]).1.map(\.key) == ["Family"])
        #expect(read([:], program: ["Command": "/bin/other"]).1.map(\.key) == ["Command"])
    }

    @Test func refusesAUserOfNoProgram() {
        let faults = Plan.read(Self.file([:], ["Program": ["User": "nobody"]])).faults
        #expect(faults.map(\.key) == ["User"], "\(faults)")
    }

    /// Computed when such a plan had a program of its own: what was done then is done.
    @Test func whatItHasDoneStaysDone() throws {
        #expect(try #require(Plan.read(Self.file([:])).plan).digest == "823e456d4e846c4b")
        #expect(
            try #require(Plan.read(Self.file(["Cleartext": "allow", "Family": "wled"])).plan).digest
                == "f6806aad5d398d4a")
    }

    @Test func readsEverything() throws {
        let keys = [
            "Family": "espressif", "Network": "IoT", "ProofUser": "wifiprov", "ProofCredential": "plug",
            "Cleartext": "allow", "Security": "wpa2",
        ]
        let plan = try #require(Plan.read(Self.file(keys, ["Program": ["Command": "/bin/other --fast"]])).plan)
        #expect(
            plan.provision
                == Plan.Provision(
                    HandOverTerms(
                        family: .espressif, proof: ProvisioningProof(user: "wifiprov"), network: "IoT",
                        isWPA2Only: true, allowsClearText: true), proof: .credential("plug")))
        #expect(plan.program?.command == ["/bin/other", "--fast"] && plan.program?.user == nil)
    }

    @Test(arguments: [
        ("Family", "toaster"), ("Network", ""), ("ProofUser", "somebody"), ("ProofFile", "proof"), ("Cleartext", "yes"),
        ("Colour", "red"), ("Security", "wpa3"), ("Security", ""),
    ]) func refusesAKey(key: String, value: String) {
        let faults = Plan.read(Self.file([key: value])).faults
        #expect(faults.map(\.key) == [key], "\(faults)")
    }

    @Test(arguments: ["SuccessStatus", "UplinkCredentials", "UplinkCredentialsOverOpen"])
    func refusesWhatFollowsFromTheGroup(key: String) {
        let faults = Plan.read(Self.file([:], ["Program": [key: key == "SuccessStatus" ? "1" : "true"]])).faults
        #expect(faults.map(\.key) == [key], "\(faults)")
    }

    @Test func refusesTheGroupWithoutTheStep() {
        let faults = Plan.read(Self.file(["Family": "wled"], ["Plan": ["Afterwards": "restore"]])).faults
        #expect(faults.map(\.group) == ["Provision"], "\(faults)")
    }

    @Test func anotherNetworkIsAnotherPlan() throws {
        let plans = try [
            [:], ["Network": "IoT"], ["Family": "wled"], ["Cleartext": "allow"], ["ProofFile": "/a"],
            ["Security": "wpa2"],
        ].map { try #require(Plan.read(Self.file($0)).plan) }
        #expect(Set(plans.map(\.digest)).count == plans.count)
    }

    @Test func namesTheCureOfEachEnd() throws {
        let plan = try #require(Plan.read(Self.file([:], ["Program": ["Command": "/bin/other"]])).plan)
        #expect(plan.failure(ofProgram: 0, nil) == nil && plan.failure(ofProgram: 3, nil) == nil)
        #expect(plan.failure(ofProgram: 6, nil)?.code == .provisioningFailed)
        #expect(plan.failure(ofProgram: 6, nil)?.message.contains("label") == true)
        #expect(plan.failure(ofProgram: 2, nil)?.message.contains("status 2") == true)
        #expect(plan.failure(ofProgram: 0, "was ended")?.code == .activationFailed)
    }
}
