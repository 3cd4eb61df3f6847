import Foundation
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthLookAlikes
import Testing

/// The audit log of `pixy serve` in a file, and the command that searches it.
@Suite(.timeLimit(.minutes(60))) struct ServeAuditTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var settings: [String] { ["--database", folder.database, "--set", "audit.file=\(folder.path)/audit.log"] }

  private func signIn(_ password: String, at issuer: String) async throws {
    let transport = AsyncHTTPClientTransport()
    let server = try await AuthorizationServerMetadata.discover(try Issuer(issuer), through: transport)
    let client = OAuthClient(id: "app", server: server, transport: transport)
    let attempt = try client.authorizationAttempt(
      AuthorizationRequest(redirectURI: try RedirectURI("http://127.0.0.1:1/callback"), scope: try Scope(["profile"])))
    let answer = try await SimulatedUser(username: "ada", password: Secret(password)).visit(
      attempt.url, through: transport)
    _ = try await client.exchange(attempt.receive(AuthorizationCallback(url: answer)))
  }

  private func search(_ arguments: [String] = []) async throws -> [[String]] {
    let found = try await CommandTests.pixy(["serve", "audit"] + settings + arguments)
    #expect(found.status == 0, "\(found.errors)")
    return found.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }

  @Test func `Sign-ins and commands are in the file, and found by user, outcome and time`() async throws {
    let person = try await CommandTests.pixy(
      ["serve", "user", "add", "ada", "--subject", "ada-1"] + settings, input: "lovelace")
    #expect(person.status == 0, "\(person.errors)")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + settings)
    let missing = try await CommandTests.pixy(["serve", "client", "remove", "nobody"] + settings)
    #expect(missing.status == 1)
    _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
      try? await signIn("wrong-password", at: try said.issuer)
      try await signIn("lovelace", at: try said.issuer)
    }
    let commands = try await search(["--event", "administration"])
    #expect(commands.count == 3 && commands[0].last?.hasPrefix("user add ada, by ") == true, "\(commands)")
    #expect(commands[2][2] != "success" && commands[2].last?.hasPrefix("client remove nobody, by ") == true)
    let failed = try await search(["--user", "ada", "--outcome", "wrong_password"])
    #expect(failed.count == 1 && failed[0][1] == "sign_in" && failed[0][5] == "127.0.0.1", "\(failed)")
    let succeeded = try await search(["--user", "ada-1", "--client", "app", "--since", "2026-01-01"])
    #expect(succeeded.map { $0[1] } == ["sign_in", "sign_in", "authorization", "tokens"], "\(succeeded)")
    // Events have the name or the subject, and the command finds both.
    let named = try await search(["--user", "ada", "--client", "app", "--since", "2026-01-01"])
    #expect(named == succeeded)
    // The file may be searched on a machine without the database.
    try FileManager.default.moveItem(atPath: folder.database, toPath: folder.database + ".elsewhere")
    #expect(try await search(["--user", "ada", "--outcome", "wrong_password"]) == failed)
    #expect(try await search(["--since", "2999-01-01"]).isEmpty)
    let text = try String(contentsOfFile: folder.path + "/audit.log", encoding: .utf8)
    #expect(!text.contains("lovelace") && !text.contains("wrong-password"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/audit.log")[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `Records are kept in the database for some days, and found there`() async throws {
    let arguments = ["--database", folder.database, "--set", "audit.database_days=30"]
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + arguments, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + arguments)
    let missing = try await CommandTests.pixy(["serve", "client", "remove", "nobody"] + arguments)
    #expect(missing.status == 1)
    _ = try await ServedPixy.running(["--port", "0"] + arguments) { said in
      try? await signIn("wrong-password", at: try said.issuer)
      try await signIn("lovelace", at: try said.issuer)
    }
    let found = try await CommandTests.pixy(["serve", "audit"] + arguments)
    let events = found.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(
      events.map { $0[1] } == [
        "administration", "administration", "administration", "sign_in", "sign_in", "authorization", "tokens",
      ], "\(found.errors)")
    #expect(events[2].last?.hasPrefix("client remove nobody, by ") == true)
    #expect(!found.output.contains("lovelace"))
    let json = try await CommandTests.pixy(
      ["serve", "audit", "--json", "--outcome", "wrong_password"] + arguments)
    #expect(json.output.contains(#""address":"127.0.0.1""#), "\(json.output)")
  }

  // Tools that rotate logs rename the file and send SIGHUP or nothing.
  @Test func `After the file was moved away, records go to a new one, without addresses if that is set`() async throws {
    let arguments = settings + ["--set", "audit.without_addresses=true"]
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + arguments, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + arguments)
    let path = folder.path
    _ = try await ServedPixy.running(["--port", "0"] + arguments) { said in
      try await signIn("lovelace", at: try said.issuer)
      try FileManager.default.moveItem(atPath: path + "/audit.log", toPath: path + "/audit.log.1")
      try await signIn("lovelace", at: try said.issuer)
    }
    for file in ["/audit.log", "/audit.log.1"] {
      let text = try String(contentsOfFile: path + file, encoding: .utf8)
      #expect(text.contains(#""event":"sign_in""#) && !text.contains("127.0.0.1"), "\(text)")
    }
  }

  // In a container, standard error is collected.
  @Test func `Records go to standard error if the file is a hyphen`() async throws {
    let arguments = ["--database", folder.database, "--set", "audit.file=-"]
    let added = try await CommandTests.pixy(["serve", "user", "add", "ada"] + arguments, input: "lovelace")
    #expect(added.status == 0 && added.errors.contains(#""event":"administration""#), "\(added.errors)")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + arguments)
    let (_, said) = try await ServedPixy.running(["--port", "0"] + arguments) { said in
      try await signIn("lovelace", at: try said.issuer)
    }
    #expect(said.lines.contains { $0.hasPrefix("{") && $0.contains(#""event":"sign_in""#) }, "\(said.lines)")
  }

  @Test func `A file that can't be written ends the start, and a search needs a file`() async throws {
    let refused = try await CommandTests.pixy(
      ["serve", "--port", "0", "--database", folder.database, "--set", "audit.file=/nowhere/audit.log"])
    #expect(refused.status == 1 && refused.errors.contains("/nowhere/audit.log"), "\(refused.errors)")
    let search = try await CommandTests.pixy(["serve", "audit", "--database", folder.database])
    #expect(search.status == 1 && search.errors.contains("audit.file"), "\(search.errors)")
    let wrong = try await CommandTests.pixy(["serve", "audit"] + settings + ["--event", "x"])
    #expect(wrong.status == 64 && wrong.errors.contains("sign_in"))
  }

  // An operator whose user has left, or whose laptop was stolen.
  @Test func `A user who is disabled can't sign in until the user is enabled`() async throws {
    _ = try await CommandTests.pixy(
      ["serve", "user", "add", "ada", "--subject", "ada-1", "--group", "staff"] + settings, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + settings)
    _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
      try await signIn("lovelace", at: try said.issuer)
      let listed = try await CommandTests.pixy(["serve", "session", "list", "ada"] + settings)
      #expect(listed.output.split(separator: "\n").count == 1, "\(listed.errors)")
      let disabled = try await CommandTests.pixy(["serve", "user", "disable", "ada"] + settings)
      #expect(disabled.status == 0 && disabled.errors.contains("Sessions ended: 1"), "\(disabled.errors)")
      #expect(try await CommandTests.pixy(["serve", "session", "list", "ada"] + settings).output.isEmpty)
      await #expect(throws: (any Error).self) { try await signIn("lovelace", at: try said.issuer) }
      let users = try await CommandTests.pixy(["serve", "user", "list"] + settings)
      #expect(users.output.contains("\tdisabled\n"))
      // A change of claims keeps the lock.
      _ = try await CommandTests.pixy(["serve", "user", "change", "ada", "--name", "Ada King"] + settings)
      await #expect(throws: (any Error).self) { try await signIn("lovelace", at: try said.issuer) }
      let enabled = try await CommandTests.pixy(["serve", "user", "enable", "ada"] + settings)
      #expect(enabled.status == 0, "\(enabled.errors)")
      try await signIn("lovelace", at: try said.issuer)
    }
    #expect(try await search(["--event", "session_end", "--user", "ada-1"]).count == 1)
  }

  @Test func `A user who is locked out can sign in after an unlock`() async throws {
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + settings, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + settings)
    _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
      for _ in 0..<10 { await #expect(throws: (any Error).self) { try await signIn("wrong", at: try said.issuer) } }
      await #expect(throws: (any Error).self) { try await signIn("lovelace", at: try said.issuer) }
      let everywhere = try await CommandTests.pixy(["serve", "user", "unlock", "ada"] + settings)
      #expect(everywhere.status == 0 && everywhere.errors.contains("removed: 1"), "\(everywhere.errors)")
      await #expect(throws: (any Error).self) { try await signIn("lovelace", at: try said.issuer) }
      let address = try #require(try await search(["--outcome", "locked_out"]).first)[5]
      let here = try await CommandTests.pixy(["serve", "user", "unlock", "ada", "--address", address] + settings)
      #expect(here.status == 0 && here.errors.contains("removed: 2"), "\(here.errors)")
      try await signIn("lovelace", at: try said.issuer)
    }
    let wrong = try await CommandTests.pixy(["serve", "user", "unlock", "ada", "--address", "here"] + settings)
    #expect(wrong.status == 1 && wrong.errors.contains("203.0.113.7"))
    let unknown = try await CommandTests.pixy(["serve", "user", "unlock", "eve"] + settings)
    #expect(unknown.status == 1 && unknown.errors.contains("eve"))
  }

  @Test func `What a user allowed is listed and ended for one client or all`() async throws {
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + settings, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + settings)
    _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
      try await signIn("lovelace", at: try said.issuer)
    }
    func grants() async throws -> [[String: JSONValue]] {
      let listed = try await CommandTests.pixy(["serve", "grant", "list", "ada", "--json"] + settings)
      let all = try JSONValue(bytes: Array(listed.output.utf8.dropLast())).object?["grants"]?.array ?? []
      return all.compactMap(\.object)
    }
    #expect(try await grants().map { $0["client_id"] } == ["app"])
    let listed = try await CommandTests.pixy(["serve", "grant", "list", "ada"] + settings)
    #expect(listed.output.hasPrefix("app\t") && listed.output.contains("refresh token"), "\(listed.errors)")
    let other = try await CommandTests.pixy(["serve", "grant", "end", "ada", "--client", "other"] + settings)
    #expect(other.status == 1 && other.errors.contains("grant list"), "\(other.errors)")
    #expect(try await grants().count == 1)
    let ended = try await CommandTests.pixy(["serve", "grant", "end", "ada", "--client", "app"] + settings)
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try await grants().isEmpty)
    let commands = try await search(["--event", "administration"])
    let ends = commands.filter { $0.last?.hasPrefix("grant end ada ") == true }.map { $0[2] }
    #expect(ends == ["bad_value", "success"], "\(commands)")
    let grantEnds = try await search(["--event", "grant_end", "--user", "ada", "--client", "app"])
    #expect(grantEnds.count == 1 && grantEnds.first?.last == "an operator ended it", "\(grantEnds)")
  }

  @Test func `The grants that a new password ends are recorded with user and client`() async throws {
    let database = ["--database", folder.database, "--set", "audit.database_days=30"]
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + database, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + database)
    _ = try await ServedPixy.running(["--port", "0"] + database) { said in
      try await signIn("lovelace", at: try said.issuer)
    }
    let changed = try await CommandTests.pixy(
      ["serve", "user", "password", "ada", "--end-grants"] + database, input: "lovelace-2")
    #expect(changed.status == 0, "\(changed.errors)")
    let found = try await CommandTests.pixy(
      ["serve", "audit", "--event", "grant_end", "--user", "ada", "--client", "app"] + database)
    #expect(found.output.contains("grant_end\tsuccess\tada\tapp\t-\tan operator ended it"), "\(found)")
  }

  @Test func `One session of a user is ended by its name, and the others stay`() async throws {
    _ = try await CommandTests.pixy(["serve", "user", "add", "ada"] + settings, input: "lovelace")
    _ = try await CommandTests.pixy(
      ["serve", "client", "add", "--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + settings)
    _ = try await ServedPixy.running(["--port", "0"] + settings) { said in
      for _ in 0..<3 { try await signIn("lovelace", at: try said.issuer) }
    }
    func sessions() async throws -> [String] {
      let listed = try await CommandTests.pixy(["serve", "session", "list", "ada", "--json"] + settings)
      let all = try JSONValue(bytes: Array(listed.output.utf8.dropLast())).object?["sessions"]?.array ?? []
      return all.compactMap { $0.object?["session"]?.string }
    }
    let before = try await sessions()
    #expect(before.count == 3)
    let ended = try await CommandTests.pixy(["serve", "session", "end", "ada", "--session", before[1]] + settings)
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(Set(try await sessions()) == [before[0], before[2]])
    let again = try await CommandTests.pixy(["serve", "session", "end", "ada", "--session", before[1]] + settings)
    #expect(again.status == 1 && again.errors.contains("session list"))
    let all = try await CommandTests.pixy(["serve", "session", "end", "ada"] + settings)
    #expect(all.errors.contains("Sessions ended: 2"))
    #expect(try await sessions().isEmpty)
  }
}
