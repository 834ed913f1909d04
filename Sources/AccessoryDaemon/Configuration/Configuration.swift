// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel
package import AccessoryRules
import FoundationEssentials
import Glibc
package import TrustedFiles

/// The files of administrators and packages: the agent's own settings and one manifest for each app.
package struct Configuration: Sendable {
    package private(set) var manifests = Manifests()
    /// By identifier.
    package private(set) var plans: [String: Plan] = [:]
    /// The radios that the agent may use; all if empty.
    package private(set) var interfaces: Set<String> = []
    /// Whether they join accessories beside the uplink.
    package private(set) var secondStation = SecondStation.Mode.auto
    /// The address that an accessory sees of a radio that joins it by itself.
    package private(set) var address = StationAddress.Mode.permanent
    /// The fewest bytes of an SSID prefix in a manifest.
    package private(set) var shortestPrefix = Manifest.shortestPrefix
    /// Notify an app that nothing was found; otherwise it looks as if the person had closed the picker.
    package private(set) var reportsNothingFound = true
    /// Who may have the home network's passphrase.
    package private(set) var policy = PassphrasePolicy()
    /// The keys of the networks' configurators, by the names of the policy's networks; an empty one is its home network.
    package private(set) var configuratorKeys: [String: Plan.Secret] = [:]
    /// Whether the kernel is to keep hotspots for their apps.
    package private(set) var fence = Fence.Mode.prefer
    /// The most seconds of each minute in which Bluetooth is heard for an app that is not running; 0 if nothing starts apps.
    package private(set) var listening = 15
    /// The executables that may be a user's own picker.
    package private(set) var pickers: Set<String> = ["/usr/bin/accessory-picker"]
    /// All faults, each with its file. A fault does not hide another.
    package private(set) var faults: [KeyFileFault] = []
    /// Entries that are allowed, and prove less than their author may think.
    package var doubts: [KeyFileFault] {
        manifests.byID.values.sorted { $0.id < $1.id }.flatMap(\.doubts) + manifests.rivalries + pickerDoubts
    }
    private var pickerDoubts: [KeyFileFault] = []
    /// Apps whose manifest exists and has faults.
    private var unusable: Set<String> = []
    /// Apps whose manifest is a link to /dev/null: the author of the link has removed the app.
    private var masked: Set<String> = []
    /// Every directory could be read: a manifest that was not seen does not exist.
    private var isComplete = true
    /// Plans that exist and have faults.
    private var unusablePlans: Set<Plan.ID> = []
    private var seesAllPlans = true

    /// The configuration's verdict on one app.
    package enum Standing: Hashable, Sendable {
        case good(Manifest)
        /// It has a manifest with faults, or may have one: it cannot act, and loses nothing.
        case faulty
        /// There is no manifest, or it is masked: the app was removed.
        case gone
    }

    package init() {}

    /// Reads all directories. A file replaces those of the same name in earlier directories; one that is a link to
    /// /dev/null masks them.
    package init(directories: [String], trust: Trust = Trust()) {
        let own = ConfigurationFiles(in: directories, trust: trust)
        faults = own.faults
        if let last = directories.last { policy.file = "\(last)/accessoryd.conf" }
        var settings: KeyFile?
        for file in own.files where file.path == "\(file.directory)/accessoryd.conf" {
            let (read, unread) = read(file, trust)
            settings = read
            faults += (unread + readSettings(read, isAdministrators: file.directory == directories.last)).inOrder
        }
        let apps = ConfigurationFiles(in: directories.map { $0 + "/apps.d" }, trust: trust)
        // If not even one exists, they are not mounted, or their names are misspelt.
        isComplete = apps.faults.isEmpty && directories.contains { FileManager.default.fileExists(atPath: $0) }
        // Report a fault of a directory once, not again for everything in it.
        faults += apps.faults.filter { fault in
            !own.faults.contains { $0.reason == fault.reason && fault.path.hasPrefix($0.path) }
        }
        masked = Set(apps.files.filter { $0.isMask && $0.isTrusted }.map { Manifest.id(path: $0.path) })
        var found: [Manifest] = []
        for file in apps.files where !file.isMask || !file.isTrusted {
            let (read, unread) = read(file, trust)
            let checked = read.map { Manifest.read($0, unread: unread, shortestPrefix: shortestPrefix) }
            faults += checked?.faults ?? unread
            if let manifest = checked?.manifest {
                found.append(manifest)
            } else {
                unusable.insert(Manifest.id(path: file.path))
            }
        }
        manifests = Manifests(found)
        for app in policy.apps.sorted() where isGone(app) {
            if let settings { faults.append(settings.uplinkFault("no manifest apps.d/\(app).conf is installed")) }
        }
        readPlans(directories, trust)
    }

    private mutating func readPlans(_ directories: [String], _ trust: Trust) {
        let files = ConfigurationFiles(in: directories.map { $0 + "/provision.d" }, trust: trust)
        faults += files.faults.filter { fault in !faults.contains { $0.reason == fault.reason } }
        for file in files.files {
            let (read, unread) = read(file, trust)
            let checked = read.map { Plan.read($0, unread: unread) }
            faults += checked?.faults ?? unread
            if let plan = checked?.plan {
                plans[plan.id] = plan
            } else if !file.isMask || !file.isTrusted {
                unusablePlans.insert(Manifest.id(path: file.path))
            }
        }
        seesAllPlans = files.faults.isEmpty && isComplete
    }

    /// The manifest of an app; an administrator's file replaces the built-in one.
    func manifest(_ app: String) -> Manifest? {
        manifests.byID[app] ?? (app == Manifest.onboarding.id && !masked.contains(app) ? .onboarding : nil)
    }

    package func standing(of app: String) -> Standing {
        if let manifest = manifest(app) { return .good(manifest) }
        return unusable.contains(app) || !isComplete ? .faulty : .gone
    }

    /// Whether the app was removed, for certain.
    package func isGone(_ app: String) -> Bool { standing(of: app) == .gone }

    package func isMasked(_ app: String) -> Bool { masked.contains(app) }

    /// Whether the plan was removed, for certain: one with faults was not.
    package func isGone(plan: Plan.ID) -> Bool {
        plans[plan] == nil && !unusablePlans.contains(plan) && seesAllPlans
    }

    /// Why a plan that exists does not count. Nil if there is no such plan.
    func fault(ofPlan plan: Plan.ID) -> KeyFileFault? {
        guard unusablePlans.contains(plan) else { return nil }
        let own = faults.first { $0.path.hasSuffix("/provision.d/\(plan).conf") }
        // A directory that others can write has a fault for all of its files.
        return own ?? faults.first { $0.path.hasSuffix("/provision.d") } ?? faults.first { !$0.path.hasSuffix(".conf") }
    }

    /// The file as far as it can be read and trusted, and the faults of its lines.
    private func read(_ file: ConfigurationFiles.File, _ trust: Trust) -> (file: KeyFile?, faults: [KeyFileFault]) {
        // A directory that others can write has a fault of its own.
        guard file.isTrusted, !file.isMask else { return (nil, []) }
        do throws(KeyFileFault) {
            let (read, unread) = KeyFile.read(try trust.contents(of: file.path), path: file.path)
            return (read, unread)
        } catch {
            return (nil, [error])
        }
    }

    /// The good lines of the agent's own file count, whatever the others are.
    private mutating func readSettings(_ file: KeyFile?, isAdministrators: Bool) -> [KeyFileFault] {
        guard let file else { return [] }
        var known: [String: Set<String>] = [
            "Radios": ["Interfaces", "SecondStation", "Address"],
            "Discovery": ["ShortestSSIDPrefix", "ReportNothingFound"],
            "Uplink": HomeNetwork.keys.union(["CredentialsFor", "Cleartext"]), "Picker": ["Executables"],
            "Fence": ["Mode"], "Presence": ["Listening"],
        ]
        for group in file.groups where group.name.hasPrefix(HomeNetwork.groupPrefix) {
            known[group.name] = HomeNetwork.keys
        }
        var faults = file.unknown(beside: known)
        interfaces = Set(file.group("Radios")?.list("Interfaces") ?? [])
        if let text = file.group("Radios")?.keys["SecondStation"] {
            if let mode = SecondStation.Mode(rawValue: text) {
                secondStation = mode
            } else {
                faults.append(file.fault(group: "Radios", key: "SecondStation", "'\(text)' is not auto or never"))
            }
        }
        if let text = file.group("Radios")?.keys["Address"] {
            if let mode = StationAddress.Mode(rawValue: text) {
                address = mode
            } else {
                faults.append(file.fault(group: "Radios", key: "Address", "'\(text)' is not stable or permanent"))
            }
        }
        if let group = file.group("Discovery") {
            reportsNothingFound = group.flag("ReportNothingFound", default: true) {
                faults.append(file.fault(group: "Discovery", key: "ReportNothingFound", $0))
            }
        }
        func administratorsNumber(_ name: String, _ key: String, in range: ClosedRange<Int>, default usual: Int) -> Int
        {
            guard let group = file.group(name), group.keys[key] != nil else { return usual }
            guard isAdministrators else {
                faults.append(file.fault(group: name, key: key, KeyFile.notTheAdministrators))
                return usual
            }
            return group.number(key, in: range, default: usual) {
                faults.append(file.fault(group: name, key: key, $0))
            }
        }
        shortestPrefix = administratorsNumber(
            "Discovery", "ShortestSSIDPrefix", in: SSID.lengths, default: shortestPrefix)
        listening = administratorsNumber("Presence", "Listening", in: 0...60, default: listening)
        if let text = file.group("Fence")?.keys["Mode"] {
            if !isAdministrators {
                faults.append(file.fault(group: "Fence", key: "Mode", KeyFile.notTheAdministrators))
            } else if let mode = Fence.Mode(rawValue: text) {
                fence = mode
            } else {
                faults.append(file.fault(group: "Fence", key: "Mode", "'\(text)' is not require, prefer or off"))
            }
        }
        let apps = file.group("Uplink")?.list("CredentialsFor") ?? []
        if isAdministrators {
            policy.apps = Set(apps)
        } else if !apps.isEmpty {
            faults.append(file.uplinkFault(KeyFile.notTheAdministrators))
        }
        return faults + readHomeNetwork(file, isAdministrators) + readPickers(file)
    }

    private mutating func readHomeNetwork(_ file: KeyFile, _ isAdministrators: Bool) -> [KeyFileFault] {
        let named = file.groups.map(\.name).filter { $0.hasPrefix(HomeNetwork.groupPrefix) }
        let groups = ["Uplink"] + named
        var faults: [KeyFileFault] = []
        guard isAdministrators else {
            for group in groups {
                for key in (file.group(group)?.keys.keys.sorted() ?? [])
                where HomeNetwork.keys.contains(key) || key == "Cleartext" {
                    faults.append(file.fault(group: group, key: key, KeyFile.notTheAdministrators))
                }
            }
            return faults
        }
        for group in groups {
            let read = HomeNetwork.read(file, group: group)
            let signing = HomeNetwork.configuratorKey(file, group: group, of: read.network)
            let limit = HomeNetwork.isWPA2Only(file, group: group, of: read.network)
            faults += read.faults + signing.faults + limit.faults
            let name = String(group.dropFirst(HomeNetwork.groupPrefix.count))
            configuratorKeys[name] = signing.place
            if limit.value { policy.wpa2Only.insert(name) }
            if group == "Uplink" {
                policy.homeNetwork = read.network
            } else if let network = read.network {
                policy.networks[name] = network
            } else if read.faults.isEmpty {
                faults.append(file.fault(group: group, "names no network: set Network or SSID"))
            }
        }
        if let text = file.group("Uplink")?.keys["Cleartext"] {
            if let clearText = ClearTextPolicy(rawValue: text) {
                policy.clearText = clearText
            } else {
                faults.append(file.fault(group: "Uplink", key: "Cleartext", "'\(text)' is not ask, allow or refuse"))
            }
        }
        return faults
    }

    private mutating func readPickers(_ file: KeyFile) -> [KeyFileFault] {
        guard let group = file.group("Picker"), group.keys["Executables"] != nil else { return [] }
        let fault = { (path: String, why: String) in
            file.fault(group: "Picker", key: "Executables", "'\(path)' \(why)")
        }
        let paths = group.list("Executables").map { Proof(.executable, $0) }
        let faults = paths.compactMap { path in path.kind.fault(path.id).map { fault(path.id, $0) } }
        let good = paths.filter { $0.kind.fault($0.id) == nil }
        pickers = Set(good.map(\.id))
        pickerDoubts = good.compactMap { path in path.doubt.map { fault(path.id, $0) } }
        return faults
    }

    /// The bytes of any file. Throws when it cannot be read.
    package static func contents(of path: String) throws(KeyFileFault) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, let contents = readBytes(of: file) else {
            throw KeyFileFault(path: path, reason: "cannot be read; does it exist, and may uid \(geteuid()) read it?")
        }
        return contents
    }
}

extension KeyFile {
    fileprivate static let notTheAdministrators =
        "only the administrator's own file can have it, the one in the last directory"

    fileprivate func uplinkFault(_ reason: String) -> KeyFileFault {
        fault(group: "Uplink", key: "CredentialsFor", reason)
    }
}
