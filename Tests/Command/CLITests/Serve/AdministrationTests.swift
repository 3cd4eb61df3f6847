import ArgumentParser
import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import Synchronization
import Testing

@testable import PixyServe
@testable import PixyTerminal

/// The input of administration commands, and its records in the audit log, without processes.
@Suite struct AdministrationTests {
  private func settings(_ flags: [ServeSetting: String] = [:]) throws -> ServeSettings {
    try ServeSettings(
      ResolvedSettings(flagTexts: flags.mapValues { ("--flag", $0) }, environment: [:], file: nil, folder: "/"))
  }

  // runuser and su set no variable, and anybody can set SUDO_USER.
  @Test(
    arguments: [
      ("1000\n", [:], "ada"), ("1000", ["SUDO_USER": "eve"], "ada"), ("1001\n", ["SUDO_USER": "eve"], "1001"),
      ("4294967295\n", ["SUDO_USER": "ada"], "ada"), ("4294967295", ["DOAS_USER": "ada"], "ada"),
      ("4294967295", [:], "pixy-serve"), (nil, [:], "pixy-serve"), (nil, ["SUDO_USER": "ada"], "ada"),
      ("", [:], "pixy-serve"), ("-1\n", [:], "pixy-serve"),
    ] as [(String?, [String: String], String)])
  func `The person who runs a command is who logged in, through runuser and sudo`(
    _ login: String?, _ environment: [String: String], _ name: String
  ) {
    let user = CommandUser(login: login, environment: environment, process: "pixy-serve") { $0 == 1_000 ? "ada" : nil }
    #expect(user.name == name)
  }

  // RFC 8707 §2.
  @Test(arguments: ["--is-resource", "--exchange-target", "--resource"], ["api", "https://api.example/#a", "/api"])
  func `A resource that is no absolute URI is rejected`(_ option: String, _ text: String) throws {
    let arguments = ["--auth", "client_secret_basic", "--redirect-uri", "https://a.example/cb"]
    let description = try ClientDescription.parse(arguments + [option, text])
    #expect(throws: ClientDescriptionError.self) { try description.client(settings()) }
    for good in ["https://api.example", "imap://mail.example", "urn:example:api"] {
      _ = try ClientDescription.parse(arguments + [option, good]).client(settings())
    }
  }

  @Test(arguments: [
    ("2026-11-25", "2026-11-25"), ("2026-11-25T08", "2026-11-25T08"), ("2026-11-25 10:00", "2026-11-25T10:00"),
    ("2026-11-25T10:00Z", "2026-11-25T10:00"), ("2026-11-25T10:00:05.123Z", "2026-11-25T10:00:05.123"),
    ("2026-11", nil), ("2026-11-25 8", nil), ("2026-11-25T10:00+01:00", nil), ("yesterday", nil),
  ])
  func `A time for the audit log is a date, or a date and time in UTC`(_ text: String, _ beginning: String?) {
    #expect(AuditCommand.beginning(text) == beginning)
  }

  @Test(arguments: [
    ("user add ada, by root", "ada", true), ("user add ada, by root", "add", false),
    ("user add ada, by root", "user", false), ("user add ada, by root", "root", false),
    ("user change ada, changed email name, by root", "ada", true),
    ("user change ada, changed email name, by root", "name", false),
    ("user password ada king --end-grants, by root", "ada king", true),
    ("user add ada king, by root", "ada", false), ("user add x, by y, by root", "x, by y", true),
    ("grant end ada app, by root", "ada", true), ("grant end ada app, by root", "app", false),
    ("session end ada s1, by root", "ada", true), ("client add ada, by root", "ada", false),
    ("group add ada staff, by root", "ada", true), ("group add ada staff, by root", "staff", false),
    ("grant end --client app, by root", "app", false), ("user list, by root", "list", false),
    ("key rotate, by root", "root", false),
  ])
  func `A search by user finds the commands about the user only`(_ detail: String, _ user: String, _ isAbout: Bool) {
    #expect((AuditedCommand(detail: detail)?.isAbout(user: user) ?? false) == isAbout)
  }

  @Test(arguments: [
    ("client add app, by root", "app", true), ("client add app, by root", "add", false),
    ("client change app, changed scope, by root", "app", true), ("grant end ada app, by root", "app", true),
    ("grant end --client app, by root", "app", true), ("grant end ada, by root", "ada", false),
    ("user add app, by root", "app", false),
  ])
  func `A search by client finds the commands about the client only`(
    _ detail: String, _ client: String, _ isAbout: Bool
  ) {
    #expect((AuditedCommand(detail: detail)?.isAbout(client: client) ?? false) == isAbout)
  }

  @Test(arguments: ["-1", "8761"])
  func `Hours out of range are rejected with the range`(_ hours: String) {
    let error = #expect(throws: (any Error).self) {
      try ClientSecretCommand.parse(["app", "--database", "a.db", "--overlap-hours", hours])
    }
    let message = error.map { ClientSecretCommand.message(for: $0) }
    #expect(message?.contains("from 0 to 8760") == true, "\(message ?? "")")
  }

  @Test(arguments: ["correct horse\nbattery staple\n", "correct horse\r\nbattery staple", "correct horse\n\n"])
  func `A password of two lines is rejected`(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("password", text)
    let error = await #expect(throws: BadValue.self) {
      try await PasswordInput.hash(file, called: "The password", PasswordHasher())
    }
    #expect(error?.explanation.contains("more than one line") == true)
    _ = try PasswordInput.read(try folder.file("password", "correct horse\r\n"), asking: "The password")
  }

  /// Runs a command as a process would, and returns what it wrote.
  @discardableResult
  private func run<Command: ConsoleCommand>(_: Command.Type, _ arguments: [String]) async throws -> [String] {
    let lines = Mutex<[String]>([])
    let command = try Command.parse(arguments)
    let add: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    try await command.run(on: Console(result: add, say: add))
    return lines.withLock { $0 }
  }

  private func details(_ database: [String]) async throws -> [String] {
    try await run(AuditCommand.self, database).compactMap { $0.split(separator: "\t").last.map(String.init) }
  }

  @Test func `A change that removes the secret says so, and the audit log names what changed`() async throws {
    let folder = try TemporaryFolder()
    let audited = ["--database", folder.database, "--set", "audit.database_days=30"]
    let (uri, password) = ("https://shop.example/cb", try folder.file("password", "correct horse battery\n"))
    try await run(
      ClientAddCommand.self, ["--id", "shop", "--auth", "client_secret_basic", "--redirect-uri", uri] + audited)
    let named = try await run(ClientChangeCommand.self, ["shop", "--name", "Shop"] + audited)
    #expect(named == [])
    let said = try await run(ClientChangeCommand.self, ["shop", "--auth", "none"] + audited)
    #expect(said.count == 1 && said[0].contains("secret was removed"), "\(said)")
    try await run(UserAddCommand.self, ["ada", "--email", "a@b.example", "--password-file", password] + audited)
    try await run(UserChangeCommand.self, ["ada", "--name", "Ada", "--without", "email"] + audited)
    try await run(UserPasswordCommand.self, ["ada", "--password-file", password, "--end-grants"] + audited)
    let found = try await details(audited)
    for beginning in [
      "client add shop, by ", "client change shop, changed client_name, by ",
      "client change shop, changed client_secret_sha256 token_endpoint_auth_method, by ",
      "user change ada, changed email name, by ", "user password ada --end-grants, by ",
    ] { #expect(found.contains { $0.hasPrefix(beginning) }, "\(found)") }
    #expect(!found.contains { $0.contains("b.example") || $0.contains("Ada") })
  }

  @Test func `Groups are listed with their users and clients, and a misspelled one is warned of`() async throws {
    let folder = try TemporaryFolder()
    let database = ["--database", folder.database]
    let password = try folder.file("password", "correct horse battery\n")
    for name in ["ada", "bob"] { try await run(UserAddCommand.self, [name, "--password-file", password] + database) }
    #expect(try await run(GroupAddCommand.self, ["staff", "ada"] + database) == [])
    #expect(try await run(GroupAddCommand.self, ["staff", "ada"] + database) == [])
    let misspelled = try await run(GroupAddCommand.self, ["stafff", "bob"] + database)
    #expect(misspelled == ["warning: the group stafff is new. Did you mean staff?"])
    try await run(GroupRemoveCommand.self, ["stafff", "bob"] + database)
    try await run(GroupAddCommand.self, ["staff", "bob"] + database)
    let client = ["--id", "app", "--redirect-uri", "http://127.0.0.1/callback"] + database
    let added = try await run(ClientAddCommand.self, client + ["--allow-group", "staff", "--allow-group", "staf"])
    #expect(added.contains("warning: no user is in the group staf. Did you mean staff?"), "\(added)")
    #expect(try await run(GroupListCommand.self, database) == ["staf\t0 users\tapp", "staff\t2 users\tapp"])
    let json = try await run(GroupListCommand.self, database + ["--json"]).joined()
    #expect(try JSONValue(bytes: Array(json.utf8)).object?["groups"]?.array?.count == 2)
    #expect(try await run(UserListCommand.self, database).allSatisfy { $0.hasSuffix("\tin staff") })
    try await run(GroupRemoveCommand.self, ["staff", "bob"] + database)
    #expect(try await run(GroupListCommand.self, database)[1] == "staff\t1 user\tapp")
    await #expect(throws: BadValue.self) { try await run(GroupRemoveCommand.self, ["staff", "bob"] + database) }
    await #expect(throws: NotInDatabase.user("eve")) {
      try await run(GroupAddCommand.self, ["staff", "eve"] + database)
    }
  }

  @Test func `A misspelled scope of a client is warned of, with one that the server issues`() async throws {
    let folder = try TemporaryFolder()
    let client = ["--redirect-uri", "http://127.0.0.1/callback", "--scope", "openid profil", "--database"]
    let added = try await run(ClientAddCommand.self, client + [folder.database])
    #expect(added.contains("warning: the server doesn't issue these scopes: profil. Did you mean profile?"), "\(added)")
  }

  @Test func `A misspelled claim of ID tokens is warned of, and one that a scope grants isn't`() async throws {
    let folder = try TemporaryFolder()
    let client = ["--redirect-uri", "http://127.0.0.1/callback", "--scope", "openid email", "--database"]
    let added = try await run(
      ClientAddCommand.self, client + [folder.database, "--id-token-claim", "emial", "--id-token-claim", "email"])
    let warnings = added.filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 1 && warnings[0].hasSuffix("won't contain it. Did you mean email?"), "\(added)")
    #expect(warnings.first?.contains("claim emial,") == true)
  }

  // Applications such as Django's find accounts by the email address.
  @Test func `An email address that another user has is warned of`() async throws {
    let folder = try TemporaryFolder()
    let password = ["--password-file", try folder.file("password", "correct horse battery\n")]
    let database = ["--database", folder.database]
    func add(_ name: String, _ email: String) async throws -> [String] {
      try await run(UserAddCommand.self, [name, "--email", email] + password + database)
    }
    #expect(try await add("ada", "ada@example.com").count == 1)
    let warning = "warning: ada has the same email address."
    #expect(try await add("eve", "Ada@example.com").contains { $0.hasPrefix(warning) })
    #expect(try await add("bob", "bob@example.com").count == 1)
    func change(_ name: String, _ email: String) async throws -> [String] {
      try await run(UserChangeCommand.self, [name, "--email", email] + database)
    }
    #expect(try await change("bob", "b@example.com") == [])
    #expect(try await change("bob", "ada@example.com").first?.hasPrefix("warning: ") == true)
  }

  @Test func `A search of the audit log shows the names of users whose subject it has`() async throws {
    let folder = try TemporaryFolder()
    let database = ["--database", folder.database]
    let password = try folder.file("password", "correct horse battery\n")
    try await run(UserAddCommand.self, ["ada", "--password-file", password] + database)
    let subject = try #require(try await run(UserListCommand.self, database).first?.split(separator: "\t")[1])
    let record = #"{"time": "2026-11-25T09:30:00Z", "event": "tokens", "outcome": "success", "subject": "\#(subject)"}"#
    let log = try folder.file("audit.log", record + "\n")
    let found = try await run(AuditCommand.self, ["--set", "audit.file=\(log)"] + database)
    #expect(found.count == 1 && found[0].split(separator: "\t")[3] == "ada", "\(found)")
    #expect(try await run(AuditCommand.self, ["--set", "audit.file=\(log)", "--user", "ada"] + database).count == 1)
  }

  // After a restore, what happened since the backup is in the file only.
  @Test func `Records of the database and of the file are merged, and a torn line swallows no record`() async throws {
    let folder = try TemporaryFolder()
    let password = try folder.file("password", "correct horse battery\n")
    let old = #"{"event":"sign_in","outcome":"success","time":"2026-01-02T03:04:05.678Z"}"#
    let log = try folder.file("audit.log", old + "\n" + #"{"event":"sign_in","outc"#)
    let database = ["--database", folder.database, "--set", "audit.database_days=30"]
    let both = database + ["--set", "audit.file=\(log)"]
    try await run(UserAddCommand.self, ["ada", "--password-file", password] + both)
    try await run(UserAddCommand.self, ["bob", "--password-file", password] + database)
    try await run(UserAddCommand.self, ["eve", "--password-file", password] + both)
    let found = try await run(AuditCommand.self, both)
    #expect(found.filter { $0.hasPrefix("2026-01-02T03:04:05.678Z\tsign_in\tsuccess") }.count == 1)
    let added = found.compactMap { $0.firstMatch(of: /user add ([a-z]+)/)?.1 }
    #expect(added == ["ada", "bob", "eve"], "\(found)")
    #expect(found.contains("warning: lines of the audit log that are no records, and were left out: 1"), "\(found)")
    #expect(try await run(AuditCommand.self, database).count == 3)
  }

  @Test func `A search of the audit log ends with a time, which it includes`() async throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/audit.log"
    let times = ["2026-11-25T08:59:59.999Z", "2026-11-25T09:30:00Z", "2026-11-26T00:00:00Z"]
    _ = try folder.file(
      "audit.log", times.map { #"{"time": "\#($0)", "event": "sign_in", "outcome": "success"}\#n"# }.joined())
    func count(_ arguments: String...) async throws -> Int {
      try await run(AuditCommand.self, ["--set", "audit.file=\(log)"] + arguments).count
    }
    #expect(try await count("--until", "2026-11-25") == 2)
    #expect(try await count("--until", "2026-11-25T08") == 1)
    #expect(try await count("--since", "2026-11-25T09", "--until", "2026-11-26T00:00") == 2)
    #expect(try await count("--until", "2026-11-24") == 0)
    #expect(throws: (any Error).self) { try AuditCommand.parse(["--database", "a.db", "--until", "today"]) }
  }

  @Test func `A search that finds nothing names a misspelled user or outcome`() async throws {
    let folder = try TemporaryFolder()
    let audited = ["--database", folder.database, "--set", "audit.database_days=30"]
    let password = try folder.file("password", "correct horse battery\n")
    try await run(UserAddCommand.self, ["alice", "--password-file", password] + audited)
    let user = try await run(AuditCommand.self, ["--user", "allice"] + audited)
    #expect(user == ["warning: the database has no user allice. Did you mean alice?"])
    let outcome = try await run(AuditCommand.self, ["--outcome", "sucess"] + audited)
    let said = "warning: no record has the outcome sucess. Did you mean success? The records have: success."
    #expect(outcome == [said])
    #expect(try await run(AuditCommand.self, ["--client", "shop", "--user", "alice"] + audited) == [])
  }

  @Test func `Ending what users allowed needs a user or a client`() async throws {
    let folder = try TemporaryFolder()
    let database = ["--database", folder.database]
    let password = try folder.file("password", "correct horse battery\n")
    try await run(UserAddCommand.self, ["ada", "--password-file", password] + database)
    #expect(throws: (any Error).self) { try GrantEndCommand.parse(database) }
    let error = await #expect(throws: BadValue.self) {
      try await run(GrantEndCommand.self, ["--client", "shop"] + database)
    }
    #expect(error?.explanation == "Users have allowed nothing to shop.")
  }

  // An operator who gives only the database would otherwise leave no trace.
  @Test func `A command that is given only the database is recorded as the server's settings say`() async throws {
    let folder = try TemporaryFolder()
    let database = ["--database", folder.database]
    let password = try folder.file("password", "correct horse battery\n")
    try await run(UserAddCommand.self, ["ada", "--password-file", password] + database)
    await #expect(throws: SettingsError.self) { try await details(database) }
    try await run(UserListCommand.self, database + ["--set", "audit.database_days=30"])
    try await run(UserDisableCommand.self, ["ada"] + database)
    let found = try await details(database)
    #expect(found.count == 2 && found[1].hasPrefix("user disable ada, by "), "\(found)")
    // A configuration file without an audit log is a decision.
    let file = try folder.file("serve.json", "{}")
    try await run(UserEnableCommand.self, ["ada", "--config", file] + database)
    let after = try await run(AuditCommand.self, database)
    #expect(after.count == 2, "\(after)")
    let kept = try await SQLiteServerDatabase.open(path: folder.database)
    #expect(try await kept.auditDays() == 30)
  }
}
