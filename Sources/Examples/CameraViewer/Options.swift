// SPDX-License-Identifier: Apache-2.0

/// The program's options.
struct Options {
    /// The beginning of the accessories' names; the app's manifest must allow it.
    var prefix = "MyCam-"
    /// The picker's name for a new one.
    var name = "Camera"
    /// The app looks at the choice before it accepts it.
    var confirms = false
    /// The picker asks for a name.
    var renames = false
    /// It stays joined until a line comes on its input.
    var stays = false

    struct Wrong: Error { let text: String }

    static let usage = """
        usage: camera-viewer [--prefix PREFIX] [--name NAME] [--confirm] [--rename] [--stay]

        Looks at a camera. The first time it is set up: the picker shows what is called PREFIX... (MyCam-), and somebody
        chooses. Every time its hotspot is joined, its page is fetched, and the earlier network comes back.

          --confirm   look at the camera before it is the app's: Enter takes it, an SSID takes it under that name, and
                      'no' gives it up; after a minute it is taken
          --rename    the picker asks for a name
          --stay      stay at the camera until Enter

        Exit status: 0 done; 1 something failed; 2 wrong use; 3 nobody chose; 4 the hotspot could not be joined, or was
        lost; 5 the camera does not answer.
        """

    /// Nil if only the usage was requested.
    init?(_ arguments: [String]) throws(Wrong) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--prefix": prefix = try Self.value(of: option, &rest)
            case "--name": name = try Self.value(of: option, &rest)
            case "--confirm": confirms = true
            case "--rename": renames = true
            case "--stay": stays = true
            case "--help", "-h": return nil
            case let other: throw Wrong(text: "no option \(other); --help lists the options")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else { throw Wrong(text: "\(option) needs a value") }
        return value
    }
}
