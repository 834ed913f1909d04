// SPDX-License-Identifier: Apache-2.0

import AccessoryClient
import AccessoryModel
import AgentInterface

/// The operations' requests, for both forms of each.
extension ASAccessorySession {
    static var noExtension: ASError {
        ASError(
            .extensionNotFound, message: "there are no discovery extensions on Linux; call showPicker(for:) with items")
    }

    func showPicker(_ items: [ASPickerDisplayItem], _ id: Int, _ completion: @escaping LiveSession.Completion) {
        do throws(AccessoryError) {
            // As on phones. A central already shows the app its accessories, and a migration changes them.
            guard !items.contains(where: { $0 is ASMigrationDisplayItem }) || !Centrals.exist(at: live.sockets) else {
                throw AccessoryError(
                    .invalidRequest, "the app has made a CBCentralManager; migrate its accessories before that")
            }
            live.showPicker(try ShowPickerRequest(items, pickerDisplaySettings), id, completion)
        } catch {
            live.refuse(id, ASError(error), completion)
        }
    }

    func update(_ items: [ASDiscoveredDisplayItem], _ id: Int, _ completion: @escaping LiveSession.Completion) {
        do throws(AccessoryError) {
            let request = try UpdatePickerRequest(items)
            live.call(id, completion) { try await $0.call(.updatePicker, request) }
        } catch {
            live.refuse(id, ASError(error), completion)
        }
    }

    func finishDiscovery(_ id: Int, _ completion: @escaping LiveSession.Completion) {
        live.call(id, completion) { try await $0.call(.finishPickerDiscovery) }
    }

    func finish(
        _ accessory: ASAccessory, _ settings: ASAccessorySettings, _ id: Int,
        _ completion: @escaping LiveSession.Completion
    ) {
        do throws(AccessoryError) {
            var request = FinishAuthorizationRequest(accessory: accessory.identifier)
            request.ssid = try settings.ssid.map { text throws(AccessoryError) in
                try SSID(plain: text, field: "settings.ssid").description
            }
            if let bytes = settings.bluetoothTransportBridgingIdentifier {
                guard let address = MACAddress([UInt8](bytes)) else {
                    let field = "settings.bluetoothTransportBridgingIdentifier"
                    throw AccessoryError(
                        .invalidRequest, "\(field): an address has 6 bytes, not \(bytes.count)", field: field)
                }
                request.bluetoothTransportBridgingIdentifier = address.description
            }
            live.call(id, completion) { [request] in try await $0.call(.finishAuthorization, request) }
        } catch {
            live.refuse(id, ASError(error), completion)
        }
    }

    func fail(_ accessory: ASAccessory, _ id: Int, _ completion: @escaping LiveSession.Completion) {
        let query = AccessoryQuery(accessory: accessory.identifier)
        live.call(id, completion) { try await $0.call(.failAuthorization, query) }
    }

    func update(
        _ accessory: ASAccessory, _ descriptor: ASDiscoveryDescriptor, _ id: Int,
        _ completion: @escaping LiveSession.Completion
    ) {
        do throws(AccessoryError) {
            let request = UpdateAuthorizationRequest(
                accessory: accessory.identifier, descriptor: try descriptor.fields(at: "descriptor"))
            live.call(id, completion) { _ = try await $0.call(.updateAuthorization, request) }
        } catch {
            live.refuse(id, ASError(error), completion)
        }
    }

    func remove(_ accessory: ASAccessory, _ id: Int, _ completion: @escaping LiveSession.Completion) {
        let query = AccessoryQuery(accessory: accessory.identifier)
        live.call(id, completion) { try await $0.call(.removeAccessory, query) }
    }

    func rename(
        _ accessory: ASAccessory, _ options: ASAccessory.RenameOptions, _ id: Int,
        _ completion: @escaping LiveSession.Completion
    ) {
        let request = RenameRequest(
            accessory: accessory.identifier, options: options.contains(.ssid) ? [.ssid] : nil)
        live.call(id, completion) { _ = try await $0.call(.renameAccessory, request) }
    }
}
