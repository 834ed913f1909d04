// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension Section {
    func presence() throws(KeyFileFault) -> Presence {
        var presence = Presence()
        presence.appears = try duration("Appears") ?? .zero
        presence.goes = try duration("Goes")
        if let goes = presence.goes, goes <= presence.appears {
            throw fault("Goes", "it goes before it appears (\(presence.appears))")
        }
        presence.returns = try duration("Returns")
        if let returns = presence.returns {
            guard let goes = presence.goes else {
                throw fault("Returns", "it is there all the time; set Goes as well")
            }
            guard returns > goes else { throw fault("Returns", "it returns before it goes (\(goes))") }
        }
        return presence
    }
}
