// SPDX-License-Identifier: Apache-2.0

import AccessoryModel

extension BluetoothAir {
    /// One reader's progress with a link.
    struct LinkProgress: Sendable, Equatable {
        let number: Int
        let link: Result<Connection, Loss>
        var isConnected = false
    }

    /// Connects, or shares the link that is there.
    mutating func link(to address: MACAddress, at now: Duration) -> LinkProgress {
        settle(at: now)
        lastLink += 1
        do throws(Loss) {
            let connection: Connection
            if let shared = shared(with: address, at: now) {
                connection = shared
            } else {
                connection = try self.connection(to: address, at: now)
            }
            links[lastLink] = connection
            return LinkProgress(number: lastLink, link: .success(connection))
        } catch {
            return LinkProgress(number: lastLink, link: .failure(error))
        }
    }

    private func shared(with address: MACAddress, at now: Duration) -> Connection? {
        links.values.first { $0.device == device(address, at: now) && $0.loss.map { $0.at > now } ?? true }
    }

    private mutating func connection(to address: MACAddress, at now: Duration) throws(Loss) -> Connection {
        let made = try connect(to: address, at: now)
        guard !devices[made.device].isStale else { throw Self.stale(address, at: made.since) }
        let drop = devices[made.device].drops.map {
            Self.loss(at: made.since + $0, .notReached, "\(address) has broken the link")
        }
        let loss = [made.loss, drop].compactMap(\.self).min { $0.at < $1.at }
        return Connection(device: made.device, since: made.since, pace: made.pace, loss: loss)
    }

    func next(
        for progress: inout LinkProgress, at now: Duration
    ) throws(BluetoothFailure) -> Turn<GATTLinkUpdate> {
        let loss: Loss?
        switch progress.link {
        case .success(let connection):
            guard progress.isConnected else {
                guard connection.since <= now else { return .wait(until: connection.since) }
                progress.isConnected = true
                return .now(.connected(mtu: devices[connection.device].mtu))
            }
            loss = connection.loss
        case .failure(let why): loss = why
        }
        guard let loss, loss.at <= now else { return .wait(until: loss?.at) }
        throw loss.failure
    }

    /// Nobody reads it any more; the link goes with its last reader.
    mutating func leave(_ progress: LinkProgress) { links[progress.number] = nil }

    /// The link with a device that is up now.
    func openLink(with address: MACAddress, at now: Duration) throws(Loss) -> Connection {
        guard let link = shared(with: address, at: now), link.since <= now else {
            throw Self.loss(at: now, .notConnected, "there is no link to \(address)")
        }
        return link
    }
}
