// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AccessoryProvisioning

/// The groups of a plan with the program and the attempts.
extension PlanKeys {
    // MARK: Program

    mutating func program(_ afterwards: Plan.Afterwards, _ provision: Plan.Provision?) -> Plan.Program? {
        if namesLabel { return nil }
        if let provision { return provisioner(provision) }
        guard file.group(Group.program.rawValue) != nil else {
            if afterwards == .run {
                note(.plan, "Afterwards", "'run' needs a program: set Command in [Program]")
            }
            return nil
        }
        if afterwards != .run {
            note(.program, nil, "nothing runs it: set Afterwards=run in [Plan]")
        }
        let wantsUplink = flag(.program, "UplinkCredentials", default: false)
        let takesUplinkOverOpen = flag(.program, "UplinkCredentialsOverOpen", default: false)
        if takesUplinkOverOpen, !wantsUplink {
            note(.program, "UplinkCredentialsOverOpen", "the program gets no credentials: set UplinkCredentials=true")
        }
        return Plan.Program(
            command: command(), user: user(), timeLimit: timeLimit(),
            successStatus: successStatus(), wantsUplink: wantsUplink, takesUplinkOverOpen: takesUplinkOverOpen)
    }

    mutating func timeLimit() -> Duration? { time(.program, "TimeLimit", in: 1...Self.day) }

    /// Nil if the agent hands the network over itself. Another program always gets the credentials, and decides by the
    /// order.
    private mutating func provisioner(_ provision: Plan.Provision) -> Plan.Program? {
        for key in ["SuccessStatus", "UplinkCredentials", "UplinkCredentialsOverOpen"] where text(.program, key) != nil
        {
            note(.program, key, "with Afterwards=provision it follows from [Provision]; leave it out")
        }
        guard text(.program, "Command") != nil else {
            if text(.program, "User") != nil {
                note(.program, "User", "without Command the agent hands the network over itself; leave it out")
            }
            return nil
        }
        return Plan.Program(
            command: command(), user: user(), timeLimit: provision.timeLimit,
            successStatus: Set(ProvisioningEnd.allCases.filter(\.isGood).map(\.rawValue)), wantsUplink: true,
            takesUplinkOverOpen: provision.terms.allowsClearText || provision.proof != nil)
    }

    private mutating func command() -> [String] {
        guard let text = text(.program, "Command"), !text.isEmpty else {
            note(.program, "Command", "set the program's full path, with its arguments")
            return []
        }
        guard let words = Self.words(text) else {
            note(.program, "Command", "a quotation mark is not closed, or the line ends with a backslash")
            return []
        }
        if words.first?.hasPrefix("/") != true {
            note(.program, "Command", "'\(words.first ?? "")' is not a full path")
        }
        return words
    }

    private mutating func user() -> String? {
        guard let user = text(.program, "User") else { return nil }
        if user.isEmpty { note(.program, "User", "is empty; without the key, it runs as the user who runs the plan") }
        return user
    }

    private mutating func successStatus() -> Set<Int> {
        guard text(.program, "SuccessStatus") != nil else { return [0] }
        var statuses: Set<Int> = []
        let entries = file.group(Group.program.rawValue)?.list("SuccessStatus") ?? []
        for entry in entries {
            if let number = Int(entry), (0...255).contains(number), String(number) == entry {
                statuses.insert(number)
            } else {
                note(.program, "SuccessStatus", "'\(entry)' is not a number from 0 to 255")
            }
        }
        if entries.isEmpty { note(.program, "SuccessStatus", "is empty; without the key it is 0") }
        return statuses
    }

    /// Splits as a shell does, without expanding anything. Nil if a quotation mark or backslash has no end.
    static func words(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                // Between double quotes a backslash escapes only these (POSIX.1-2017, Shell Command Language, 2.2.3).
                if quote == "\"", !#"$`"\"#.unicodeScalars.contains(scalar) { word?.append("\\") }
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                word = word ?? .init()
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? .init()
            } else if quote == nil, scalar == " " || scalar == "\t" {
                if let word { words.append(String(word)) }
                word = nil
            } else {
                word = (word ?? .init()) + [scalar]
            }
        }
        if let word { words.append(String(word)) }
        return quote == nil && !isEscaped ? words : nil
    }

    // MARK: Attempts

    mutating func patience() -> Plan.Patience {
        var patience = Plan.Patience()
        if let group = file.group(Group.attempts.rawValue) {
            patience.attempts = group.number("Attempts", in: 1...100, default: patience.attempts) {
                note(.attempts, "Attempts", $0)
            }
        }
        if let time = time(.attempts, "SearchTime", in: 1...3600) { patience.searchTime = time }
        if let time = time(.attempts, "Pause", in: 1...Self.day) { patience.pause = time }
        if let time = time(.attempts, "LongestPause", in: 1...Self.day) { patience.longestPause = time }
        if let time = time(.attempts, "GiveUpAfter", in: 1...(7 * Self.day)) { patience.giveUpAfter = time }
        if patience.longestPause < patience.pause {
            if text(.attempts, "LongestPause") == nil {
                patience.longestPause = patience.pause
            } else {
                note(.attempts, "LongestPause", "is shorter than Pause")
            }
        }
        return patience
    }

    private static let day = 86_400

    private mutating func time(_ group: Group, _ key: String, in range: ClosedRange<Int>) -> Duration? {
        guard let text = text(group, key) else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit: Int? =
            switch text.dropFirst(digits.count) {
            case "s": 1
            case "min": 60
            case "h": 3600
            case _: nil
            }
        guard let unit, let number = Int(digits) else {
            note(group, key, "'\(text)' is not a time such as 30s, 5min or 1h")
            return nil
        }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
        guard !overflow, range.contains(seconds) else {
            note(group, key, "'\(text)' is not between \(range.lowerBound)s and \(Self.text(range.upperBound))")
            return nil
        }
        return .seconds(seconds)
    }

    private static func text(_ seconds: Int) -> String { "\(seconds / 3600)h" }
}
