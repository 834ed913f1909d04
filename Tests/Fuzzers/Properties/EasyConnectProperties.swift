// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The input is what wpa_supplicant sends, in lines: an event begins with `<`, `!` is the end of a wait, and every other line
/// is a reply.
func checkEasyConnect(_ input: [UInt8]) throws {
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    try checkHandOver(lines)
    try checkSweep(lines)
}

private func checkHandOver(_ lines: [String]) throws {
    let text =
        "DPP:C:81/6;M:02aabbccddee;K:MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA=;;"
    guard case .easyConnect(let label) = try Label(parsing: text) else { throw Broken(description: "a label is one") }
    let key = try EasyConnectKey(Randomness { [UInt8](repeating: 1, count: $0) })
    let network = EasyConnectNetwork(
        ssid: try SSID(text: "Home"), kind: .wpa2, passphrase: try Passphrase("secret-word"))
    var machine = EasyConnectMachine(label, key: key, network: network)
    var commands: [EasyConnectCommand] = []
    var added: (label: Int?, configurator: Int?)
    var (isAsked, isOver, isHandedOver) = (false, false, false)
    func take(_ effects: [EasyConnectMachine.Effect]) throws {
        for effect in effects {
            try hold(!isOver, "nothing follows the end")
            switch effect {
            case .send(let command):
                try hold(!isAsked, "one command at a time")
                isAsked = true
                commands.append(command)
                // Six more begin and end it.
                try hold(commands.count <= 6 + EasyConnectMachine.mostCalls, "the commands are bounded")
                try hold(!command.text.contains("\n") && command.text.utf8.count < 4096, "a command is one line")
            case .report(.handingOver(let protection)):
                isHandedOver = true
                try hold(protection == .proven, "the key protects it")
            case .wait(let time): try hold(time > .zero && time < .seconds(120), "a wait ends")
            case .report: break
            case .finish(let result, let isTidy):
                isOver = true
                if case .success(let outcome) = result, outcome.end.isGood {
                    try hold(isHandedOver, "a good end was handed over")
                }
                guard isTidy else { continue }
                for number in [added.label].compactMap(\.self) {
                    try hold(commands.contains(.removeLabel(number)), "the label is removed")
                }
                for number in [added.configurator].compactMap(\.self) {
                    try hold(commands.contains(.removeConfigurator(number)), "the configurator is removed")
                }
            }
        }
    }
    try take(machine.receive(.began))
    for line in lines {
        if line == "!" {
            isAsked = false
            try take(machine.receive(.due))
        } else if line.hasPrefix("<") {
            try take(machine.receive(.message(.event(String(line.dropFirst())))))
        } else if isAsked {
            isAsked = false
            let number = line.utf8.count <= 15 && line.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(line) : nil
            switch commands.last {
            case .addConfigurator?: added.configurator = number
            case .addLabel?: added.label = number
            case _: break
            }
            try take(machine.receive(.message(.reply(line))))
        }
    }
    isAsked = false
    try take(machine.receive(.lost))
    try hold(isOver, "a lost link is the end")
}

private func checkSweep(_ lines: [String]) throws {
    let key = try EasyConnectKey(Randomness { [UInt8](repeating: 1, count: $0) })
    var sweep = EasyConnectSweep([key.mark])
    var count = 0
    var isOver = false
    func take(_ effects: [EasyConnectSweep.Effect], _ line: String) throws {
        for effect in effects {
            try hold(!isOver, "nothing follows the end")
            switch effect {
            case .send(.removeConfigurator):
                try hold(key.mark.marks(key: line), "only a marked configurator is removed")
            case .send(.stop): try hold(key.mark.marks(label: line), "only a marked label is removed")
            case .send: count += 1
            case .wait: break
            case .finish: isOver = true
            }
        }
        try hold(count <= 4 * EasyConnectSweep.mostNumbers, "the commands are bounded")
    }
    try take(sweep.receive(.began), "")
    for line in lines {
        try take(sweep.receive(line == "!" ? .due : .message(.reply(line))), line)
    }
    try take(sweep.receive(.lost), "")
    try hold(isOver, "a lost link is the end")
}
