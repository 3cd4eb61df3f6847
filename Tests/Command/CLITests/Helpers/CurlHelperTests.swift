import Foundation
import OAuthCore
import Subprocess
import Testing

@testable import PixyCLI

/// The real curl, and shells, with an account's token.
@Suite(.timeLimit(.minutes(60))) struct CurlHelperTests {
  private func json(_ outcome: CommandTests.Outcome) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(outcome.output.utf8)).object, "\(outcome.errors)")
  }

  @Test func `curl sends the token, and its input, output and exit status are its own`() async throws {
    try await SignedInHome.with { signedIn in
      let sent = try await signedIn.pixy(
        ["curl", "--", "-sS", "-d", "@-", "\(signedIn.issuer)/api/echo"], input: "a=b")
      let seen = try json(sent)
      #expect(sent.status == 0 && sent.errors.isEmpty)
      #expect(seen["scheme"] == "Bearer" && seen["method"] == "POST" && seen["body"] == "a=b")
      let failed = try await signedIn.pixy(["curl", "--", "-sSf", "\(signedIn.issuer)/api/none"])
      #expect(failed.status == 22)
    }
  }

  @Test func `curl trusts the account's authorities and shows its certificate, and later options win`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.home.changeRecord { record in
        var server = record["server"]?.object ?? [:]
        (server["trust"], server["certificate"], server["certificate-key"]) = ("/ca.pem", "/c.pem", "/k.pem")
        record["server"] = .object(server)
      }
      // A played curl that prints its arguments.
      let curl = signedIn.home.path + "/curl"
      try Data("#!/bin/sh\necho \"$@\"\n".utf8).write(to: URL(filePath: curl))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: curl)
      let path = ["PATH": signedIn.home.path + ":/usr/bin:/bin"]
      let address = "\(signedIn.issuer)/api/echo"
      let own = try await signedIn.pixy(["curl", "--", "-sS", address], path)
      #expect(own.output.hasSuffix("--cert /c.pem --key /k.pem --cacert /ca.pem -sS \(address)\n"), "\(own)")
      try await signedIn.home.changeRecord { record in
        var server = record["server"]?.object ?? [:]
        server["certificate-key"] = "env:KEY"
        record["server"] = .object(server)
      }
      let withoutFile = try await signedIn.pixy(["curl", "--", "-sS", address], path)
      #expect(withoutFile.output.hasSuffix("--cacert /ca.pem -sS \(address)\n"), "\(withoutFile)")
      #expect(!withoutFile.output.contains("--cert "), "\(withoutFile)")
      let any = try await signedIn.pixy(["curl", "--any-origin", "--", "--cacert", "/b.pem", address], path)
      #expect(any.output.hasSuffix("--cacert /ca.pem --cacert /b.pem \(address)\n"), "\(any)")
      #expect(!any.output.contains("--cert "), "\(any)")
    }
  }

  // Other clients attach the bearer token to any host.
  @Test func `The token goes to the account's origins only`() async throws {
    try await SignedInHome.with { other in
      try await SignedInHome.with { signedIn in
        let foreign = "\(other.issuer)/api/echo"
        for arguments in [
          [foreign], ["\(signedIn.issuer)/api/echo", foreign], ["-K", "file"], ["--unknown", "value"], ["example.com"],
          ["-x", other.issuer, "\(signedIn.issuer)/api/echo"],
          ["--connect-to", "::\(other.issuer.dropFirst("http://".count))", "\(signedIn.issuer)/api/echo"],
        ] {
          let outcome = try await signedIn.pixy(["curl", "--"] + arguments)
          let isOption = ["-K", "-x", "--connect-to"].contains(arguments[0])
          #expect(outcome.status == (isOption ? 64 : 1) && outcome.output.isEmpty, "\(arguments)")
        }
        // A proxy from the environment doesn't receive the token either.
        let proxied = try await signedIn.pixy(
          ["curl", "--", "-sS", "\(signedIn.issuer)/api/echo"], ["http_proxy": other.issuer])
        #expect(proxied.status == 0, "\(proxied.errors)")
        #expect(other.server.seen.isEmpty)

        // A redirect to another origin is followed without the token.
        let away = try await signedIn.pixy(["curl", "--", "-sSL", "\(signedIn.issuer)/api/away?to=\(foreign)"])
        #expect(away.status == 0)
        #expect(other.server.seen.map(\.authorization) == [nil])

        let named = try await signedIn.pixy(["curl", "--origin", other.issuer, "--", "-sS", foreign])
        let any = try await signedIn.pixy(["curl", "--any-origin", "--", "-sS", foreign])
        let token = try await signedIn.token()
        #expect(named.status == 0 && any.status == 0)
        #expect(other.server.seen.dropFirst().map(\.authorization) == ["Bearer \(token)", "Bearer \(token)"])
      }
    }
  }

  @Test func `No argument of curl has the token`() async throws {
    try await SignedInHome.with { signedIn in
      let folder = signedIn.home.path + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let script = "#!/bin/sh\nprintf '%s\\n' \"$@\"\necho ---\ncat \"$3\"\n"
      #expect(
        FileManager.default.createFile(
          atPath: folder + "/curl", contents: Data(script.utf8), attributes: [.posixPermissions: 0o755]))
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let outcome = try await signedIn.pixy(
        ["curl", "--", "\(signedIn.issuer)/api/echo"], ["PATH": "\(folder):\(path)"])
      let parts = outcome.output.split(separator: "---\n").map(String.init)
      let token = try await signedIn.token()
      try #require(parts.count == 2, "\(outcome)")
      #expect(parts[0].hasPrefix("--disable\n--config\n/dev/fd/") && !parts[0].contains(token))
      #expect(parts[1] == "header = \"Authorization: Bearer \(token)\"\n")
      let config = try await signedIn.pixy(["curl-config"])
      #expect(config.output == parts[1])
    }
  }

  // Scripts distinguish these from the program's own exit statuses.
  @Test func `A missing program has the exit status 127, and one that can't be executed 126`() async throws {
    try await SignedInHome.with { signedIn in
      let missing = try await signedIn.pixy(["run", "--", "there-is-no-such-program"])
      #expect(missing.status == 127 && missing.errors.contains("there-is-no-such-program was not found on PATH."))
      let path = try await signedIn.pixy(["run", "--", "/nowhere/program"])
      #expect(path.status == 127 && path.errors.contains("/nowhere/program was not found."))
      let file = signedIn.home.path + "/file"
      try Data("text".utf8).write(to: URL(filePath: file))
      let unfit = try await signedIn.pixy(["run", "--", file])
      #expect(unfit.status == 126 && unfit.errors.contains("Permission denied"), "\(unfit)")
      let curl = try await CommandTests.pixy(
        ["curl", "--", "\(signedIn.issuer)/api/echo"],
        environment: signedIn.home.environment.merging(["PATH": "/nowhere"]) { $1 })
      #expect(curl.status == 127 && curl.errors.contains("curl was not found"), "\(curl)")
    }
  }

  @Test(arguments: ["PATH", "IFS", "LD_PRELOAD", "BASH_ENV"])
  func `A variable that shells or the loader use is not replaced by the token`(_ name: String) async throws {
    for command in [["env", "--name", name], ["run", "--name", name, "--", "true"]] {
      let outcome = try await CommandTests.pixy(command, environment: Home.shared.environment)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("\(name) has a meaning of its own"), "\(outcome)")
    }
  }

  #if os(Linux)
  @Test func `A program inherits earlier descriptors, and no connection of pixy`() async throws {
    try await SignedInHome.with { signedIn in
      try await signedIn.home.age()
      let script =
        #"exec 7</etc/hostname; exec "$0" run -- sh -c 'for f in /proc/self/fd/*; do echo "$f $(readlink "$f")"; done; cat <&7 >&2'"#
      let outcome = try await Tools.run("sh", ["-c", script, Repository.pixy], environment: signedIn.home.environment)
      #expect(outcome.status == 0 && outcome.output.contains("fd/7 /etc/hostname"), "\(outcome)")
      #expect(!outcome.output.contains("socket:") && !outcome.output.contains("anon_inode"), "\(outcome.output)")
      #expect(!outcome.errors.isEmpty)
    }
  }
  #endif

  @Test func `A shell or a single program gets the token in a variable`() async throws {
    try await SignedInHome.with { signedIn in
      let token = try await signedIn.token()
      let line = try await signedIn.pixy(["env"])
      #expect(line.output == "export ACCESS_TOKEN=\(token)\n")
      let shell = try await Tools.run(
        "sh", ["-c", "eval \"$(\"$0\" env --name MY_TOKEN)\"; printf %s \"$MY_TOKEN\"", Repository.pixy],
        environment: signedIn.home.environment)
      #expect(shell.output == token, "\(shell.errors)")
      let program = try await signedIn.pixy(
        ["run", "--name", "T", "--", "sh", "-c", "printf %s \"$T\"; cat; exit 9"], input: " and input")
      #expect(program.output == "\(token) and input" && program.status == 9)
      #expect(try await signedIn.pixy(["env", "--name", "a b"]).status == 64)
      #expect(try await signedIn.pixy(["run"]).status == 64)
    }
  }

  @Test func `A token that is bound to a key is given to no program`() async throws {
    try await SignedInHome.with(["--dpop"]) { signedIn in
      for command in [
        ["curl", "--", "\(signedIn.issuer)/api/echo"], ["curl-config"], ["env"], ["run", "--", "true"],
        ["sasl", "xoauth2"], ["kubernetes-credential", "--token", "access"],
      ] {
        let outcome = try await signedIn.pixy(command)
        #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("pixy request"), "\(command)")
      }
    }
  }
}
