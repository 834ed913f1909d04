// SPDX-License-Identifier: Apache-2.0

package import AccessoryModel

/// What Avahi and the kernel see of the home network.
extension NetworkManager: Neighbourhood {
    private static let avahi = "org.freedesktop.Avahi"
    private static let server = "\(avahi).Server2"

    package func sightings(_ request: NeighbourhoodRequest) async -> AsyncStream<HomeSighting> {
        let (stream, send) = AsyncStream.makeStream(
            of: HomeSighting.self, bufferingPolicy: .bufferingOldest(HomeWatch.mostWaiting))
        lastHomeWatch += 1
        let id = lastHomeWatch
        let watch = HomeWatch(request, send)
        homeWatches[id] = watch
        send.onTermination = { [executor] _ in
            executor.perform { self.assumeIsolated { $0.homeWatches[id] = nil } }
        }
        do throws(BusFault) {
            let wake: @Sendable () -> Void = { self.assumeIsolated { $0.homeWatches[id]?.table?.read() } }
            watch.table = try NeighbourTable(wake: wake) { [weak watch] in watch?.notify($0) }
        } catch {
            watch.notify(.unavailable(.neighbours, reason: error.message))
        }
        if bootTime() < avahiIsLeftOutUntil {
            watch.notify(
                .unavailable(
                    .announcements, reason: "accessoryd leaves Avahi out for now, because it died again and again"))
        } else {
            await connectToAvahi(id)
        }
        return stream
    }

    package func place(of address: String, seenOn interface: String?, home: String?) async -> AddressPlace {
        // On a cable, or where the network is not known, an address that was not seen is looked for where the Internet is.
        let home = home ?? client?.primaryInterface
        guard interface != nil || home != nil else { return .elsewhere }
        return OnLink.now(routers: client?.routers() ?? []).place(of: address, seenOn: interface, home: home)
    }

    private func connectToAvahi(_ id: Int) async {
        let unavailable: @Sendable (String) -> Void = { reason in
            self.assumeIsolated { $0.homeWatches[id]?.notify(.unavailable(.announcements, reason: reason)) }
        }
        do {
            let closed: @Sendable () -> Void = { [executor] in
                executor.perform { unavailable("the system bus is gone") }
            }
            let bus = try await DirectBus.at(address, on: executor, closed: closed)
            guard let watch = homeWatches[id] else { return }
            watch.bus = bus
            watch.owner = bus.watch(Self.avahi) { owner in
                self.assumeIsolated { $0.avahi(.owned(owner != nil), id) }
            }
        } catch {
            unavailable("there is no system bus: \(error)")
        }
    }

    private func avahi(_ event: AvahiBrowse.Event, _ id: Int) {
        guard let watch = homeWatches[id] else { return }
        for effect in watch.browse.receive(event) {
            switch effect {
            case .prepare(let object): prepare(object, watch, id)
            case .start(let object, let path): start(object, path, watch, id)
            case .free(let object, let path):
                watch.signals[object] = nil
                watch.bus?.call(Self.avahi, path, Self.interface(of: object), "Free", []) { _ in }
            case .forgetAll: watch.signals = [:]
            case .notify(let sighting): watch.notify(sighting)
            }
        }
    }

    private static func interface(of object: AvahiBrowse.Object) -> String {
        switch object {
        case .browser: "\(avahi).ServiceBrowser"
        case .resolver: "\(avahi).ServiceResolver"
        }
    }

    /// AVAHI_IF_UNSPEC, and AVAHI_PROTO_UNSPEC: a service that is announced over both protocols comes twice.
    private func prepare(_ object: AvahiBrowse.Object, _ watch: HomeWatch, _ id: Int) {
        let (method, arguments): (String, [Variant]) =
            switch object {
            case .browser(let type):
                ("ServiceBrowserPrepare", [.int(-1), .int(-1), .string(type), .string("local"), .uint(0)])
            case .resolver(let item): ("ServiceResolverPrepare", item.question)
            }
        watch.bus?.call(Self.avahi, "/", Self.server, method, arguments) { answer in
            self.assumeIsolated { radio in
                switch answer {
                case .success(let members): radio.avahi(.prepared(object, path: members.first?.text), id)
                case .failure(let fault): radio.avahi(.prepared(object, path: nil, reason: fault.message), id)
                }
            }
        }
    }

    private func start(_ object: AvahiBrowse.Object, _ path: String, _ watch: HomeWatch, _ id: Int) {
        guard let bus = watch.bus else { return }
        let interface = Self.interface(of: object)
        func follow(_ member: String, _ event: @escaping @Sendable ([Variant]) -> AvahiBrowse.Event?) {
            let signal = bus.subscribe(Self.avahi, path, interface, member) { members in
                self.assumeIsolated { if let event = event(members) { $0.avahi(event, id) } }
            }
            watch.signals[object, default: []].append(signal)
        }
        switch object {
        case .browser:
            follow("ItemNew") { AvahiItem($0).map { .added($0) } }
            follow("ItemRemove") { AvahiItem($0).map { .removed($0) } }
        case .resolver(let item):
            follow("Found") { members in
                // An interface may be gone by now.
                let name = NeighbourTable.name(of: Int(item.interface))
                return .found(item, name.flatMap { item.announcement(found: members, on: $0) })
            }
            follow("Failure") { _ in .failed(item) }
        }
        bus.call(Self.avahi, path, interface, "Start", []) { _ in }
    }
}
