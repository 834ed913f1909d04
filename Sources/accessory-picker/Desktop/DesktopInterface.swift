// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import Varlink

/// `org.accessoryd.Desktop`, on the desktop picker's own socket: between the programs of one user.
enum DesktopInterface {
    struct OpenRequest: Codable, Sendable {
        var view: PageView
    }

    static let name = "org.accessoryd.Desktop"
    static let open = "\(name).Open"
    static let end = "\(name).End"

    static let info = ServiceInfo(
        vendor: "accessoryd", product: "accessory-picker", version: Release.version, url: "https://varlink.org")

    static let interface = Interface(
        name: name,
        description: """
            # The graphical picker of a user's desktop.
            interface org.accessoryd.Desktop

            # Opens a view of the page in the user's default browser.
            method Open(view: (picker, accessories)) -> ()

            # Ends this picker, because another one takes over. The reply comes when the socket's place is free.
            method End() -> ()

            """)
}
