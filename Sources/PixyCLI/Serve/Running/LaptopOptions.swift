internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import PKCE
internal import ServiceLifecycle

/// The flags of a server that keeps everything in memory, and that server.
struct LaptopOptions: ParsableArguments {
  @Option(name: .customLong("as"), help: "The provider to behave like: \(LookAlikeName.list).")
  var lookAlike: LookAlikeName?

  @Option(
    name: .customLong("client-id"),
    help: "The id of the one client: pixy, unless it behaves like a provider, which has clients of its own.")
  var clientID: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: "A redirect URI more that --as lets its web application or app come back to; repeat it for more.")
  var redirectURIs: [String] = []

  @Option(help: "The user name of the one person; demo unless said.")
  var username: String?

  @Option(
    name: .customLong("password-file"),
    help: "A file with that person's password, or - for standard input; without one a password is made and shown.")
  var passwordFile: String?

  /// Whether there is anything that a server with a database has no use for.
  var isAskedFor: Bool { clientID != nil || username != nil || passwordFile != nil }

  /// Answers until a signal ends it.
  func run(_ settings: ServeSettings, _ console: Console) async throws {
    let isForPrograms = settings.logFormat == .json
    guard settings.clients.isEmpty || clientID == nil, settings.users.isEmpty || (username ?? passwordFile) == nil
    else {
      throw SettingsError.conflict(
        "--client-id, --username and --password-file are for a server whose configuration file has no clients or users."
      )
    }
    guard !isForPrograms || passwordFile != nil || !settings.users.isEmpty else {
      throw SettingsError.missing(
        "With log.format json nothing is written but records, which have no passwords: --password-file is missing.")
    }
    let given = try passwordFile.map(SecretInput.read)
    let password = given ?? Secret(Base64URL.encode(SystemRandomSource().octets(12)))
    let shown = given == nil ? password.reveal() : "as given"
    let username = username ?? "demo"
    let logger = settings.logger(console, level: isForPrograms ? .notice : .warning)
    if let lookAlike {
      let served = ServedLookAlike(
        name: lookAlike, username: username, password: password, isPasswordShown: given == nil,
        redirectURIs: try redirectURIs.map { text throws(URIError) in try RedirectURI(text) }, logger: logger)
      return try await served.run(
        host: settings.host, port: settings.port, issuer: settings.issuer?.text, isForPrograms ? nil : console)
    }
    let clientID = clientID ?? "pixy"
    let user = User(
      subject: Subject(rawValue: "user-1"), username: username, name: "Demo Person", email: "demo@example.com")
    let laptop = try LaptopServer(
      clientID: clientID, clientName: "Pixy", configured: try settings.clients.map { try $0.ready() },
      users: try await Self.people(settings.users, or: user, password), settings: settings, logger: logger)
    let listening = ListeningServer(settings: settings, readiness: ServerReadiness(), logger: logger)
    try await listening.run(make: laptop.make) { issuer in
      guard !isForPrograms else {
        logger.notice("The server listens", metadata: ["issuer": "\(issuer)"])
        return
      }
      console.say("Issuer    \(issuer)")
      if settings.clients.isEmpty {
        console.say(
          "Client    \(clientID), public, redirect URI http://127.0.0.1:PORT\(LaptopServer.callbackPath) with any port")
      } else {
        console.say("Clients   \(settings.clients.count), in the configuration file")
      }
      if settings.users.isEmpty {
        console.say("Person    \(username), password \(shown)")
      } else {
        console.say("People    \(settings.users.count), in the configuration file")
      }
      if settings.clients.isEmpty {
        let client = ShellWord.option("--client-id", clientID).map(ShellWord.quoted).joined(separator: " ")
        console.say("Try       pixy login \(issuer) \(client)" + Self.scopeToTry(settings.scopes))
      }
      if settings.isRegistrationOpen { console.say("Register  POST \(issuer)/register, open to everybody (RFC 7591)") }
      console.say("Everything is kept in memory and forgotten at the end. Ctrl-C ends it.")
    }
  }

  /// What the command to try asks for: who the person is, or, from a server without such scopes, all that there are.
  private static func scopeToTry(_ scopes: Scope) -> String {
    let personal = scopes.tokens.filter { ["profile", "email"].contains($0) }
    let tokens = personal.isEmpty ? scopes.tokens : personal
    return tokens.isEmpty ? "" : " --scope " + ShellWord.quoted(tokens.joined(separator: " "))
  }

  /// The people of the configuration file, or else the one. Their passwords are hashed as they are for real, at a cost that a start doesn't
  /// notice: the hashes are in this process's memory alone, and last as long as it.
  private static func people(
    _ configured: [UserSetting], or user: User, _ password: Secret
  ) async throws -> any UserDirectory {
    let cost = PasswordCost(logRounds: 13, blockSize: 8, parallelism: 1)
    let hasher = PasswordHasher(cost: cost ?? .standard)
    var people: [(user: User, password: PasswordHash)] = []
    for setting in configured { people.append(try await setting.ready(hasher)) }
    if people.isEmpty { people.append((user: user, password: try await hasher.hash(password))) }
    return PasswordDirectory(InMemoryPasswordStore(people), hasher: hasher)
  }
}
