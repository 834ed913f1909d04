// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Testing

@testable import AccessoryProvisioning

struct EasyConnectMachineTests {
    private func called() throws -> EasyConnectStage {
        var stage = try EasyConnectStage()
        stage.begin()
        return stage
    }

    private func configuring() throws -> EasyConnectStage {
        var stage = try called()
        stage.happen(EasyConnectStage.acknowledged, "DPP-AUTH-SUCCESS init=1", "DPP-CONF-REQ-RX src=02:aa:bb:cc:dd:ee")
        return stage
    }

    private static let removals: [EasyConnectCommand] = [.stop, .removeLabel(3), .removeConfigurator(7)]

    @Test func asksStepByStepAndRemovesEverything() throws {
        var stage = try configuring()
        stage.happen("DPP-CONF-SENT wait_conn_status=1", "DPP-CONN-STATUS-RESULT result=0 ssid=Home channel_list=N/A")
        stage.tidy()
        let network = try EasyConnectNetwork(try EasyConnectStage.network(), seen: [])
        let expected: [EasyConnectCommand] = [
            .attach, .addConfigurator(key: stage.key.der), .addLabel(stage.key.mark.marked(EasyConnectStage.label)),
            .begin(label: 3, configurator: 7, network),
        ]
        #expect(stage.commands == expected + Self.removals)
        #expect(stage.outcome == .onNetwork(address: nil, page: nil) && stage.end?.isTidy == true)
        let device = DeviceIdentity(name: "Plug", address: MACAddress("02:aa:bb:cc:dd:ee"))
        #expect(
            stage.steps == [.identified(device), .securing, .handingOver(.proven), .waitingForAccessory])
    }

    @Test(arguments: [
        ("result=0 ssid=Home", ProvisioningOutcome.onNetwork(address: nil, page: nil)), ("timeout", .unknown),
        ("result=2 ssid=Home", .wrongPassphrase), ("result=10 ssid=Home", .networkNotInReach),
        ("result=255 ssid=", .unknown),
        ("result=9 ssid=Home", .refusing(.accessoryError, "it could not join, with status 9", names: ["9"])),
        ("result=-1", .unknown), ("", .unknown),
    ])
    func believesTheAccessorysStatus(text: String, outcome: ProvisioningOutcome) throws {
        var stage = try configuring()
        stage.happen("DPP-CONF-SENT wait_conn_status=1", "DPP-CONN-STATUS-RESULT \(text)")
        stage.tidy()
        #expect(stage.outcome == outcome)
    }

    @Test func doesNotKnowWithoutAStatus() throws {
        var stage = try configuring()
        stage.happen("DPP-CONF-SENT ")
        stage.tidy()
        #expect(stage.outcome == .unknown)
        var silent = try configuring()
        silent.perform(.due)
        silent.tidy()
        #expect(silent.outcome == .unknown, "the accessory asked for the configuration, and may have it")
    }

    /// From 2.11 on wpa_supplicant reports the status that the accessory got.
    @Test func aStatusIsNoNetwork() throws {
        var stage = try configuring()
        stage.happen("DPP-CONF-SENT conf_status=5")
        stage.tidy()
        #expect(stage.outcome?.end == .refused && stage.outcome?.text.contains("status 5") == true)
        #expect(!stage.steps.contains(.waitingForAccessory))
        for (event, outcome) in [
            ("DPP-CONF-SENT conf_status=0", ProvisioningOutcome.unknown),
            ("DPP-CONF-SENT wait_conn_status=1 conf_status=0", .networkNotInReach),
        ] {
            var stage = try configuring()
            stage.happen(event, "DPP-CONN-STATUS-RESULT result=10 ssid=Home channel_list=81/6")
            stage.tidy()
            #expect(stage.outcome == outcome)
        }
    }

    /// wpa_supplicant then calls on all of its channels, two seconds each.
    @Test(arguments: [("C:81/6;", 1), ("", 30), ("C:81/" + String(repeating: "6,", count: 30) + "6;", 30)])
    func waitsForEveryChannelThatIsCalled(channels: String, count: Int) throws {
        var stage = try EasyConnectStage(label: EasyConnectStage.label.replacing("C:81/6;", with: channels))
        stage.begin()
        #expect(stage.lastWait == EasyConnectMachine.callTime + EasyConnectMachine.channelTime * count)
    }

    @Test func callsThreeTimesAndBlamesNobodyForTheSilence() throws {
        var wrong = try called()
        for _ in 1..<EasyConnectMachine.mostCalls {
            wrong.happen(EasyConnectStage.acknowledged, "DPP-AUTH-INIT-FAILED ")
            wrong.perform(.due)
            wrong.reply("OK\n")
        }
        wrong.happen(EasyConnectStage.acknowledged, "DPP-AUTH-INIT-FAILED ")
        wrong.tidy()
        #expect(wrong.outcome?.text.contains("it took 3 calls and answered none") == true)
        var absent = try called()
        absent.happen("DPP-TX-STATUS dst=02:aa:bb:cc:dd:ee freq=2437 result=no-ACK", "DPP-AUTH-INIT-FAILED ")
        absent.tidy()
        #expect(absent.outcome == .vanished)
        // Everybody takes a broadcast.
        var nameless = try EasyConnectStage(label: EasyConnectStage.label.replacing("M:02aabbccddee;", with: ""))
        nameless.begin()
        nameless.happen("DPP-TX-STATUS dst=ff:ff:ff:ff:ff:ff freq=2437 result=SUCCESS")
        nameless.perform(.due)
        nameless.tidy()
        #expect(nameless.outcome == .vanished)
    }

    /// A scan delayed the frame, or the accessory's answer.
    @Test func callsAgainWhenAnAcceptedCallGetsNoAnswer() throws {
        var stage = try called()
        stage.happen(EasyConnectStage.acknowledged, "DPP-AUTH-INIT-FAILED ")
        #expect(stage.end == nil && stage.commands.count == 4, "the accessory has to give the first call up")
        stage.perform(.due)
        stage.reply("OK\n")
        stage.happen(
            EasyConnectStage.acknowledged, "DPP-AUTH-SUCCESS init=1", "DPP-CONF-REQ-RX src=02:aa:bb:cc:dd:ee",
            "DPP-CONF-SENT wait_conn_status=1", "DPP-CONN-STATUS-RESULT result=0 ssid=Home")
        stage.tidy()
        #expect(stage.outcome == .onNetwork(address: nil, page: nil))
        #expect(stage.commands.count == 8 && stage.commands[3] == stage.commands[4])
    }

    @Test func waitsForAPerson() throws {
        var stage = try called()
        stage.happen(EasyConnectStage.acknowledged, "DPP-RESPONSE-PENDING init=1")
        #expect(stage.end == nil)
        stage.perform(.due)
        stage.tidy()
        #expect(stage.outcome == .buttonNeeded)
    }

    @Test func passesTheAccessorysRefusalsOn() throws {
        for (events, outcome) in [
            (
                ["DPP-FAIL Responder reported failure (status 4)"],
                .refusing(.joinFailed, "Responder reported failure (status 4)")
            ),
            (
                ["DPP-NOT-COMPATIBLE 1"],
                .refusing(
                    .wrongFamily, "it is no device that takes a network by Wi-Fi Easy Connect",
                    names: ["Wi-Fi Easy Connect"])
            ),
            (["DPP-AUTH-SUCCESS init=1", "DPP-CONF-FAILED "], .vanished),
            (
                ["DPP-AUTH-SUCCESS init=1", "DPP-CONF-REQ-RX src=02:aa", "DPP-CONF-FAILED "],
                ProvisioningOutcome.refusing(.notConfirmed, "it did not confirm the configuration")
            ),
        ] {
            var stage = try called()
            for event in events { stage.happen(event) }
            stage.tidy()
            #expect(stage.outcome == outcome)
        }
    }

    /// A frame of a stranger causes an event, too.
    @Test func isNotStoppedByStrangers() throws {
        var stage = try called()
        stage.happen(
            "DPP-FAIL No matching own bootstrapping key found - ignore message", "DPP-FAIL Already in exchange",
            "DPP-AUTH-SUCCESS init=0", "DPP-CONF-SENT ", "DPP-CONN-STATUS-RESULT result=0", "DPP-CHIRP-RX id=-1", "")
        #expect(stage.end == nil && stage.commands.count == 4)
    }

    @Test func namesTheFaultsOfTheSupplicant() throws {
        let cases: [([String], EasyConnectFault, [EasyConnectCommand])] = [
            (["FAIL\n"], .noEvents, []), (["OK\n", "UNKNOWN COMMAND\n"], .unsupported, []),
            (["OK\n", "FAIL\n"], .noConfigurator, []),
            (["OK\n", "7", "FAIL\n"], .label, [.removeConfigurator(7)]),
            (["OK\n", "7", "3", "FAIL\n"], .notBegun, Self.removals),
        ]
        for (replies, fault, removals) in cases {
            var stage = try EasyConnectStage()
            for reply in replies { stage.reply(reply) }
            stage.tidy()
            #expect(stage.end?.result == .failure(fault) && stage.end?.isTidy == true)
            #expect(Array(stage.commands.suffix(removals.count)) == removals)
        }
    }

    @Test func leavesTheRestToTheSweepIfNobodyAnswers() throws {
        var silent = try EasyConnectStage()
        silent.reply("OK\n")
        silent.perform(.due)
        #expect(silent.end?.result == .failure(.silent) && silent.end?.isTidy == false)
        var gone = try configuring()
        gone.happen("CTRL-EVENT-TERMINATING ")
        #expect(gone.outcome == .unknown && gone.end?.isTidy == false)
        var lost = try called()
        lost.perform(.lost)
        lost.perform(.lost)
        #expect(lost.end?.result == .failure(.silent))
    }

    @Test func keepsTheOutcomeIfTheRemovalIsNotAnswered() throws {
        var stage = try configuring()
        stage.happen("DPP-CONF-SENT ")
        stage.perform(.due)
        #expect(stage.outcome == .unknown && stage.end?.isTidy == false)
    }
}
