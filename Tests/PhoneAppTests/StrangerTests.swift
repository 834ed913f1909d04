// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing

/// Attacks on the built programs by others on the machine and on the network.
@Suite(.timeLimit(.minutes(5))) struct StrangerTests {
    /// Opens as many connections as it gets, up to a thousand, and keeps them.
    private static let hoarder = #"""
        use IO::Socket::UNIX;
        my ($path, $report) = @ARGV;
        my @open;
        for (1 .. 1000) {
            my $socket = IO::Socket::UNIX->new(Peer => $path, Blocking => 0) or last;
            push @open, $socket;
        }
        open(my $out, '>', $report) or die;
        close($out);
        sleep 1000;
        """#

    /// Four users have a thousand connections each, and the agent 4096 descriptors.
    @Test(.enabled(if: geteuid() == 0, "only root can be several users"))
    func usersWhoHoardConnectionsLeaveTheControlSocketAlone() async throws {
        try await Agent.run(through: ["/usr/bin/prlimit", "--nofile=4096:4096"]) { agent in
            chmod(agent.directory, 0o755)
            let reports = "\(agent.directory)/reports"
            mkdir(reports, 0o777)
            chmod(reports, 0o777)
            var hoarders: [Program] = []
            for user in 65_001...65_004 {
                hoarders.append(
                    try Program(
                        "/usr/bin/setpriv",
                        [
                            "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/usr/bin/perl", "-e",
                            Self.hoarder, "\(agent.directory)/app.socket", "\(reports)/\(user)",
                        ]))
            }
            while try FileManager.default.contentsOfDirectory(atPath: reports).count < hoarders.count {
                for hoarder in hoarders { try #require(!hoarder.hasEnded) }
                try Task.checkCancellation()
                await Task.yield()
            }
            for _ in 1...20 {
                let seen = try await agent.ctl("--json", "--wait", "20", "general", "status")
                try #require(seen.contains("\"pickers\""), "\(seen)")
            }
            withExtendedLifetime(hoarders) {}
        }
    }

    @Test func nobodyForgesALineOfTheLog() async throws {
        try await Agent.run { agent in
            let name = "Porch\naccessoryd: critical: a lie\u{1B}[2J\u{9B}1m"
            for (ssid, name) in [("MyCam-0042", "Porch"), ("MyCam-0001", name)] {
                try await agent.ctl(
                    "access", "grant", "--app", "org.example.camera", "--ssid", ssid, "--name", name)
            }
            try await agent.ctl("accessory", "rename", "MyCam-0042", name)
            let log = await agent.end()
            #expect(log.contains("Porch"), "\(log)")
            #expect(!log.contains("\naccessoryd: critical"), "\(log)")
            #expect(!log.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
        }
    }

    /// Tries 200 links at the port that it is given.
    private static let guesser = #"""
        use IO::Socket::INET;
        my $host = "127.0.0.1:$ARGV[0]";
        for (1 .. 200) {
            my $socket;
            until ($socket = IO::Socket::INET->new($host)) { select(undef, undef, undef, 0.01) }
            print $socket "POST /open HTTP/1.1\r\nHost: $host\r\nOrigin: http://$host\r\n",
                "Content-Type: application/json\r\nContent-Length: 13\r\nConnection: close\r\n\r\n",
                '{"token":"x"}';
            local $/;
            die unless <$socket> =~ /^HTTP.1.1 403/;
        }
        print "done";
        """#

    @Test func wrongLinksScrollNothingOffTheTerminal() async throws {
        try await Agent.run { agent in
            let port = "\(try FreePort.next())"
            let picker = try Program(
                "accessory-picker", ["--runtime-dir", agent.directory, "--listen", "127.0.0.1:\(port)"])
            #expect(try await Program("/usr/bin/perl", ["-e", Self.guesser, port]).text() == "done")
            kill(picker.pid, SIGTERM)
            let seen = await picker.text()
            #expect(seen.contains(".localhost:\(port)/open#"), "\(seen)")
            let refused = seen.split(separator: "\n").filter { $0.contains("refused") }
            #expect((1...3).contains(refused.count), "\(refused.count) lines")
        }
    }

    /// Asks for the link's page at the port that it is given, until nobody listens there. Prints a line at its first connection.
    private static let visitor = #"""
        use IO::Socket::INET;
        my $host = "127.0.0.1:$ARGV[0]";
        my $socket;
        until ($socket = IO::Socket::INET->new($host)) { select(undef, undef, undef, 0.01) }
        syswrite STDOUT, "connected\n";
        do {
            print $socket "GET /open HTTP/1.1\r\nHost: $host\r\n\r\n";
            sysread $socket, my $answer, 100;
        } while ($socket = IO::Socket::INET->new($host));
        """#

    @Test(arguments: 1...10) func thePickerEndsInPeaceWhileStrangersAsk(round: Int) async throws {
        try await Agent.run { agent in
            let port = "\(try FreePort.next())"
            let picker = try Program(
                "accessory-picker", ["--runtime-dir", agent.directory, "--listen", "127.0.0.1:\(port)"])
            let visitors = try (0..<3).map { _ in
                try Program("/usr/bin/perl", ["-e", Self.visitor, port])
            }
            for await _ in visitors[0].lines() { break }
            kill(picker.pid, SIGTERM)
            let seen = await picker.text()
            #expect(await picker.status() == 0, "\(seen)")
            withExtendedLifetime(visitors) {}
        }
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a folder away"),
        arguments: [("theirs", "run"), ("state", "theirs"), ("link/state", "run"), ("state", "link/run")])
    func theAgentTakesNoPlaceThatIsAnothersOrToWhichAnotherLeads(state: String, runtime: String) async throws {
        try await Agent.run { agent in
            agent.crash()
            let folder = agent.directory
            mkdir("\(folder)/theirs", 0o755)
            mkdir("\(folder)/own", 0o755)
            symlink("own", "\(folder)/link")
            for name in ["theirs", "link"] { try #require(lchown("\(folder)/\(name)", 65_001, 65_001) == 0) }
            let seen = try await Program(
                "/usr/bin/timeout",
                [
                    "20", "\(Program.folder)/accessoryd", "--simulate", "\(folder)/air.conf", "--config-dir", folder,
                    "--state-dir", "\(folder)/\(state)", "--runtime-dir", "\(folder)/\(runtime)",
                ]
            ).text()
            #expect(seen.contains("is not trusted: uid 65001"), "\(seen)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/own").isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/theirs").isEmpty)
        }
    }
}
