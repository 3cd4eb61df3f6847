import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthServerSQLite
import PKCE
import Subprocess
import Testing

@testable import PixyServe
@testable import PixyTerminal

/// `pixy serve client`, `user` and `key`, as operators and scripts run them.
@Suite(.timeLimit(.minutes(60))) struct ServeDatabaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func serve(_ arguments: [String], input: String = "") async throws -> CommandTests.Outcome {
    // Before the arguments after "--".
    let words = ["serve"] + arguments.prefix(2) + ["--database", folder.database] + arguments.dropFirst(2)
    return try await CommandTests.pixy(words, input: input)
  }

  private func object(_ outcome: CommandTests.Outcome) throws -> [String: JSONValue] {
    try #require(try JSONValue(bytes: Array(outcome.output.dropLast().utf8)).object, "\(outcome.errors)")
  }

  // MARK: clients

  @Test func `A public client is added with nothing but its name and address`() async throws {
    let added = try await serve(["client", "add", "--name", "Tool", "--redirect-uri", "http://127.0.0.1/callback"])
    #expect(added.status == 0 && added.errors.isEmpty)
    let lines = added.output.split(separator: "\n")
    #expect(lines.count == 1)
    let id = try #require(lines.first?.split(separator: "=").last).description
    #expect(id.count == 32)
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let client = try #require(try await database.client(id))
    #expect(client.kind == .public && client.name == "Tool" && client.grants == [.authorizationCode, .refreshToken])
    #expect(client.scope == (try Scope(["openid", "profile", "email", "offline_access"])))
    #expect(client.redirectURIs.map(\.text) == ["http://127.0.0.1/callback"])
  }

  // OpenID Connect Registration §2: stock applications accept only RS256.
  @Test func `A client that is added gets RS256 ID tokens, or what the setting says`() async throws {
    for (settings, algorithm) in [
      ([], "RS256"), (["--set", "id_token_algorithm=ES256"], "ES256"),
      (["--set", "signing_algorithms=PS256"], "PS256"),
    ] {
      let added = try await serve(
        ["client", "add", "--redirect-uri", "https://a.example/cb", "--json"] + settings)
      #expect(try object(added)["id_token_signed_response_alg"]?.string == algorithm)
    }
  }

  @Test func `A resource server that only introspects needs no grant`() async throws {
    let added = try await serve([
      "client", "add", "--auth", "client_secret_basic", "--may-introspect", "--is-resource", "https://api.example",
      "--json",
    ])
    #expect(added.status == 0 && !added.errors.contains("warning"), "\(added.errors)")
    let members = try object(added)
    #expect(members["grant_types"] == [] && members["client_secret"] != nil && members["scope"] == nil)
    let id = try #require(members["client_id"]?.string)
    #expect(try object(try await serve(["client", "show", id, "--json"]))["grant_types"] == [])
  }

  @Test func `A client is changed without a new secret, and what has no option stays`() async throws {
    let added = try object(
      try await serve([
        "client", "add", "--id", "shop", "--name", "Shop", "--auth", "client_secret_basic", "--redirect-uri",
        "https://a.example/cb", "--resource", "https://api.example", "--json",
      ]))
    let changed = try await serve([
      "client", "change", "shop", "--redirect-uri", "https://b.example/cb", "--redirect-uri", "https://a.example/cb",
      "--scope", "openid", "--id-token-claim", "email", "--allow-group", "staff", "--without", "resources",
    ])
    #expect(changed.status == 0 && changed.output.isEmpty, "\(changed.errors)")
    let shown = try object(try await serve(["client", "show", "shop", "--json"]))
    #expect(shown["redirect_uris"] == ["https://b.example/cb", "https://a.example/cb"] && shown["scope"] == "openid")
    #expect(shown["claims_in_id_token"] == ["email"] && shown["allowed_groups"] == ["staff"])
    #expect(shown["resources"] == nil && shown["client_name"] == "Shop" && shown["grant_types"] == added["grant_types"])
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let client = try #require(try await database.client("shop"))
    let secret = try #require(added["client_secret"]?.string)
    #expect(client.kind == .confidential(secretHash: SecretHash(of: Secret(secret))))
    let lines = try await serve(["client", "show", "shop"]).output
    #expect(lines.contains("client_name\tShop\n") && !lines.contains("sha256"))
    let service = try await serve(["client", "change", "shop", "--auth", "none"])
    #expect(service.status == 0, "\(service.errors)")
    #expect(try await database.client("shop")?.kind == .public)
  }

  @Test func `A change that is none, of an unknown client, or of an identifier is rejected`() async throws {
    _ = try await serve(["client", "add", "--id", "shop", "--redirect-uri", "https://a.example/cb"])
    for (arguments, status, word) in [
      (["shop"], 64, "Nothing to change"), (["shop", "--id", "other"], 64, "can't be changed"),
      (["other", "--name", "X"], 1, "other"), (["shop", "--without", "resources"], 1, "resources"),
      (["shop", "--redirect-uri", "javascript:x"], 1, "redirect_uris"),
    ] {
      let outcome = try await serve(["client", "change"] + arguments)
      #expect(outcome.status == status && outcome.errors.contains(word), "\(arguments): \(outcome.errors)")
    }
  }

  @Test func `A new secret is accepted beside the old one for a day, or instead of it at once`() async throws {
    let added = try object(
      try await serve([
        "client", "add", "--id", "shop", "--auth", "client_secret_basic", "--redirect-uri", "https://a.example/cb",
        "--json",
      ]))
    let old = SecretHash(of: Secret(try #require(added["client_secret"]?.string)))
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    for (arguments, former) in [([], old), (["--overlap-hours", "0"], nil)] as [([String], SecretHash?)] {
      let replaced = try await serve(["client", "secret", "shop"] + arguments)
      #expect(replaced.status == 0 && replaced.output.hasPrefix("client_secret="), "\(replaced.errors)")
      let new = SecretHash(of: Secret(String(replaced.output.dropFirst("client_secret=".count).dropLast())))
      let client = try #require(try await database.client("shop"))
      #expect(client.kind == .confidential(secretHash: new) && client.settings.formerSecret?.hash == former)
      if let until = client.settings.formerSecret?.validUntil {
        #expect((86_000...86_401).contains(until.timeIntervalSinceNow))
      }
    }
    _ = try await serve(["client", "add", "--id", "app", "--redirect-uri", "https://a.example/cb"])
    let none = try await serve(["client", "secret", "app"])
    #expect(none.status == 1 && none.errors.contains("client change app --auth"))
  }

  @Test(arguments: [
    (#"{"authorization_details_types": ["payment"]}"#, "authorization_details_types"),
    (#"{"request_object_signing_alg": "EdDSA"}"#, "request_object_signing_alg"),
    (#"{"introspection_signed_response_alg": "PS512"}"#, "introspection_signed_response_alg"),
    (
      #"{"grant_types": ["authorization_code", "urn:ietf:params:oauth:grant-type:jwt-bearer"], "token_endpoint_auth_method": "client_secret_basic"}"#,
      "trusted_issuers"
    ),
    (#"{"resources": ["https://a.example"]}"#, nil),
    (#"{"resources": ["https://a.example", "https://b.example"]}"#, "https://b.example"),
    (#"{"tls_client_certificate_bound_access_tokens": true}"#, "tls.client_authorities or tls.any_client_certificate"),
    (
      #"{"token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_subject_dn": "CN=a"}"#,
      "tls.client_authorities"
    ),
    (
      #"{"token_endpoint_auth_method": "self_signed_tls_client_auth", "jwks_uri": "https://a.example/jwks"}"#,
      "tls.any_client_certificate"
    ),
    (#"{"scope": "openid mail"}"#, "mail"), (#"{"request_object_signing_alg": "ES256"}"#, nil),
    (#"{"request_object_encryption_alg": "ECDH-ES"}"#, "encrypted_request_objects"),
  ])
  func `A client with a requirement that the settings don't meet is added with a warning`(
    _ members: String, _ requirement: String?
  ) async throws {
    let file = try folder.file("client.json", members)
    let added = try await serve([
      "client", "add", "--metadata-file", file, "--redirect-uri", "https://a.example/cb", "--set",
      "request_object_algorithms=ES256", "--set", "resources=https://a.example",
    ])
    #expect(added.status == 0 && added.output.hasPrefix("client_id="))
    if let requirement {
      #expect(added.errors.contains(requirement))
    } else {
      #expect(added.errors.isEmpty, "\(added.errors)")
    }
  }

  @Test func `A client may do without PKCE, and may send its secret in either way`() async throws {
    let added = try await serve([
      "client", "add", "--id", "old", "--auth", "client_secret", "--pkce", "optional", "--redirect-uri",
      "https://old.example/cb",
    ])
    #expect(added.status == 0 && added.output.contains("client_secret="))
    #expect(added.errors.contains("may leave out PKCE") && added.errors.contains("RFC 9700"))
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let client = try #require(try await database.client("old"))
    #expect(client.settings.secretMethod == nil && !client.mustUseProofKey)
    let changed = try await serve(["client", "change", "old", "--pkce", "required"])
    #expect(changed.status == 0 && changed.output.isEmpty && !changed.errors.contains("PKCE"), "\(changed.errors)")
    #expect(try await database.client("old")?.mustUseProofKey == true)
    #expect(try await serve(["client", "change", "old", "--auth", "client_secret_post"]).output.isEmpty)
    #expect(try await serve(["client", "change", "old", "--auth", "client_secret"]).output.isEmpty)
    let secretHash = try #require(client.json.object?["client_secret_sha256"])
    #expect(try await database.client("old")?.json.object?["client_secret_sha256"] == secretHash)
    let open = try await serve([
      "client", "add", "--pkce", "optional", "--redirect-uri", "https://old.example/cb",
    ])
    #expect(open.status == 1 && open.errors.contains("public clients"))
    #expect(try await serve(["client", "add", "--pkce", "off", "--redirect-uri", "https://a.example/cb"]).status == 64)
  }

  @Test func `The check of a client says why its requests were refused, and what to change`() async throws {
    _ = try await serve(["client", "add", "--id", "app", "--redirect-uri", "https://a.example/cb"])
    let quiet = try await serve(["client", "check", "app"])
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.contains("No request"))
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    for (mismatch, sent, owner) in [
      (.redirectURI, "https://a.example/callback", "app"), (.codeChallenge, "", "app"), (.scope, "mail", "app"),
      (.secretMethod, "client_secret_post", "app"), (.redirectURI, "https://a.example/latest", "app"),
      (.assertionForm, "https://a.example/token", "app"), (.redirectURI, "https://a.example/;$(reboot)", "other"),
      (.unknownClient, "nobody", "nobody"),
    ] as [(RegistrationMismatch, String, String)] {
      database.save(ClientMismatch(mismatch: mismatch, sent: sent, moment: Date()), of: owner) { _ in }
    }
    try await database.flushAuditRecords()
    let check = try await serve(["client", "check", "app"])
    #expect(check.output.split(separator: "\n").count == 5, "\(check.output)")
    for words in [
      "client change app --redirect-uri https://a.example/latest", "--pkce optional", "--auth client_secret_post",
      "client_assertions to endpoint",
    ] {
      #expect(check.output.contains(words), "\(check.output)")
    }
    #expect(!check.output.contains("callback") && check.output.contains("scopes"))
    // A stranger chose it, and the operator may copy the command.
    #expect(
      try await serve(["client", "check", "other"]).output.contains("--redirect-uri 'https://a.example/;$(reboot)'"))
    #expect(try await serve(["client", "check", "nobody"]).output.contains("client add --id nobody"))
    #expect(try await serve(["client", "check", "never-seen"]).status == 1)
    let json = try object(try await serve(["client", "check", "app", "--json"]))
    #expect(json["mismatches"]?.array?.count == 5)
  }

  // A tool showed the secret again in its list.
  @Test(.covers("CVE-2026-44653"))
  func `A secret is printed once, on standard output, and stored as a hash`() async throws {
    let added = try await serve([
      "client", "add", "--name", "Shop", "--id", "shop", "--auth", "client_secret_basic", "--redirect-uri",
      "https://shop.example/cb",
    ])
    #expect(added.status == 0)
    let lines = added.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "client_id=shop" && lines.count == 2)
    let secret = String(try #require(lines.last).dropFirst("client_secret=".count))
    #expect(secret.count == 43 && !added.errors.contains(secret) && added.errors.contains("can't be shown again"))
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    #expect(
      try await database.client("shop")?.kind == .confidential(secretHash: SecretHash(of: Secret(secret))))
    let hash = Base64URL.encode(SecretHash(of: Secret(secret)).bytes)
    for arguments in [["client", "list"], ["client", "list", "--json"]] {
      let list = try await serve(arguments)
      #expect(list.status == 0 && list.output.contains("shop"))
      #expect(!list.output.contains(secret) && !list.output.contains(hash))
    }
    let again = try await serve(["client", "add", "--id", "shop", "--redirect-uri", "https://shop.example/cb"])
    #expect(again.status == 1 && again.errors.contains("already"))
  }

  @Test func `The options of all metadata are registered, and JSON shows them`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "k")
    let set = JSONValue.object(["keys": [try #require(key.verificationKey.publicJWK)]])
    let keys = try folder.file("keys.json", String(decoding: set.bytes(), as: UTF8.self))
    let outcome = try await serve([
      "client", "add", "--json", "--name", "Report", "--auth", "private_key_jwt", "--jwks-file", keys, "--grant",
      "client_credentials", "--grant", "token-exchange", "--scope", "report.read", "--resource", "https://api.example",
      "--resource", "https://other.example", "--access-token-format", "jwt", "--may-introspect",
      "--is-resource", "https://report.example",
    ])
    #expect(outcome.status == 0 && outcome.errors.contains("report.read"))
    let members = try object(outcome)
    #expect(members["token_endpoint_auth_method"] == "private_key_jwt" && members["client_secret"] == nil)
    #expect(
      members["grant_types"] == ["client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"])
    #expect(members["resources"] == ["https://api.example", "https://other.example"])
    #expect(members["access_token_format"] == "jwt" && members["may_introspect_all"] == true)
    #expect(members["protected_resources"] == ["https://report.example"])
    #expect(members["jwks"]?.object?["keys"]?.array?.count == 1 && members["scope"] == "report.read")
    let list = try await serve(["client", "list", "--json"])
    var listed = members
    #expect(listed.removeValue(forKey: "version") == 1)
    #expect(
      try JSONValue(bytes: Array(list.output.dropLast().utf8)) == ["version": 1, "clients": [.object(listed)]])
  }

  @Test func `The metadata file sets further members, and options win over it`() async throws {
    let file = try folder.file(
      "client.json",
      #"""
      {"client_id": "app", "client_name": "File", "redirect_uris": ["https://app.example/cb"],
       "dpop_bound_access_tokens": true, "token_endpoint_auth_method": "client_secret_post"}
      """#)
    let members = try object(
      try await serve(["client", "add", "--metadata-file", file, "--name", "Flag", "--no-consent", "--json"]))
    #expect(members["client_name"] == "Flag" && members["dpop_bound_access_tokens"] == true)
    #expect(members["needs_no_consent"] == true && members["client_secret"]?.string?.count == 43)
    let misspelt = try folder.file("wrong.json", #"{"redirect_uri": ["https://app.example/cb"]}"#)
    let wrong = try await serve(["client", "add", "--metadata-file", misspelt, "--redirect-uri", "https://a.example"])
    #expect(wrong.status == 1 && wrong.errors.contains("redirect_uri "))
    let cut = try folder.file("cut.json", "{\"client_name\": \"File\",\n")
    let unread = try await serve(["client", "add", "--metadata-file", cut, "--redirect-uri", "https://a.example"])
    #expect(unread.status == 1 && unread.errors.contains("line 2, column 1"), "\(unread.errors)")
  }

  @Test func `A client that is older than a rule can still be read`() async throws {
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    var settings = ClientSettings()
    settings.resources = ["api"]
    let kept = RegisteredClient(
      id: "old", name: "Old", redirectURIs: [try RedirectURI("https://a.example/cb")], scope: .none, settings: settings)
    try await database.saveClient(kept)
    #expect(try await database.allClients() == [kept])
    let listed = try await serve(["client", "list"])
    #expect(listed.status == 0 && listed.output.hasPrefix("old\t"), "\(listed)")
  }

  @Test(arguments: [
    (["--name", "x"], 1, "redirect URI"),
    (["--redirect-uri", "https://a.example", "--grant", "device_code"], 1, "code"),
    (["--grant", "client_credentials"], 1, "client_secret_basic"), (["--grant", "password"], 64, "--grant"),
    (["--grant", "refresh_token", "--auth", "client_secret_basic"], 1, "refresh"),
    (["--redirect-uri", "https://a.example", "--auth", "private_key_jwt"], 1, "jwks"),
    (["--redirect-uri", "https://a.example", "--auth", "password"], 1, "token_endpoint_auth_method"),
    (["--redirect-uri", "javascript:alert(1)"], 1, "redirect_uris"),
    (["--redirect-uri", "https://a.example", "--metadata-file", "/nowhere"], 1, "/nowhere"),
    (["--redirect-uri", "https://a.example", "--resource", "api"], 1, "resources"),
  ])
  func `An invalid client is rejected with a remedy`(
    _ arguments: [String], _ status: Int, _ word: String
  ) async throws {
    let outcome = try await serve(["client", "add"] + arguments)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test func `A private key is rejected as a client key`() async throws {
    let key = try SigningKey.generate(.es256, keyID: "k")
    let file = try folder.file("keys.json", #"{"keys": [\#(try key.privateJWK().reveal())]}"#)
    let outcome = try await serve([
      "client", "add", "--auth", "private_key_jwt", "--jwks-file", file, "--redirect-uri", "https://a.example/cb",
    ])
    #expect(outcome.status == 1 && outcome.errors.contains("private"))
  }

  @Test func `A client is removed once, and a wrong path creates no database`() async throws {
    let none = try await serve(["client", "list"])
    #expect(none.status == 1 && none.errors.contains("no database"))
    #expect(!FileManager.default.fileExists(atPath: folder.database))
    _ = try await serve(["client", "add", "--id", "app", "--redirect-uri", "https://a.example/cb"])
    #expect(try await serve(["client", "remove", "app"]).status == 0)
    let again = try await serve(["client", "remove", "app"])
    #expect(again.status == 1 && again.errors.contains("no client app"))
    #expect(try await serve(["client", "list"]).output.isEmpty)
  }

  // MARK: users

  @Test func `Users are added, listed and removed, and their passwords are never shown`() async throws {
    let added = try await serve(
      [
        "user", "add", "ada", "--name", "Ada Lovelace", "--email", "ada@example.com", "--email-verified", "--claim",
        "given_name=Ada", "--claim", #"address={"country": "GB"}"#,
      ],
      input: "lovelace\n")
    #expect(added.status == 0 && added.output.hasPrefix("sub=") && added.output.count == 27)
    let subject = added.output.dropFirst(4).dropLast()
    let list = try await serve(["user", "list"])
    #expect(list.output == "ada\t\(subject)\tAda Lovelace\tada@example.com\n")
    let json = try await serve(["user", "list", "--json"])
    #expect(
      try JSONValue(bytes: Array(json.output.dropLast().utf8)) == [
        "version": 1,
        "users": [
          [
            "sub": .string(String(subject)), "preferred_username": "ada", "name": "Ada Lovelace",
            "email": "ada@example.com", "email_verified": true, "given_name": "Ada", "address": ["country": "GB"],
          ]
        ],
      ])
    for outcome in [added, list, json] {
      #expect(!outcome.output.contains("lovelace") && !outcome.errors.contains("lovelace"))
      #expect(!outcome.output.contains("$scrypt"))
    }
    let twice = try await serve(["user", "add", "ada"], input: "another password")
    #expect(twice.status == 1 && twice.errors.contains("already") && !twice.errors.contains("another password"))
    #expect(try await serve(["user", "remove", "ada"]).status == 0)
    #expect(try await serve(["user", "remove", "ada"]).status == 1)
    #expect(try await serve(["user", "list"]).output.isEmpty)
  }

  @Test func `Given claims are changed, and the others stay`() async throws {
    _ = try await serve(
      [
        "user", "add", "ada", "--subject", "ada-1", "--email", "ada@example.com", "--email-verified", "--picture",
        "https://example.com/1.png", "--claim", "given_name=Ada", "--claim", "locale=en",
      ], input: "lovelace")
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let password = try await database.account("ada")?.password
    func changed(_ options: [String]) async throws -> User? {
      let outcome = try await serve(["user", "change", "ada"] + options)
      #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
      return try await database.user(Subject(rawValue: "ada-1"))
    }
    func ada(_ name: String, _ email: String?, _ picture: String?, _ claims: [String: JSONValue]) -> User {
      User(
        subject: Subject(rawValue: "ada-1"), username: "ada", name: name, picture: picture, email: email, claims: claims
      )
    }
    let picture = "https://example.com/1.png"
    #expect(
      try await changed(["--name", "Ada King", "--claim", "locale=de"])
        == ada(
          "Ada King", "ada@example.com", picture, ["email_verified": true, "given_name": "Ada", "locale": "de"]))
    // The verification of the old address does not apply to the new one.
    #expect(
      try await changed(["--email", "king@example.com", "--without", "given_name"])
        == ada("Ada King", "king@example.com", picture, ["locale": "de"]))
    #expect(
      try await changed(["--email-verified", "--without", "picture"])
        == ada("Ada King", "king@example.com", nil, ["email_verified": true, "locale": "de"]))
    #expect(
      try await changed(["--without", "email", "--without", "locale"]) == ada("Ada King", nil, nil, [:]))
    #expect(try await database.account("ada")?.password == password)

    for (options, words) in [
      (["--email-verified"], "no email address"), (["--without", "locale"], "locale"),
      (["--without", "email"], "email"),
    ] {
      let outcome = try await serve(["user", "change", "ada"] + options)
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try await serve(["user", "change", "eve", "--name", "Eve"]).status == 1)
    #expect(try await database.user(Subject(rawValue: "ada-1")) == ada("Ada King", nil, nil, [:]))
  }

  /// Stores a refresh token without session and a consent for a user.
  private func give(_ database: SQLiteServerDatabase, token name: String, subject: String) async throws {
    let subject = Subject(rawValue: subject)
    _ = try await database.save([
      IssuedToken(
        hash: SecretHash(of: Secret(name)), kind: .refresh, grant: GrantID(rawValue: UUID().uuidString),
        clientID: "app", subject: subject, scope: .none, expires: Date().addingTimeInterval(600))
    ])
    try await database.addConsent(
      ConsentRecord(subject: subject, clientID: "app", scope: try Scope(["profile"]), givenAt: Date()))
  }

  @Test(.covers("attack: a name that is used again"))
  func `Tokens without session end with --end-grants, and with their user`() async throws {
    for name in ["ada", "bob"] {
      _ = try await serve(["user", "add", name, "--subject", name + "-1"], input: "lovelace")
    }
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    for name in ["ada", "bob"] { try await give(database, token: name, subject: name + "-1") }
    func has(_ name: String) async throws -> [Bool] {
      let token = try await database.token(SecretHash(of: Secret(name)))
      let consents = try await database.consents(of: Subject(rawValue: name + "-1"))
      return [token != nil, !consents.isEmpty]
    }
    #expect(try await serve(["user", "password", "ada"], input: "another one").status == 0)
    #expect(try await has("ada") == [true, true])
    #expect(try await serve(["user", "password", "ada", "--end-grants"], input: "yet another").status == 0)
    #expect(try await has("ada") == [false, false])

    try await give(database, token: "ada", subject: "ada-1")
    #expect(try await serve(["user", "remove", "ada"]).status == 0)
    // A new user with the same subject has no tokens.
    #expect(try await serve(["user", "add", "ada", "--subject", "ada-1"], input: "lovelace").status == 0)
    #expect(try await has("ada") == [false, false])
    #expect(try await has("bob") == [true, true])
  }

  /// Creates a user with a session, in a database with or without issuer.
  private func signedIn(at issuer: String?) async throws -> SQLiteServerDatabase {
    #expect(try await serve(["user", "add", "ada", "--subject", "ada-1"], input: "lovelace").status == 0)
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    try await database.startSession(
      UserSessionRecord(
        id: SessionID(rawValue: "session-1"), cookie: SecretHash(of: Secret("cookie")),
        subject: Subject(rawValue: "ada-1"), authenticatedAt: Date(), idleUntil: Date().addingTimeInterval(600),
        expires: Date().addingTimeInterval(600)))
    if let issuer { try await database.saveIssuer(Issuer(issuer)) }
    return database
  }

  private static let endings = [
    ["user", "disable", "ada"], ["user", "remove", "ada"], ["user", "password", "ada"], ["session", "end", "ada"],
    ["session", "end", "ada", "--session", "session-1"],
  ]

  // A stolen account must not stay open until the database has an issuer.
  @Test(arguments: endings)
  func `Sessions end although the issuer is unknown`(_ command: [String]) async throws {
    let database = try await signedIn(at: nil)
    let done = try await serve(command, input: "another one")
    #expect(done.status == 0 && done.errors == "Sessions ended: 1.\n", "\(done.errors)")
    #expect(try await database.sessions(of: Subject(rawValue: "ada-1")).isEmpty)
  }

  // In the documented set-up, only root can read the sealing key.
  @Test(arguments: endings, [false, true])
  func `Sessions end without the sealing key, and clients that aren't notified are named`(
    _ command: [String], _ hasClient: Bool
  ) async throws {
    let database = try await signedIn(at: "https://login.example.com")
    #expect(try await serve(["key", "rotate"]).status == 0)
    try FileManager.default.removeItem(atPath: folder.database + ".seal-key")
    let metadata = try folder.file("metadata.json", #"{"backchannel_logout_uri": "https://shop.example/logout"}"#)
    for (id, more) in [("shop", ["--metadata-file", metadata]), ("tool", [])] where hasClient || id == "tool" {
      _ = try await serve(["client", "add", "--id", id, "--redirect-uri", "https://shop.example/cb"] + more)
      let code = AuthorizationCodeRecord(
        hash: SecretHash(of: Secret(id)), grant: GrantID(rawValue: id), clientID: id, redirectURI: "x", challenge: nil,
        subject: Subject(rawValue: "ada-1"), scope: .none, expires: Date(), rememberedUntil: Date())
      let grant = SessionGrant(grant: code.grant, clientID: id, isOffline: false)
      _ = try await database.saveAuthorizationCode(
        code, signIn: SessionSignIn(session: SessionID(rawValue: "session-1"), grant: grant), consuming: nil,
        request: RequestKey(drawnFrom: SystemRandomSource()))
    }
    let done = try await serve(command + ["--set", "audit.database_days=30"], input: "another one")
    #expect(done.status == 0 && done.errors.hasSuffix("Sessions ended: 1.\n"), "\(done.errors)")
    #expect(done.errors.contains("not notified that sessions ended: shop. ") == hasClient)
    #expect(done.errors.contains("--seal-key-file -") == hasClient)
    #expect(try await database.sessions(of: Subject(rawValue: "ada-1")).isEmpty)
    let audited = try await serve(["audit", "--json", "--event", "session_end", "--set", "audit.database_days=30"])
    #expect(audited.output.contains("an operator ended it"), "\(audited)")
  }

  @Test func `Logout tokens have the set issuer, or that of the last server`() async throws {
    let database = try await signedIn(at: "https://login.example.com")
    func issuer(_ flags: [ServeSetting: (name: String, text: String)]) async throws -> String? {
      let flags = flags.merging([ServeSetting(\.database): ("--database", folder.database)]) { $1 }
      let resolution = try ResolvedSettings(flagTexts: flags, environment: [:], file: nil, folder: folder.path)
      return try await SessionsEnding.prepare(
        for: Subject(rawValue: "ada-1"), in: ServedDatabase(place: .file(path: folder.database), contents: database),
        ServeSettings(resolution), Console(result: { _ in }, say: { _ in })
      ).issuer?.text
    }
    #expect(try await issuer([:]) == "https://login.example.com")
    #expect(
      try await issuer([ServeSetting(\.issuer): ("--issuer", "https://other.example.com")])
        == "https://other.example.com")
  }

  @Test func `A server database its issuer when it listens`() async throws {
    let (status, said) = try await ServedPixy.running(["--database", folder.database, "--port", "0"]) { said in
      let database = try await SQLiteServerDatabase.open(path: folder.database)
      var issuer: Issuer?
      while issuer == nil, !Task.isCancelled { issuer = try await database.issuer() }
      #expect(try issuer?.text == said.issuer)
    }
    #expect(status == .exited(0), "\(said.lines)")
  }

  @Test func `A used state port stops the server at once, and is reported`() async throws {
    try await withAuthorizationServer(make: CommandTests.server, logger: CommandTests.silent) { issuer in
      let port = String(issuer.text.split(separator: ":").last ?? "")
      let outcome = try await CommandTests.pixy([
        "serve", "--database", folder.database, "--port", "0", "--state-port", port,
      ])
      #expect(outcome.status == 1 && outcome.errors.contains("127.0.0.1:\(port)"), "\(outcome.errors)")
    }
  }

  // Some tools accept secrets only as arguments, which other users can see.
  @Test func `A password from a file replaces the old one`() async throws {
    _ = try await serve(["user", "add", "ada", "--subject", "ada-1"], input: "lovelace")
    let file = try folder.file("password", "another one\n")
    #expect(try await serve(["user", "password", "ada", "--password-file", file]).status == 0)
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    let directory = PasswordDirectory(database, hasher: PasswordHasher())
    #expect(
      try await directory.authenticate(username: "ada", password: Secret("another one")) == Subject(rawValue: "ada-1"))
    #expect(try await directory.authenticate(username: "ada", password: Secret("lovelace")) == nil)
    #expect(try await serve(["user", "password", "bob"], input: "another one").status == 1)
  }

  @Test(arguments: [
    ("", "No password"), ("short12", "fewer than 8"), (String(repeating: "a", count: 1_025), "more than 1024"),
  ])
  func `An empty, short or long password is rejected and not shown`(
    _ password: String, _ words: String
  ) async throws {
    let outcome = try await serve(["user", "add", "ada"], input: password)
    #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(password.isEmpty || !outcome.errors.contains(password))
  }

  @Test(arguments: [
    ["user", "change", "a"], ["user", "change", "a", "--email", "x", "--without", "email"],
    ["user", "change", "a", "--claim", "locale=en", "--without", "locale"],
    ["user", "change", "a", "--claim", "sub=x"],
    ["user", "password", "a", "--seal-key-file", "-"],
    ["user", "add", ""], ["user", "add", "a", "--subject", "a b"], ["user", "add", "a", "--picture", "a.png"],
    ["user", "change", "a", "--picture", "https:///a.png"], ["user", "add", "a", "--email-verified"],
    ["key", "rotate", "--algorithm", "HS256"], ["user", "add"], ["client", "add", "--set", "nonsense=1"],
    ["client", "list", "--set", "port=x"],
  ])
  func `Wrong usage exits with 64`(_ arguments: [String]) async throws {
    let outcome = try await serve(arguments, input: "a password")
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.hasPrefix("pixy: "))
  }

  // MARK: keys

  @Test func `Keys are generated, rotated and revoked`() async throws {
    _ = try await serve(["client", "add", "--id", "app", "--redirect-uri", "https://a.example/cb"])
    let first = try await serve(["key", "rotate"])
    // Two keys are generated, and then a successor for each.
    #expect(first.status == 0 && first.output.split(separator: "\n").count == 4)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.database + ".seal-key")[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let one = try await serve(["key", "rotate", "--algorithm", "ES256"])
    #expect(one.status == 0 && one.output.split(separator: "\n").count == 1)
    let list = try await serve(["key", "list", "--json"])
    let listed = try #require(try JSONValue(bytes: Array(list.output.dropLast().utf8)).object)
    let keys = try #require(listed["keys"]?.array).compactMap(\.object)
    #expect(listed["version"] == 1)
    #expect(keys.count == 5 && keys.filter { $0["state"] == "signs" }.count == 2)
    let signing = try #require(keys.first { $0["state"] == "signs" && $0["alg"] == "ES256" }?["kid"]?.string)
    #expect(try await serve(["key", "revoke", "--", signing]).status == 0)
    let left = try await serve(["key", "list"]).output
    #expect(!left.contains(signing) && left.split(separator: "\n").filter { $0.contains("\tsigns\t") }.count == 2)
    #expect(try await serve(["key", "revoke", "--", signing]).status == 1)
  }

  @Test func `Keys can't be opened with another sealing key, and a lost one isn't replaced silently`() async throws {
    _ = try await serve(["client", "add", "--id", "app", "--redirect-uri", "https://a.example/cb"])
    #expect(try await serve(["key", "rotate"]).status == 0)
    let other = try folder.secret("other", SigningKeySeal.newKey().reveal() + "\n")
    let wrong = try await serve(["key", "rotate", "--seal-key-file", other])
    #expect(wrong.status == 1 && wrong.errors.contains("sealing key") && !wrong.errors.contains("chmod"))
    let nonsense = try folder.secret("nonsense", "not a key at all")
    let none = try await serve(["key", "rotate", "--seal-key-file", nonsense])
    #expect(none.status == 1 && !none.errors.contains("not a key at all") && !none.errors.contains("chmod"))
    // With the old key beside it, another one opens everything, and seals the next keys.
    let old = folder.database + ".seal-key"
    let replaced = try await serve(
      ["key", "rotate", "--seal-key-file", other, "--set", "former_seal_key_file=\(old)"])
    #expect(replaced.status == 0, "\(replaced.errors)")
    #expect(try await serve(["key", "rotate", "--seal-key-file", old]).status == 1)
    try FileManager.default.removeItem(atPath: folder.database + ".seal-key")
    let lost = try await serve(["key", "rotate"])
    #expect(lost.status == 1 && lost.errors.contains("missing"))
    #expect(!FileManager.default.fileExists(atPath: folder.database + ".seal-key"))
    // Without keys, a new sealing key is fine.
    #expect(lost.errors.contains("key reset"))
    #expect(try await serve(["key", "reset"]).status == 64)
    let reset = try await serve(["key", "reset", "--yes"])
    #expect(reset.status == 0 && reset.errors.contains("Signing keys removed: "), "\(reset.errors)")
    #expect(try await serve(["key", "rotate"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.database + ".seal-key"))
    #expect(try await serve(["client", "list"]).output.contains("app"))
  }

  @Test func `Every command has help, and the configuration is printed without secrets`() async throws {
    for command in [[], ["run"], ["client", "add"], ["user", "password"], ["key", "rotate"]] {
      let help = try await CommandTests.pixy(["serve"] + command + ["--help"])
      #expect(help.status == 0 && help.output.contains("USAGE: pixy serve"))
    }
    let printed = try await CommandTests.pixy(
      ["serve", "--print-configuration", "--database", "x.db"],
      environment: ["PIXY_SERVE_SEAL_KEY": "a-secret", "PIXY_SERVE_LOG_FORMAT": "json"])
    #expect(printed.status == 0 && !printed.output.contains("a-secret"))
    #expect(printed.output.contains(#"log.format: "json" (the environment variable PIXY_SERVE_LOG_FORMAT)"#))
    #expect(!FileManager.default.fileExists(atPath: "x.db"))
    for host in ["0.0.0.0", "localhost", "::"] {
      let open = ["serve", "--print-configuration", "--set", "host=\(host)"]
      let refused = try await CommandTests.pixy(open)
      #expect(refused.status == 1 && refused.errors.contains("No https issuer was given, and \(host) "), "\(refused)")
      #expect(try await CommandTests.pixy(open + ["--set", "issuer=https://login.example"]).status == 0)
    }
    let misspelt = try await CommandTests.pixy(["serve"], environment: ["PIXY_SERVE_DATABSE": "x.db"])
    #expect(misspelt.status == 1 && misspelt.errors.contains("PIXY_SERVE_DATABSE"))
  }
}
