// SPDX-License-Identifier: Apache-2.0

/// What the program was called with.
struct Options {
    /// What the names of the app's accessories begin with; its manifest has to allow it.
    var prefix = "MyCam-"
    /// What the picker calls one that is new.
    var name = "Camera"
    /// The app looks at what was chosen before it takes it.
    var confirms = false
    /// The picker asks for a name.
    var renames = false
    /// It stays at the accessory until there is a line on its input.
    var stays = false

    struct Wrong: Error { let text: String }

    static let usage = """
        usage: camera-viewer [--prefix PREFIX] [--name NAME] [--confirm] [--rename] [--stay]

        Looks at a camera. The first time it is set up: the picker shows what is called PREFIX... (MyCam-), and somebody
        chooses. Every time its hotspot is joined, its page is fetched, and the earlier network comes back.

          --confirm   look at the camera before it is the app's: Enter takes it, an SSID takes it under that name, and
                      'no' gives it up
          --rename    the picker asks for a name
          --stay      stay at the camera until Enter

        Exit status: 0 done; 1 something failed; 2 wrong use; 3 nobody chose; 4 the hotspot could not be joined, or was
        lost; 5 the camera does not answer.
        """

    /// Nil when only the usage is asked for.
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
            case let other: throw Wrong(text: "no option \(other); --help tells which there are")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else { throw Wrong(text: "\(option) needs a value") }
        return value
    }
}
