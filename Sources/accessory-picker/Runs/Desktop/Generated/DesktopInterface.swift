// SPDX-License-Identifier: Apache-2.0
// Written by packaging/generate-interface from the .varlink files. Change those.

import AgentInterface
package import Varlink

/// The methods of org.accessoryd.Desktop.
package enum DesktopInterface {
    package static let name = "org.accessoryd.Desktop"
    /// All of them, in the order of the description.
    package typealias Methods = (
        Open, End
    )

    /// Opens a view of the page in the user's default browser.
    package struct Open: SingleMethod {
        package typealias Interface = DesktopInterface
        package typealias Request = OpenRequest
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Desktop.Open" }
    }

    /// Ends this picker, because another one takes over. The reply comes when the socket's place is free.
    package struct End: SingleMethod {
        package typealias Interface = DesktopInterface
        package typealias Request = Nothing
        package typealias Reply = Nothing
        package static var name: String { "org.accessoryd.Desktop.End" }
    }
}

extension Method where Self == DesktopInterface.Open {
    package static var open: Self { Self() }
}

extension Method where Self == DesktopInterface.End {
    package static var end: Self { Self() }
}

/// The parameters of `Desktop.Open`.
package struct OpenRequest: Codable, Hashable, Sendable {
    package var view: PageView

    package init(view: PageView) {
        self.view = view
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        view = try fields.value("view")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FieldName.self)
        try fields.encode(view, forKey: "view")
    }
}
