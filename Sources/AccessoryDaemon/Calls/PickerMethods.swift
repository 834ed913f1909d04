// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// org.accessoryd.Picker: a picker shows a person the choice, and returns it.
extension Session {
    func serve(_ method: PickerMethod, _ call: Call) async throws {
        switch method {
        case .register:
            let request = try call.parameters(as: RegisterRequest.self)
            for await update in try await daemon.register(id, caller, isOwn: request.own ?? false) {
                try connection.reply(to: call, RegisterReply(update: update), continues: true)
            }
            if !Task.isCancelled { throw AccessoryError(.invalidated, "this picker did not read its updates") }
        case .select:
            let request = try call.parameters(as: SelectRequest.self)
            let passphrase = try request.passphrase.map { text throws(AccessoryError) in
                try DescriptorFields.passphrase(text, field: "passphrase")
            }
            try await daemon.select(request, passphrase, by: caller)
            try connection.reply(to: call)
        case .answer:
            try await daemon.answer(try call.parameters(as: AnswerRequest.self), by: caller)
            try connection.reply(to: call)
        case .cancel:
            let request = try call.parameters(as: CancelRequest.self)
            try await daemon.cancel(request.presentation, request.reason, by: caller)
            try connection.reply(to: call)
        case .getImage:
            let query = try call.parameters(as: ImageQuery.self)
            try connection.reply(to: call, ImageReply(try await daemon.picture(query.image)))
        }
    }
}
