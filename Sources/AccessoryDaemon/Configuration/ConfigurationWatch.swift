// SPDX-License-Identifier: Apache-2.0

import Glibc
import Varlink

/// Reports that configuration files have changed and come to rest. It does not watch the targets of links.
struct ConfigurationWatch: Sendable {
    /// How long nothing may change before the agent reads the files. An editor or a package's upgrade may remove a file
    /// and put another in its place; the agent must not see the gap.
    static let settleTime = Duration.milliseconds(500)

    /// The names that matter in a watched folder.
    struct Interest {
        var names: Set<String> = []
        var everyFile = false

        func covers(_ name: String) -> Bool { names.contains(name) || (everyFile && name.hasSuffix(".conf")) }
    }

    private enum News {
        case heard([Inotify.Event])
        /// Time has passed since the change with this number.
        case settled(Int)
    }

    private let directories: [String]
    private let settleTime: Duration
    private let news: AsyncStream<News>
    private let send: AsyncStream<News>.Continuation
    private let inotify: Inotify?
    private var folders: [Inotify.Folder: Interest] = [:]
    /// Why nothing is watched.
    let failure: SocketError?

    /// Watches from now on. A caller that reads the files after this misses no change.
    init(_ directories: [String], settleTime: Duration) {
        self.directories = directories
        self.settleTime = settleTime
        let (news, send) = AsyncStream<News>.makeStream()
        self.news = news
        self.send = send
        do throws(SocketError) {
            inotify = try Inotify { send.yield(.heard($0)) }
            failure = nil
        } catch {
            inotify = nil
            failure = error
        }
        arm()
    }

    /// Calls `changed` after every change, once nothing has happened for a while, until the task is cancelled.
    func run(clock: any Clock<Duration>, changed: @escaping @Sendable () async -> Void) async {
        var watch = self
        var changes = 0
        await withDiscardingTaskGroup { group in
            for await news in news {
                switch news {
                case .heard(let events):
                    guard events.contains(where: watch.concerns) else { continue }
                    changes += 1
                    group.addTask { [changes, send, settleTime] in
                        try? await clock.sleep(for: settleTime)
                        send.yield(.settled(changes))
                    }
                case .settled(let change):
                    guard change == changes else { continue }
                    // First, so that no change is missed while the files are read.
                    watch.arm()
                    await changed()
                }
            }
        }
    }

    private func concerns(_ event: Inotify.Event) -> Bool {
        if event.has(IN_Q_OVERFLOW) { return true }
        guard let interest = folders[event.folder], !event.has(IN_IGNORED) else { return false }
        return event.name.map(interest.covers) ?? true
    }

    private static let moves = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    private static let changes = moves | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB

    /// Watches the folders that exist now, and the nearest parents of the others.
    private mutating func arm() {
        guard let inotify else { return }
        let old = folders.keys
        folders = [:]
        for directory in directories {
            let settings = Interest(names: ["accessoryd.conf", "apps.d", "provision.d"])
            watch(directory, settings, Self.changes, inotify)
            watch(directory + "/apps.d", Interest(everyFile: true), Self.changes, inotify)
            watch(directory + "/provision.d", Interest(everyFile: true), Self.changes, inotify)
        }
        for folder in old where folders[folder] == nil { inotify.remove(folder) }
    }

    private mutating func watch(_ path: String, _ interest: Interest, _ mask: Int32, _ inotify: Inotify) {
        if add(path, interest, mask, inotify) { return }
        let steps = path.split(separator: "/")
        guard let name = steps.last, path != "." else { return }
        let parent = (path.hasPrefix("/") ? "/" : steps.count == 1 ? "." : "") + steps.dropLast().joined(separator: "/")
        watch(parent, Interest(names: [String(name)]), Self.moves, inotify)
        // The folder may have been made at this very moment.
        _ = add(path, interest, mask, inotify)
    }

    private mutating func add(_ path: String, _ interest: Interest, _ mask: Int32, _ inotify: Inotify) -> Bool {
        guard let folder = inotify.add(path, mask) else { return false }
        folders[folder, default: Interest()].names.formUnion(interest.names)
        if interest.everyFile { folders[folder, default: Interest()].everyFile = true }
        return true
    }
}
