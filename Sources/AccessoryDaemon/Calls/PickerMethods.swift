// SPDX-License-Identifier: Apache-2.0

import AccessoryModel
import AgentInterface
import Varlink

/// org.accessoryd.Picker: a picker shows a person the choice, and returns it.
extension PickerInterface.Register: AgentMethod {
    static let answer: AgentAnswer<Self> = .stream(.pick) { request, replies, session in
        let (seat, isOwn) = (session.seat, request.own ?? false)
        let updates = try await session.daemon.withScreens {
            try $0.register(session.id, session.caller, at: seat, isOwn: isOwn)
        }
        for await update in updates { try replies.send(RegisterReply(update: update)) }
        if !Task.isCancelled { throw AccessoryError(.invalidated, "this picker did not read its updates") }
        return nil
    }
}

extension PickerInterface.Select: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        let passphrase = try request.passphrase.read(DescriptorFields.passphrase, field: "passphrase")
        let seat = session.seat
        try await session.daemon.withScreens { try $0.select(request, passphrase, by: session.caller, at: seat) }
    }
}

extension PickerInterface.Answer: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        let seat = session.seat
        try await session.daemon.withScreens { try $0.answer(request, by: session.caller, at: seat) }
    }
}

extension PickerInterface.Cancel: AgentMethod {
    static let answer: AgentAnswer<Self> = .action(.pick) { request, session in
        let seat = session.seat
        try await session.daemon.withScreens { try $0.cancel(request, by: session.caller, at: seat) }
    }
}

extension PickerInterface.GetImage: AgentMethod {
    static let answer: AgentAnswer<Self> = .one(.pick) { request, session in
        ImageReply(try await session.daemon.picture(request.image))
    }
}

extension Session {
    /// Of the person that the caller works for.
    fileprivate var seat: String? { daemon.settings.seat(caller.identity) }
}
