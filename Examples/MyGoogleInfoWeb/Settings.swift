internal import FoundationBasics
internal import PixyWeb

/// The program's settings, from environment variables and arguments. README.md lists them.
struct Settings: Sendable {
  let clientID: String
  let clientSecret: Secret
  /// Google, a server that imitates Google, or another OpenID provider.
  let provider: Provider
  /// The IP address and the port to listen on.
  let host: String
  let port: Int
  /// The program's origin as browsers see it: scheme, host and port.
  let publicAddress: Endpoint
  let sessionKey: SealingKey
  let sessions: SessionStorage
  /// Google's People API, which the page's script calls; `nil` if sessions have no tokens for it.
  let peopleAPI: ForwardedAPI?

  /// Reads the environment and the arguments.
  ///
  /// - Throws: ``SettingsError``, which names the invalid setting and never contains a secret; the
  ///   error of a database that can't be opened.
  init(environment: [String: String], arguments: [String]) throws {
    // Shells and service managers set an empty variable to mean an unset one.
    let environment = environment.filter { !$0.value.isEmpty }
    func required(_ name: String) throws -> String {
      guard let value = environment[name] else {
        throw SettingsError("The variable \(name) is not set.", "Set it as README.md describes.")
      }
      return value
    }
    clientID = try required("CLIENT_ID")
    clientSecret = try Self.secret(in: required("CLIENT_SECRET_FILE"))
    provider = try Self.provider(environment, arguments)
    host = environment["HOST"] ?? "127.0.0.1"
    guard let port = Int(environment["PORT"] ?? "8080"), (1...65_535).contains(port) else {
      throw SettingsError("PORT is not a number from 1 to 65535.", "Set it to another number, or unset it for 8080.")
    }
    self.port = port
    guard let address = try? Endpoint(environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)") else {
      throw SettingsError("PUBLIC_URL is not the https origin that browsers use.", "Unset it for this machine only.")
    }
    publicAddress = address
    // Without a key of its own the program forgets all sessions when it ends.
    sessionKey = try environment["SESSION_KEY_FILE"].map { try SealingKey(text: Self.secret(in: $0)) } ?? .generate()
    sessions =
      try environment["SESSION_DATABASE"].map { .store(try SQLiteSessionStore(path: $0)) } ?? .cookieUntilExpiry
    let google = environment["SESSION_DATABASE"] != nil && environment["ISSUER"] == nil ? provider.resources.first : nil
    peopleAPI = try google.map {
      try ForwardedAPI("/api/people/me", to: Endpoint($0.origin + "/v1/people/me"), methods: [.get])
    }
  }

  private static func secret(in path: String) throws -> Secret {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 1_024,
      let text = String(validating: bytes, as: UTF8.self)?.split(whereSeparator: \.isNewline), text.count == 1
    else {
      throw SettingsError("The file \(UntrustedText(path)) has no secret.", "Write only the secret to it.")
    }
    return Secret(String(text[0]))
  }

  private static func provider(_ environment: [String: String], _ arguments: [String]) throws -> Provider {
    if let issuer = environment["ISSUER"] { return .issuer(try Issuer(issuer), name: environment["ISSUER_NAME"]) }
    guard arguments.isEmpty || arguments.count == 2 && arguments[0] == "--look-alike" else {
      throw SettingsError("An argument is unknown.", "The only one is --look-alike http://127.0.0.1:PORT.")
    }
    guard let lookAlike = arguments.last else { return .googleWeb }
    // A mistyped address must not send the real client's codes and secret to another machine.
    guard lookAlike.hasPrefix("http://"), let origin = try? Endpoint(lookAlike),
      let provider = try? Provider.googleWeb.relocated(to: origin)
    else {
      throw SettingsError("The look-alike is not on this machine.", "Use an address such as http://127.0.0.1:8414.")
    }
    return provider
  }
}

/// The reason why the program can't start.
struct SettingsError: ExplainedError, Hashable {
  let facts: ErrorFacts

  init(_ explanation: String, _ remedy: String) {
    facts = ErrorFacts("settings_unusable", at: .configuration, .mistake, explanation, remedy: remedy)
  }
}
