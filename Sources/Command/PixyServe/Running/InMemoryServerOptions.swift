internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import PKCE
internal import PixyTerminal
internal import ServiceLifecycle

/// The options of a server without database, and its start.
struct InMemoryServerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The provider to imitate.", valueName: "provider"))
  var lookAlike: LookAlikeName?

  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp("The client_id of the one client. Default: pixy.", valueName: "client-id"))
  var clientID: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp("A further redirect URI of the clients of --as. Repeatable.", valueName: "uri"))
  var redirectURIs: [String] = []

  @Option(help: ArgumentHelp("The user name of the one user. Default: demo.", valueName: "name"))
  var username: String?

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "The file with the user's password, or - for standard input. Default: a random password, which is shown.",
      valueName: "file"), completion: .file())
  var passwordFile: String?

  /// Whether an option is given that a server with a database doesn't support.
  var isGiven: Bool { clientID != nil || username != nil || passwordFile != nil }

  /// Serves requests until a signal ends the process.
  func run(_ settings: ServeSettings, _ console: Console) async throws {
    let isForPrograms = settings.logFormat == .json
    guard settings.clients.isEmpty || clientID == nil, settings.users.isEmpty || (username ?? passwordFile) == nil
    else {
      throw SettingsError.conflict(
        "--client-id, --username and --password-file can't be combined with clients or users in the configuration file."
      )
    }
    guard !isForPrograms || passwordFile != nil || !settings.users.isEmpty else {
      throw SettingsError.missing(
        "With log.format json, only records are written, and they contain no passwords: --password-file is missing.")
    }
    let passwordFromFile = try passwordFile.map { try PasswordInput.read($0, asking: "The password") }
    let password = passwordFromFile ?? Secret(Base64URL.encode(SystemRandomSource().bytes(12)))
    let passwordText = passwordFromFile == nil ? password.reveal() : "from --password-file"
    let username = username ?? "demo"
    let logger = settings.logger(console, level: isForPrograms ? .notice : .warning)
    if let lookAlike {
      let lookAlikeServer = ServedLookAlike(
        name: lookAlike, username: username, password: password, isPasswordShown: passwordFromFile == nil,
        redirectURIs: try redirectURIs.map { text throws(URIError) in try RedirectURI(text) }, logger: logger)
      return try await lookAlikeServer.run(
        host: settings.host, port: settings.port, issuer: settings.issuer?.text, isForPrograms ? nil : console)
    }
    let clientID = clientID ?? "pixy"
    let user = User(
      subject: Subject(rawValue: "user-1"), username: username, name: "Demo Person", email: "demo@example.com")
    let lost = LostAuditRecords()
    let inMemory = try InMemoryServer(
      clientID: clientID, clientName: "Pixy", configured: try settings.clients.map { try $0.ready() },
      users: try await Self.people(settings.users, or: user, password), settings: settings,
      audit: try settings.auditLog(console, logger, in: nil, lost: lost), logger: logger)
    let listening = ListeningServer(settings: settings, readiness: ServerReadiness(), logger: logger)
    try await listening.run(
      make: { issuer, metrics in
        lost.count(in: metrics)
        return try inMemory.make(issuer, metrics)
      }
    ) { issuer in
      guard !isForPrograms else {
        logger.notice("The server listens", metadata: ["issuer": "\(issuer)"])
        return
      }
      console.say("Issuer    \(issuer)")
      if settings.clients.isEmpty {
        let redirectURI = "http://127.0.0.1:PORT\(InMemoryServer.callbackPath)"
        console.say("Client    \(clientID), public, redirect URI \(redirectURI) with any port")
      } else {
        console.say("Clients   \(settings.clients.count), in the configuration file")
      }
      if settings.users.isEmpty {
        console.say("User      \(username), password \(passwordText)")
      } else {
        console.say("Users     \(settings.users.count), in the configuration file")
      }
      if settings.clients.isEmpty {
        let client = ShellWord.option("--client-id", clientID).map(ShellWord.quoted).joined(separator: " ")
        console.say("Try       pixy login \(issuer) \(client)" + Self.scopeToTry(settings.scopes))
      }
      if settings.isRegistrationOpen {
        console.say("Register  POST \(issuer)/register, open to every client (RFC 7591)")
      }
      console.say("Everything is in memory and lost at the end. Ctrl-C stops the server.")
    }
  }

  /// Returns the scopes of the command to try: the user's profile, or all scopes of a server that
  /// has no such scopes.
  private static func scopeToTry(_ scopes: Scope) -> String {
    let personal = scopes.tokens.filter { ["profile", "email"].contains($0) }
    let tokens = personal.isEmpty ? scopes.tokens : personal
    return tokens.isEmpty ? "" : " --scope " + ShellWord.quoted(tokens.joined(separator: " "))
  }

  /// Returns the users of the configuration file, or else the one user.
  ///
  /// Passwords are hashed at a low cost, so that the server starts fast. The hashes are only in
  /// this process's memory.
  private static func people(
    _ configured: [UserSetting], or user: User, _ password: Secret
  ) async throws -> any UserDirectory {
    let cost = ScryptCost(logRounds: 13, blockSize: 8, parallelism: 1)
    let hasher = PasswordHasher(cost: cost ?? .standard)
    var people: [(user: User, password: PasswordHash)] = []
    for setting in configured { people.append(try await setting.ready(hasher)) }
    if people.isEmpty { people.append((user: user, password: try await hasher.hash(password))) }
    return PasswordDirectory(InMemoryPasswordStore(people), hasher: hasher)
  }
}
