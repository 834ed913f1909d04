// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

/// The fence of a hotspot. It is ordered before the uplink is cut: once the radio is associated, the accessory and other programs
/// can talk by IPv6, and the accessory decides when it gives an address. It stands until the accessory is left.
extension Lease {
    /// The fence of the interface that is joined.
    struct FenceOrders: Sendable, Equatable {
        let interface: String
        /// The latest order has no answer yet.
        var isOpen = false
        /// The join begins with that answer.
        var isAwaited = false
        /// Another order is due after that answer, which says nothing of the present addresses.
        var isDue = false
        /// The latest answer is a fence. Until there is an address only the heartbeat renews it, or the join would wait for the
        /// kernel at each step.
        var stands = false
        /// Why the latest answer decides nothing.
        var doubt: String?
    }

    /// Orders the fence while the interface has the uplink's address still: accessory-link makes it in the moment when that goes.
    mutating func fenceFirst(on interface: String) -> [Effect] {
        guard target.fence != .off else { return [] }
        fenced = FenceOrders(interface: interface)
        return fence()
    }

    /// Makes the fence, or renews it.
    mutating func fence() -> [Effect] {
        guard let orders = fenced else { return [] }
        guard !orders.isOpen else {
            fenced?.isDue = true
            return []
        }
        return switch state {
        case .journalling, .joining, .seeking: order(orders, isEarly: true)
        case _: order(orders, isEarly: false)
        }
    }

    private mutating func order(_ orders: FenceOrders, isEarly: Bool) -> [Effect] {
        fenced?.isOpen = true
        return [.fence(interface: orders.interface, isEarly: isEarly)]
    }

    /// Makes the fence at a step of the join, unless it stands.
    mutating func fenceEarly() -> [Effect] { fenced?.isOpen == true || fenced?.stands == true ? [] : fence() }

    /// Makes the fence. If one stands while the address is awaited, accessory-link asks NetworkManager about it: the join need not
    /// wait for that answer afterwards.
    mutating func fence(at step: JoinStep) -> [Effect] {
        guard step == .addressing, let orders = fenced, orders.stands, !orders.isOpen else { return fenceEarly() }
        return order(orders, isEarly: false)
    }

    /// An order has its answer. Returns the next order if that answer is out of date.
    mutating func answered(_ standing: FenceStanding) -> [Effect]? {
        let isDue = fenced?.isDue == true
        fenced?.doubt = nil
        fenced?.isOpen = false
        fenced?.isDue = false
        fenced?.stands = standing.kind != .none
        return isDue ? fence() : nil
    }

    /// An answer before there is a link: an order that waits for the uplink to go is repeated until the fence stands.
    func waitEarly(_ standing: FenceStanding) -> [Effect] {
        standing.kind == .none && !standing.isWithoutLink ? [.start(.fence, Self.earlyFencePause)] : []
    }

    mutating func fenceIsLost() -> [Effect] {
        fenced?.stands = false
        return [.start(.fence, Self.fencePause)]
    }

    /// Nobody is let in unfenced because somebody keeps NetworkManager busy: the join waits, and fails in the end.
    mutating func waitForDecision(_ standing: FenceStanding) -> [Effect] {
        fenced?.doubt = "it can be fenced, and is not yet: \(standing.reason ?? "the reason is unknown")"
        return [.start(.fence, Self.fencePause)]
    }

    func refusal(of standing: FenceStanding) -> JoinFailure? {
        guard target.fence == .require, standing.kind == .none else { return nil }
        let why = standing.reason ?? "the reason is unknown"
        return JoinFailure(.notFenced, detail: "other programs could use it: \(why)")
    }

    /// The fence goes between the accessory and another network on its interface.
    mutating func opening(_ protection: Protection) -> [Effect] {
        defer { fenced = nil }
        return fenced == nil ? [] : [.stop(.fence), .openFence(protection)]
    }
}
