// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Testing

/// Programs of plans, as the built programs start them, from a terminal.
@Suite(.timeLimit(.minutes(5))) struct PlanProgramTests {
    /// Writes what a program sees of its starter's terminal into a given file.
    private static let probe = #"""
        open(my $out, '>', $ARGV[0]) or die;
        for my $stream (\*STDIN, \*STDOUT, \*STDERR) {
            print $out "terminal\n" if -t $stream;
            my $letter = 'x';
            print $out "typed\n" if ioctl($stream, 0x5412, $letter);
        }
        if (open(my $terminal, '+<', '/dev/tty')) {
            my $letter = 'x';
            print $out "controlling terminal\n";
            print $out "typed\n" if ioctl($terminal, 0x5412, $letter);
        }
        open(my $status, '<', '/proc/self/status') or die;
        while (<$status>) { print $out "new privileges\n" if /^NoNewPrivs:\s+0/; }
        print $out "foreign: $ENV{LANGUAGE}\n" if exists $ENV{LANGUAGE};
        print $out "done\n";
        print "\x1b[31mwritten\n";
        """#

    private static func plan(_ command: String, user: String? = nil) -> String {
        """
        [Plan]
        App=org.example.camera
        Afterwards=run
        [Accessory]
        SSID=MyCam-0042
        [Program]
        Command=\(command)
        \(user.map { "User=\($0)" } ?? "")
        [Attempts]
        Attempts=1
        GiveUpAfter=20s
        """
    }

    /// Runs the plan `porch` from a terminal of its own, and returns what is seen there.
    private func run(_ agent: Agent, _ more: String = "") async throws -> String {
        try await agent.ctl("general", "reload")
        let command =
            "LANGUAGE=x \(Program.folder)/accessoryctl --runtime-dir \(agent.directory) provision run porch "
            + "--config-dir \(agent.directory)\(more)"
        return try await Program("/usr/bin/script", ["-qec", command, "/dev/null"]).text()
    }

    @Test func seesNothingOfTheTerminalFromWhichItIsRun() async throws {
        try await Agent.run { agent in
            chmod(agent.directory, 0o755)
            try agent.write("", to: "out")
            chmod("\(agent.directory)/out", 0o666)
            try agent.write(Self.probe, to: "probe.pl")
            try agent.write(
                Self.plan(
                    "/usr/bin/perl \(agent.directory)/probe.pl \(agent.directory)/out",
                    user: geteuid() == 0 ? "nobody" : nil), to: "provision.d/porch.conf")
            let seen = try await run(agent)
            #expect(try String(contentsOfFile: "\(agent.directory)/out", encoding: .utf8) == "done\n", "\(seen)")
            #expect(seen.contains("porch | \\x1b[31mwritten") && !seen.contains("\u{1B}[31mwritten"), "\(seen)")
        }
    }

    @Test func endsWithWhoRunsItAlsoWhereThatIsKilled() async throws {
        try await Agent.run { agent in
            try agent.write(
                """
                cd \(agent.directory)
                setsid -f sh -c 'echo $$ >written; mv written left; exec sleep 1000'
                exec sleep 1000

                """, to: "script")
            try agent.write(Self.plan("/bin/sh \(agent.directory)/script"), to: "provision.d/porch.conf")
            try await agent.ctl("general", "reload")
            var left: pid_t?
            do {
                let runner = try Program(
                    "accessoryctl",
                    ["--runtime-dir", agent.directory, "provision", "run", "porch", "--config-dir", agent.directory])
                while left == nil {
                    let text = try? String(contentsOfFile: "\(agent.directory)/left", encoding: .utf8)
                    left = text.flatMap { $0.split(separator: "\n").first }.flatMap { pid_t($0) }
                    #expect(!runner.hasEnded)
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            // The program was killed. Another process ends what it left, and reports that to nobody.
            let process = try #require(left)
            while kill(process, 0) == 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// It has the plan `porch`, and wants a command of its own run for it.
    private static let impostor = #"""
        use IO::Socket::UNIX;
        my $listener = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 5) or die;
        my $link = '{"interface":"wlan0","bssid":"02:00:00:00:01:42","address":"10.0.0.2","prefixLength":24}';
        my $program = qq({"command":["/bin/touch","$ARGV[1]"],"link":$link,"ssid":"MyCam-0042"});
        my $update = qq({"plan":"porch","state":"running","isRequired":false,"program":$program});
        my $plan = '{"id":"porch","app":"org.example.camera","descriptor":{},"choose":"only","afterwards":"run",'
            . '"isRequired":false,"file":"/x","state":"pending","accessories":[],"attempts":0}';
        my %replies = (
            RunPlan => qq({"parameters":$update,"continues":true}),
            ListPlans => qq({"parameters":{"plans":[$plan]}}),
            ReloadConfiguration => '{"parameters":{"apps":[],"faults":[]}}',
        );
        while (my $socket = $listener->accept) {
            next if fork;
            $/ = "\0";
            while (my $call = <$socket>) {
                my ($method) = $call =~ /Control\.(\w+)/;
                print $socket $replies{$method} // '{"parameters":{}}', "\0";
                $socket->flush;
            }
            exit;
        }
        """#

    @Test func isNotWhatWhoPosesAsTheAgentNames() async throws {
        let folder = "/tmp/accessoryd-impostor-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/provision.d", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let path = "\(folder)/provision.d/porch.conf"
        try Data(Self.plan("/bin/touch \(folder)/named").utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
        let impostor = try Program(
            "/usr/bin/perl", ["-e", Self.impostor, "\(folder)/control.socket", "\(folder)/smuggled"])
        while !FileManager.default.fileExists(atPath: "\(folder)/control.socket") {
            try #require(!impostor.hasEnded)
            await Task.yield()
        }
        let runner = try Program(
            "accessoryctl", ["--runtime-dir", folder, "provision", "run", "porch", "--config-dir", folder])
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
        while !exists("named"), !exists("smuggled"), !runner.hasEnded {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(exists("named") && !exists("smuggled"))
    }

    @Test func isNotRunWhereOthersCanWriteThePlan() async throws {
        guard geteuid() == 0 else { return }
        try await Agent.run { agent in
            try agent.write(Self.plan("/bin/touch \(agent.directory)/run"), to: "provision.d/porch.conf")
            try await agent.ctl("general", "reload")
            chmod("\(agent.directory)/provision.d/porch.conf", 0o666)
            let seen = try await Program(
                "accessoryctl",
                ["--runtime-dir", agent.directory, "provision", "run", "porch", "--config-dir", agent.directory]
            ).text()
            #expect(!FileManager.default.fileExists(atPath: "\(agent.directory)/run"), "\(seen)")
        }
    }
}

/// Programs that were started where they cannot see what they were started with.
@Suite(.timeLimit(.minutes(5)), .enabled(if: geteuid() == 0, "only root can leave /proc out")) struct WithoutProcTests {
    @Test(arguments: ["accessoryd", "accessoryctl", "accessory-picker"])
    func endsWithAReasonWhereItCannotSeeItsArguments(name: String) async throws {
        let directory = "/tmp/accessoryd-without-proc-\(name)-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        // Even what would be refused, or would print and end, is not looked at.
        let script = """
            umount -l /proc || exit 9
            timeout 20 \(Program.folder)/\(name) --runtime-dir \(directory) --version
            echo "status $?"
            """
        let seen = try await Program("/usr/bin/unshare", ["-m", "sh", "-c", script]).text()
        #expect(seen.contains("\(name): /proc is not mounted here"), "\(seen)")
        #expect(seen.hasSuffix("status 1\n"), "\(seen)")
        #expect(!FileManager.default.fileExists(atPath: directory))
    }
}
