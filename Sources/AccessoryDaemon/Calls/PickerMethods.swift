// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// org.accessoryd.Picker: a picker shows a person the choice, and returns it.
extension PickerInterface.Register: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.pick) { request, replies, session in
        let updates = try await session.daemon.register(session.id, session.caller, isOwn: request.own ?? false)
        for await update in updates { try replies.send(RegisterReply(update: update)) }
        if !Task.isCancelled { throw AccessoryError(.invalidated, "this picker did not read its updates") }
        return nil
    }
}

extension PickerInterface.Select: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        let passphrase = try request.passphrase.map { text throws(AccessoryError) in
            try DescriptorFields.passphrase(text, field: "passphrase")
        }
        try await session.daemon.select(request, passphrase, by: session.caller)
    }
}

extension PickerInterface.Answer: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        try await session.daemon.answer(request, by: session.caller)
    }
}

extension PickerInterface.Cancel: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        try await session.daemon.cancel(request.presentation, request.reason, by: session.caller)
    }
}

extension PickerInterface.GetImage: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.pick) { request, session in
        ImageReply(try await session.daemon.picture(request.image))
    }
}
