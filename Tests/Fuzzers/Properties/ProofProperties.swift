// SPDX-License-Identifier: Apache-2.0

import AccessoryRules

/// The input is a process's `/proc/PID/cgroup`.
func checkCgroup(_ input: [UInt8]) throws {
    guard let cgroup = Cgroup(input) else { return }
    try hold(Cgroup(input + [0x0A]) == cgroup, "an empty line has no effect")
    let app = cgroup.desktopApp(of: 1000)
    if let unit = cgroup.systemUnit {
        try hold(unit.hasSuffix(".service") && !unit.contains("/"), "a system unit is a service: '\(unit)'")
        try hold(app == nil, "a system unit is no user's app: '\(unit)'")
        try hold(contains(input, "/" + unit) || contains(input, "/_" + unit), "a unit is a folder: '\(unit)'")
        // The upper levels decide, whatever a process has made below them. The underscore is not part of the name.
        let below = Cgroup(Array("0::/system.slice/_\(unit)/user.slice/evil.service\n".utf8))
        try hold(below?.systemUnit == unit, "a folder below a unit does not rename it")
    }
    if let app {
        // systemd may escape each folder's name by an underscore.
        let slices = ["/user-1000.slice", "/_user-1000.slice"]
        try hold(slices.contains { contains(input, $0) }, "an app is of the user whose it is")
        try hold(cgroup.desktopApp(of: 1001) == nil, "an app is of no other user")
        try hold(!app.isEmpty && app.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }, "an app is a plain word")
    }
}

/// The input is a sandbox's `/.flatpak-info`.
func checkFlatpakInfo(_ input: [UInt8]) throws {
    guard let info = FlatpakInfo(input) else { return }
    try hold(FlatpakInfo(Array("# a comment\n".utf8) + input) == info, "a comment has no effect")
    guard let app = info.app else { return }
    try hold(FlatpakInfo.isApp(app), "an app has an app's name: '\(app)'")
    try hold(contains(input, "name=\(app)"), "the name is written there: '\(app)'")
    let second = Array("\n[Application]\nname=org.example.Other\n".utf8)
    try hold(FlatpakInfo(input + second) == nil, "two names prove nothing")
    try hold(FlatpakInfo(Array("[Application]\nname=\(app)\n".utf8)) == info, "the name alone is enough")
}

/// The input is AppArmor's label of a process.
func checkAppArmorLabel(_ input: [UInt8]) throws {
    let label = AppArmorLabel(input)
    for end in [[0], [0x0A], [0x0A, 0]] as [[UInt8]] {
        try hold(AppArmorLabel(input + end) == label, "what ends a label is not of it")
    }
    guard case .snap(let snap) = label.confinement else { return }
    try hold(snap.hasPrefix("snap.") && !snap.contains(" "), "a snap's profile: '\(snap)'")
    try hold(input.starts(with: "\(snap) (enforce)".utf8), "a snap is what the label begins with, enforced: '\(snap)'")
    try hold(AppArmorLabel(Array("\(snap) (enforce)".utf8)) == label, "a profile reads as it is written")
}

private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
}
