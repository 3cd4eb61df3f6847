import ArgumentParser
import Evidence
import Foundation
import JOSE
import Logging
import OAuthCore
import OAuthServer
import Testing

@testable import PixyConnection
@testable import PixyServe
@testable import PixyTerminal

/// The settings from flags, environment variables and a configuration file, and their precedence.
@Suite struct ServeSettingsTests {
  private func resolved(
    flags: [ServeSetting: String] = [:], environment: [String: String] = [:], file: String? = nil
  ) throws -> ResolvedSettings {
    try ResolvedSettings(
      flagTexts: flags.mapValues { ("--flag", $0) }, environment: environment,
      file: file.map { text throws(SettingsError) in
        try SettingsFile(path: "/etc/pixy/serve.json", bytes: Array(text.utf8))
      }, folder: "/home/ada")
  }

  private func settings(
    flags: [ServeSetting: String] = [:], environment: [String: String] = [:], file: String? = nil
  ) throws -> ServeSettings {
    try ServeSettings(try resolved(flags: flags, environment: environment, file: file))
  }

  @Test func `Flags win, and variables and the file complete each other`() throws {
    let file = #"{"port": 1, "lifetimes": {"access_token": 10, "id_token": 11}}"#
    #expect(try settings().port == 8_414)
    #expect(try settings(file: file).port == 1)
    #expect(try settings(environment: ["PIXY_SERVE_PORT": "2"]).port == 2)
    let all = try settings(flags: [ServeSetting(\.port): "3"], environment: ["PIXY_SERVE_PORT": "2"], file: file)
    #expect(all.port == 3)
    #expect(all.lifetimes.accessToken == .seconds(10) && all.lifetimes.idToken == .seconds(11))
    #expect(all.lifetimes.authorizationCode == TokenLifetimes().authorizationCode)
    let one = try settings(environment: ["PIXY_SERVE_LIFETIMES_REFRESH_TOKEN": "99"], file: file)
    #expect(one.lifetimes.accessToken == .seconds(10) && one.lifetimes.refreshToken == .seconds(99))
  }

  // The variables of a unit won over the file that its operator had changed, and over nothing in the
  // commands that they ran.
  @Test func `A variable that contradicts the file is refused with both names, and without values`() throws {
    let file = #"{"port": 1001, "database": "mine.db", "scopes": ["openid", "a"]}"#
    let error = #expect(throws: SettingsError.self) {
      try settings(
        environment: ["PIXY_SERVE_PORT": "1002", "PIXY_SERVE_DATABASE": "/secret.db", "PIXY_SERVE_SCOPES": "openid a"],
        file: file)
    }
    #expect(error?.code == "settings_conflict")
    #expect(
      error?.explanation == """
        database in /etc/pixy/serve.json has another value than the environment variable PIXY_SERVE_DATABASE. port in \
        /etc/pixy/serve.json has another value than the environment variable PIXY_SERVE_PORT.
        """)
    let same = try settings(
      environment: ["PIXY_SERVE_PORT": "1001", "PIXY_SERVE_DATABASE": "/etc/pixy/mine.db"], file: file)
    #expect(same.port == 1001)
    let decided = try settings(
      flags: [ServeSetting(\.port): "3"], environment: ["PIXY_SERVE_PORT": "1002"], file: file)
    #expect(decided.port == 3)
  }

  // Clients lose answers on every network, not only in a failover.
  @Test(arguments: [
    (#"{}"#, 0), (#"{"database": "/var/lib/pixy.db"}"#, 30), (#"{"database": "postgresql://pixy@127.0.0.1/pixy"}"#, 30),
    (#"{"database": "/var/lib/pixy.db", "lifetimes": {"refresh_token_leeway": 0}}"#, 0),
  ])
  func `A server with a database answers a spent refresh token for half a minute`(_ file: String, seconds: Int) throws {
    #expect(try settings(file: file).lifetimes.refreshTokenLeeway == .seconds(seconds))
  }

  @Test func `Variables that Kubernetes sets for a Service of the same name are ignored`() throws {
    let settings = try settings(environment: [
      "PIXY_SERVE_SERVICE_HOST": "10.0.0.1", "PIXY_SERVE_SERVICE_PORT": "8414", "PIXY_SERVE_SERVICE_PORT_HTTP": "8414",
      "PIXY_SERVE_PORT": "tcp://10.0.0.1:8414", "PIXY_SERVE_PORT_8414_TCP": "tcp://10.0.0.1:8414",
      "PIXY_SERVE_PORT_8414_TCP_ADDR": "10.0.0.1",
    ])
    #expect(settings.port == 8_414)
    #expect(throws: SettingsError.self) { try self.settings(environment: ["PIXY_SERVE_PORTS": "1"]) }
    #expect(throws: SettingsError.self) { try self.settings(environment: ["PIXY_SERVE_PORT": "http"]) }
  }

  @Test func `The source of each value is printed, and no secret`() throws {
    let lines = try resolved(
      flags: [ServeSetting(\.host): "::1"],
      environment: ["PIXY_SERVE_SCOPES": "openid a", "PIXY_SERVE_SEAL_KEY": "secret-key"],
      file: #"{"tls": {"key": "key.pem"}}"#
    ).lines
    #expect(lines.contains(#"host: "::1" (--flag)"#))
    #expect(lines.contains(#"scopes: ["openid","a"] (the environment variable PIXY_SERVE_SCOPES)"#))
    #expect(lines.contains(#"tls.key: "/etc/pixy/key.pem" (tls.key in /etc/pixy/serve.json)"#))
    #expect(lines.contains("lifetimes.authorization_code: 60 (default)"))
    #expect(lines.contains("issuer: not set"))
    #expect(lines.count == ServeSetting.all.count + 1)
    #expect(!lines.contains { $0.contains("secret-key") })
  }

  // Some tools silently ignore a misspelt setting.
  @Test(arguments: [
    (#"{"prot": 1}"#, "prot"), (#"{"tls": {"cert": "x"}}"#, "tls.cert"), (#"{"tls.key": "x"}"#, "tls.key"),
    (#"{"tls": {}, "lifetimes": {"a": {"b": 1}}}"#, "lifetimes.a"),
  ])
  func `An unknown member is rejected by its path`(_ file: String, _ path: String) throws {
    #expect(throws: SettingsError.unknown(.file(path: "/etc/pixy/serve.json", member: path))) {
      try settings(file: file)
    }
  }

  @Test(arguments: [(#"{"log": "json"}"#, "log", "log.format"), (#"{"tls": true}"#, "tls", "tls.key")])
  func `A value in the place of a group is rejected, with the group's settings`(
    _ file: String, _ group: String, _ setting: String
  ) throws {
    let error = #expect(throws: SettingsError.self) { try settings(file: file) }
    let variable = "PIXY_SERVE_" + group.uppercased()
    let other = #expect(throws: SettingsError.self) { try settings(environment: [variable: "x"]) }
    #expect(error?.explanation == "\(group) in /etc/pixy/serve.json is a group of settings, and has no value itself.")
    #expect(other?.explanation.contains("\(variable) is a group") == true)
    for error in [error, other] {
      #expect(error?.code == "setting_is_group" && error?.remedy.contains(setting) == true)
    }
  }

  @Test func `A misspelt setting gets a suggestion in the file, in a variable and with --set`() throws {
    let ofFile = #expect(throws: SettingsError.self) { try settings(file: #"{"lifetimes": {"acces_token": 1}}"#) }
    #expect(ofFile?.remedy.hasPrefix("Did you mean lifetimes.access_token? `man pixy-serve.json`") == true)
    let ofVariable = #expect(throws: SettingsError.self) { try settings(environment: ["PIXY_SERVE_PROT": "1"]) }
    #expect(ofVariable?.remedy.hasPrefix("Did you mean PIXY_SERVE_PORT? ") == true)
    func said(_ pair: String) throws -> String {
      let options = try SettingsOptions.parse(["--set", "port=1"])
      #expect(try options.flags().count == 1)
      var wrong = options
      wrong.others = [pair]
      return #expect(throws: ValidationError.self) { try wrong.flags() }?.message ?? ""
    }
    #expect(
      try said("lifetimes.acces_token=1").contains(
        "no setting lifetimes.acces_token. Did you mean lifetimes.access_token? "))
    #expect(try said("nonsense=1").contains("no setting nonsense. `man pixy-serve.json`"))
    #expect(try said("log=json").contains("log is a group of settings. Set one of log.format"))
    #expect(try said("port").contains("name=value"))
  }

  // A setting without effect may be one that its operator relies on.
  @Test(arguments: [
    #"{"audit": {"database_days": 30}}"#, #"{"seal_key_file": "key"}"#, #"{"former_seal_key_file": "key"}"#,
    #"{"clock_tolerance": 60}"#,
  ])
  func `A setting of the database is rejected without a database`(_ file: String) throws {
    let error = #expect(throws: SettingsError.self) { try settings(file: file) }
    #expect(error?.code == "setting_missing" && error?.explanation.contains("database is missing.") == true)
    _ = try settings(environment: ["PIXY_SERVE_DATABASE": "pixy.db"], file: file)
  }

  @Test func `An unknown variable with our prefix is rejected, and others are ignored`() throws {
    #expect(throws: SettingsError.unknown(.variable("PIXY_SERVE_PROT"))) {
      try settings(environment: ["PIXY_SERVE_PROT": "1"])
    }
    #expect(try settings(environment: ["PIXY_OTHER": "1", "PATH": "/bin", "PIXY_SERVE_CONFIG": "x"]).port == 8_414)
  }

  @Test(arguments: [
    #"{"port": "80"}"#, #"{"port": 65536}"#, #"{"port": 1.5}"#, #"{"host": ""}"#, #"{"host": null}"#,
    #"{"scopes": "openid"}"#, #"{"scopes": ["a b"]}"#, #"{"registration": {"open": "true"}}"#,
    #"{"log": {"format": "xml"}}"#, #"{"lifetimes": {"authorization_code": 601}}"#, #"{"issuer": "http://a.example"}"#,
    #"{"issuer": "https://a.example?x"}"#, #"{"trusted_proxies": ["proxy.example"]}"#,
    #"{"registration": {"grants": ["password"]}}"#, #"{"trusted_issuers": [{"issuer": "a", "scope": "b"}]}"#,
    #"{"trusted_issuers": [{"issuer": "a", "scope": "b", "jwks_uri": "https://a.example", "x": 1}]}"#,
    #"{"clients": [{}]}"#, #"{"clients": [{"client_id": "a"}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uri": ["https://a.example"]}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "client_secret_file": "s", "token_endpoint_auth_method": "none"}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "token_endpoint_auth_method": "client_secret_basic"}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "client_secret": "paseto"}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"]}, {"client_id": "a", "redirect_uris": ["https://b.example"]}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "scope": "openid profil"}]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "follows_fapi2": true}]}"#,
    #"{"users": [{"username": "a"}]}"#, #"{"users": [{"password_file": "a"}]}"#,
    #"{"users": [{"username": "", "password_file": "a"}]}"#,
    #"{"users": [{"username": "a", "password": "paseto", "password_file": "a"}]}"#,
    #"{"users": [{"username": "a", "password_file": "a", "shoe_size": 9}]}"#,
    #"{"users": [{"username": "a", "password_file": "a", "subject": "a b"}]}"#,
    #"{"users": [{"username": "a", "password_file": "a", "email_verified": true}]}"#,
    #"{"users": [{"username": "a", "password_file": "a", "picture": "a.png"}]}"#, #"{"resources": ["api"]}"#,
    #"{"clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "resources": ["https://b.example/#f"]}]}"#,
    #"{"users": [{"username": "a", "password_file": "a"}, {"username": "a", "password_file": "b", "subject": "b"}]}"#,
    #"{"users": [{"username": "a", "password_file": "a", "subject": "b"}, {"username": "b", "password_file": "b", "subject": "b"}]}"#,
    #"{"client_assertions": "any"}"#, #"{"registration": {"open": true, "private_use_schemes": ["https"]}}"#,
    #"{"registration": {"open": true, "private_use_schemes": ["Cursor"]}}"#,
    #"{"registration": {"open": true, "private_use_schemes": ["javascript"]}}"#,
    #"{"require_client_authentication": true, "clients": [{"client_id": "a", "redirect_uris": ["https://a.example"]}]}"#,
    #"{"id_token_algorithm": "HS256"}"#, #"{"access_token_format": "paseto"}"#, #"{"trusted_issuers": ["a"]}"#,
    #"{"identity_assertions": ["a"]}"#, #"{"identity_assertions": [{"client": "a", "audience": "https://b.example"}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "b", "scope": "c"}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c", "x": 1}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c", "client_id": ""}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c", "aud_tenant": 1}]}"#,
    #"{"trusted_issuers": [{"issuer": "a", "scope": "b", "jwks_uri": "https://a.example", "tenant": ""}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c", "resources": "https://b.example"}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c", "resources": ["/b"]}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c"}], "clients": [{"client_id": "a", "redirect_uris": ["https://a.example"], "grant_types": ["authorization_code", "token-exchange"]}]}"#,
    #"{"issuer": "https://b.example", "identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c"}]}"#,
    #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c"}, {"client": "a", "audience": "https://b.example", "scope": "d"}]}"#,
  ])
  func `An invalid value is rejected, and not repeated`(_ file: String) throws {
    do {
      _ = try settings(file: file)
      Issue.record("taken")
    } catch let error as SettingsError {
      guard case .invalid(.file("/etc/pixy/serve.json", _), _) = error else {
        Issue.record("\(error)")
        return
      }
      for value in ["paseto", "HS256", "proxy.example", "601"] { #expect(!error.description.contains(value)) }
    }
  }

  @Test(arguments: ["", "[]", "{", #"{"port": 1, "port": 2}"#, #"{"port": 1} x"#])
  func `A file that is not a JSON object, or has a member twice, is rejected`(_ file: String) throws {
    #expect {
      try settings(file: file)
    } throws: { error in
      if case SettingsError.fileNotJSON(path: "/etc/pixy/serve.json", _) = error { true } else { false }
    }
  }

  @Test func `The place of a syntax error is reported`() throws {
    let error = #expect(throws: SettingsError.self) {
      try settings(file: "{\n  \"port\": 1\n  \"host\": \"::1\"\n}\n")
    }
    #expect(error?.explanation.hasSuffix("The text is not JSON (RFC 8259). Reading ended at line 3, column 3.") == true)
  }

  @Test func `Relative paths start in the folder of their source`() throws {
    #expect(try settings(file: #"{"database": "a.db"}"#).database == "/etc/pixy/a.db")
    #expect(try settings(environment: ["PIXY_SERVE_DATABASE": "a.db"]).database == "/home/ada/a.db")
    #expect(try settings(flags: [ServeSetting(\.database): "/a.db"]).database == "/a.db")
  }

  @Test func `Contradicting settings are rejected`() throws {
    for file in [
      #"{"tls": {"key": "a"}}"#, #"{"tls": {"certificate": "a"}}"#,
      #"{"port": 80, "state_port": 80}"#,
      #"{"state_host": "0.0.0.0"}"#, #"{"host": "::1", "port": 80, "state_port": 80, "state_host": "::1"}"#,
    ] {
      #expect(throws: SettingsError.self) { try settings(file: file) }
    }
    #expect(try settings(file: #"{"host": "::1", "port": 80, "state_port": 80}"#).stateHost == "127.0.0.1")
    #expect(throws: SettingsError.self) {
      try settings(environment: ["PIXY_SERVE_SEAL_KEY": "a", "PIXY_SERVE_SEAL_KEY_FILE": "b"])
    }
  }

  @Test(arguments: [
    (#"{"lifetimes": {"session": 60, "session_idle": 61}}"#, ["lifetimes.session_idle", "lifetimes.session,"]),
    (#"{"lifetimes": {"session_idle": 1209601}}"#, ["lifetimes.session_idle", "lifetimes.session,"]),
    (
      #"{"connections": {"maximum": 100, "per_address": 101}}"#, ["connections.per_address", "connections.maximum"]
    ),
    (#"{"connections": {"per_address": 10001}}"#, ["connections.per_address", "connections.maximum"]),
    (#"{"audit": {"without_addresses": true}}"#, ["audit.without_addresses", "audit.file", "audit.database_days"]),
    (#"{"registration": {"grants": ["device_code"]}}"#, ["registration.grants", "registration.open"]),
    (#"{"registration": {"maximum_clients": 5}}"#, ["registration.maximum_clients", "registration.open"]),
    (
      #"{"client_documents": {"accept": true}, "registration": {"maximum_clients": 5}}"#,
      ["registration.maximum_clients", "registration.open"]
    ),
    (#"{"client_documents": {"domains": ["a.example"]}}"#, ["client_documents.domains", "client_documents.accept"]),
    (
      #"{"client_documents": {"refused_domains": ["a.example"]}}"#,
      ["client_documents.refused_domains", "client_documents.accept"]
    ),
    (#"{"registration": {"documents_may_be_elsewhere": true}}"#, ["documents_may_be_elsewhere", "registration.open"]),
    (
      #"{"registration": {"private_use_schemes": ["cursor"]}}"#,
      ["registration.private_use_schemes", "registration.open"]
    ),
  ])
  func `A setting that another one leaves without effect is rejected by the names of both`(
    _ file: String, _ names: [String]
  ) throws {
    let error = #expect(throws: SettingsError.self) { try settings(file: file) }
    let explanation = try #require(error?.explanation)
    for name in names { #expect(explanation.contains(name), "\(explanation)") }
  }

  @Test(arguments: [
    #"{"lifetimes": {"session": 60}}"#, #"{"lifetimes": {"session": 60, "session_idle": 60}}"#,
    #"{"connections": {"maximum": 100, "per_address": 100}}"#,
    #"{"connections": {"maximum": 20000, "per_address": 10001}}"#,
    #"{"audit": {"without_addresses": true, "file": "-"}}"#, #"{"audit": {"without_addresses": false}}"#,
    #"{"registration": {"open": false, "grants": ["device_code"], "maximum_clients": 5}}"#,
    #"{"client_documents": {"accept": true}, "registration": {"scopes": ["openid"], "grants": ["device_code"]}}"#,
    #"{"client_documents": {"accept": false, "domains": ["a.example"]}}"#,
    #"{"registration": {"initial_access_token_file": "token", "grants": ["device_code"]}}"#,
    #"{"registration": {"documents_may_be_elsewhere": false}}"#, #"{"acr": "urn:example:password"}"#,
  ])
  func `Settings that only look like a contradiction are accepted`(_ file: String) throws {
    _ = try settings(file: file)
  }

  // RFC 9700 §4.1.3.
  @Test(arguments: [
    ("redirect_uris", "https://*.example.com/cb"), ("redirect_uris", "https://app.example/*"),
    ("post_logout_redirect_uris", "https://app.example/*"),
  ])
  func `A client with a wildcard in a redirect URI is rejected with the reason`(
    _ member: String, _ uri: String
  ) throws {
    let others = member == "redirect_uris" ? "" : #""redirect_uris": ["https://app.example/cb"], "#
    let error = #expect(throws: SettingsError.self) {
      try settings(file: #"{"clients": [{"client_id": "app", \#(others)"\#(member)": ["\#(uri)"]}]}"#)
    }
    let explanation = try #require(error?.explanation)
    for part in ["the client app", member, "contains *", "RFC 9700 §4.1.3"] {
      #expect(explanation.contains(part), "\(explanation)")
    }
  }

  @Test(arguments: [
    (#""host": "0.0.0.0""#, true), (#""host": "::""#, true), (#""host": "127.0.0.1""#, false),
    (#""host": "0.0.0.0", "trusted_proxies": ["10.0.0.1"]"#, false),
    (#""host": "::", "tls": {"certificate": "a", "key": "b"}"#, false),
  ])
  func `Plain http on all addresses for an https issuer is warned about`(_ members: String, _ isWarned: Bool) throws {
    let warning = try settings(file: #"{"issuer": "https://as.example", \#(members)}"#).openPortWarning
    #expect((warning != nil) == isWarned)
    for name in ["host", "issuer", "tls.certificate", "trusted_proxies"] {
      #expect(warning?.contains(name) ?? true)
    }
  }

  @Test func `Every setting has its own path, variable and flag, and a valid default`() throws {
    let all = ServeSetting.all
    #expect(all.count == Mirror(reflecting: DeclaredSettings.all).children.count)
    for names in [all.map(\.path), all.map(\.variable), all.compactMap(\.flag)] {
      #expect(Set(names).count == names.count)
    }
    for setting in all { if let value = setting.defaultValue { _ = try setting.kind.value(value, in: "/") } }
    #expect(ServeSetting(\.certificateKeyFile).variable == "PIXY_SERVE_TLS_KEY")
  }

  @Test func `The option of every flag is declared in the settings`() throws {
    let options = try ServeRunCommand.parse(
      ServeSetting.all.flatMap { setting -> [String] in
        guard let flag = setting.flag else { return [] }
        return setting.kind == .flag ? ["--\(flag)"] : ["--\(flag)", Self.valid[setting.path] ?? "1"]
      })
    let given = try options.common.flags(and: options.serving.flags)
    #expect(Set(given.keys) == Set(ServeSetting.all.filter { $0.flag != nil }))
    for (setting, flag) in given { #expect(flag.source == .flag("--\(setting.flag ?? "")")) }
  }

  /// A valid value for the flags that don't accept `1`.
  private static let valid = [
    "log.format": "json", "log.level": "info", "access_token_format": "jwt", "id_token_algorithm": "RS256",
  ]

  /// `PIXY_WRITE_TABLES=1 swift test --filter ServeSettingsTests` writes the table after a change
  /// of the declarations.
  @Test func `The guide's table of settings matches the declarations`() throws {
    let file = Repository.root.appending(path: "Documentation/Guides/Serving/Settings.md")
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: SettingsTable.header), "the table's header line is missing")
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    guard lines[start..<end] != SettingsTable.lines[...] else { return }
    guard ProcessInfo.processInfo.environment["PIXY_WRITE_TABLES"] != nil else {
      Issue.record("\(file.path()) differs: run this test with PIXY_WRITE_TABLES=1")
      return
    }
    lines.replaceSubrange(start..<end, with: SettingsTable.lines)
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func `Settings have typed values`() throws {
    let all = try settings(
      file: #"""
        {"issuer": "https://as.example", "host": "0.0.0.0", "state_port": 9, "state_host": "::", "log": {"format": "json", "level": "info"},
         "id_token_algorithm": "RS256", "access_token_format": "jwt", "resources": ["https://api.example"],
         "trusted_proxies": ["10.0.0.1", "::1"], "registration": {"open": true, "grants": ["token-exchange", "client_credentials"]},
         "trusted_issuers": [{"issuer": "https://idp.example", "scope": "a", "jwks_uri": "https://idp.example/jwks"}],
         "identity_assertions": [{"client": "wiki", "audience": "https://chat.example", "client_id": "w", "scope": "a b", "resources": ["https://api.chat.example"]},
           {"client": "wiki", "audience": "https://mail.example", "scope": "a"}]}
        """#)
    #expect(all.issuer?.text == "https://as.example" && all.host == "0.0.0.0" && all.statePort == 9)
    #expect(all.stateHost == "::")
    #expect(all.logFormat == .json && all.logLevel == .info)
    #expect(all.algorithms == [.rs256, .es256] && all.accessTokenFormat == .jwt)
    #expect(all.resources == ["https://api.example"] && all.trustedProxies.count == 2)
    #expect(all.registrationGrants == [.tokenExchange, .clientCredentials])
    #expect(all.trustedIssuers.map(\.issuer) == ["https://idp.example"])
    #expect(all.identityAssertions.map(\.audience) == ["https://chat.example", "https://mail.example"])
    #expect(all.identityAssertions.map(\.clientIDAtAudience) == ["w", "wiki"])
    #expect(all.identityAssertions.map(\.resources) == [["https://api.chat.example"], []])
    #expect(all.identityAssertions.map(\.scope.parameter) == ["a b", "a"])
    #expect(try settings().algorithms == [.es256, .rs256])
  }

  @Test func `A client that gets identity assertions needs credentials, the grant and public subjects`() throws {
    let all = try settings(
      file: #"{"identity_assertions": [{"client": "a", "audience": "https://b.example", "scope": "c"}]}"#)
    func requirement(
      _ id: String = "a", _ kind: RegisteredClient.Kind = .confidential(secretHash: SecretHash(of: Secret("s"))),
      grants: Set<GrantType> = [.tokenExchange], subjectType: SubjectType = .public
    ) -> String? {
      var settings = ClientSettings()
      settings.subjectType = subjectType
      return all.unmetRequirement(
        of: RegisteredClient(
          id: id, name: id, kind: kind, redirectURIs: [], scope: .none, grants: grants, settings: settings))
    }
    #expect(requirement() == nil && requirement("b", .public) == nil)
    #expect(requirement("a", .public)?.contains("needs a secret") == true)
    #expect(requirement(grants: [.authorizationCode])?.contains("token-exchange") == true)
    #expect(requirement(subjectType: .pairwise(sector: "a.example"))?.contains("pairwise") == true)
  }

  @Test func `The file has clients and users like the commands, with secrets in separate files`() throws {
    let all = try settings(
      file: #"""
        {"scopes": ["openid", "read"], "access_token_format": "jwt", "clients": [
           {"client_id": "tool", "redirect_uris": ["http://127.0.0.1/cb"]},
           {"client_id": "shop", "client_name": "Shop", "token_endpoint_auth_method": "client_secret_basic",
            "grant_types": ["client_credentials"], "scope": "read", "client_secret_file": "shop-secret"},
           {"client_id": "api", "grant_types": ["client_credentials"], "client_secret_file": "env:API_SECRET"}],
         "users": [{"username": "ada", "password_file": "ada", "name": "Ada", "email": "a@b.example", "email_verified": true},
                   {"username": "bob", "password_file": "/run/bob", "subject": "b",
                    "claims": {"given_name": "Bob", "department": ["a", "b"]}}]}
        """#)
    #expect(all.clients.map(\.client.id) == ["tool", "shop", "api"])
    #expect(all.clients.map(\.secretFile) == [nil, "/etc/pixy/shop-secret", "env:API_SECRET"])
    let tool = all.clients[0].client
    #expect(tool.kind == .public && tool.grants == [.authorizationCode, .refreshToken])
    #expect(tool.scope == (try Scope(["openid", "read"])) && tool.settings.accessTokenFormat == .jwt)
    #expect(all.clients[2].client.json.object?["token_endpoint_auth_method"] == "client_secret_basic")
    #expect(all.users.map(\.passwordFile) == ["/etc/pixy/ada", "/run/bob"])
    #expect(all.users[0].user.email == "a@b.example" && all.users[0].user.claims["email_verified"] == true)
    #expect(all.users[1].user.name == "bob" && all.users[1].user.subject == Subject(rawValue: "b"))
    #expect(all.users[1].user.claims == ["given_name": "Bob", "department": ["a", "b"]])
    for claims in [#"{"sub": "x"}"#, #"{"email": "x"}"#, #"{"address": "x"}"#, "[]"] {
      #expect(throws: SettingsError.self) {
        try settings(file: #"{"users": [{"username": "eve", "password_file": "x", "claims": \#(claims)}]}"#)
      }
    }
    // The default subject is the same at each start, and differs between users.
    let again = try settings(
      file: #"{"users": [{"username": "ada", "password_file": "x"}, {"username": "eve", "password_file": "x"}]}"#)
    #expect(again.users[0].user.subject == all.users[0].user.subject)
    #expect(again.users[1].user.subject != again.users[0].user.subject)
    #expect(!again.users[0].user.subject.rawValue.contains("ada"))
  }

  @Test func `An unreadable secret is reported with the name of its client or user`() async throws {
    let settings = try settings(
      file: #"""
        {"clients": [{"client_id": "shop", "redirect_uris": ["https://a.example"], "client_secret_file": "command:false"}],
         "users": [{"username": "ada", "password_file": "env:PIXY_NO_SUCH_VARIABLE"}]}
        """#)
    let ofClient = try #require(throws: BadValue.self) { try settings.clients[0].ready() }
    #expect(ofClient.explanation.contains("shop") && ofClient.explanation.contains("command"))
    let cost = try #require(ScryptCost(logRounds: 1, blockSize: 1, parallelism: 1))
    let ofPerson = try await #require(throws: BadValue.self) {
      try await settings.users[0].ready(PasswordHasher(cost: cost))
    }
    #expect(ofPerson.explanation.contains("ada") && ofPerson.explanation.contains("PIXY_NO_SUCH_VARIABLE"))
  }

  // An attacker guesses a short secret, at hundreds of attempts a second.
  @Test(.covers("attack: secrets of clients"))
  func `A short secret of a client or of the registration is refused, with a command for a better one`() throws {
    let folder = try TemporaryFolder()
    let (short, long) = (
      try folder.file("short", "only-21-characters-xx\n"), try folder.file("long", "22-characters-are-okay\n")
    )
    func client(_ file: String) throws -> RegisteredClient {
      let settings = try settings(
        file:
          #"{"clients": [{"client_id": "shop", "redirect_uris": ["https://a.example"], "client_secret_file": "\#(file)"}]}"#
      )
      return try settings.clients[0].ready()
    }
    let ofClient = try #require(throws: BadValue.self) { try client(short) }
    #expect(ofClient.explanation.contains("shop") && ofClient.remedy.contains("urandom"))
    #expect(!ofClient.explanation.contains("only-21"))
    #expect(throws: Never.self) { try client(long) }
    func registration(_ file: String) throws -> RegistrationPolicy {
      try settings(environment: ["PIXY_SERVE_REGISTRATION_INITIAL_ACCESS_TOKEN_FILE": file])
        .registration { RegistrationPolicy($0) }
    }
    let ofToken = try #require(throws: BadValue.self) { try registration(short) }
    #expect(ofToken.explanation.contains(short) && !ofToken.explanation.contains("only-21"))
    #expect(throws: Never.self) { try registration(long) }
  }

  @Test(.covers("CVE-2026-41427")) func `Registration is closed by default`() throws {
    #expect(try settings().registration { RegistrationPolicy($0) }.admission == .closed)
    let open = try settings(
      environment: ["PIXY_SERVE_REGISTRATION_OPEN": "true", "PIXY_SERVE_ACCESS_TOKEN_FORMAT": "jwt"]
    ).registration { RegistrationPolicy($0) }
    #expect(open.admission == .open && open.accessTokenFormat == .jwt && !open.grants.contains(.clientCredentials))
    let folder = try TemporaryFolder()
    let file = try folder.file("token", "initial-access-token-of-this-test\n")
    let some = try settings(environment: ["PIXY_SERVE_REGISTRATION_INITIAL_ACCESS_TOKEN_FILE": file])
      .registration { RegistrationPolicy($0) }
    #expect(some.admission == .initialAccessTokens([SecretHash(of: Secret("initial-access-token-of-this-test"))]))
  }
}
