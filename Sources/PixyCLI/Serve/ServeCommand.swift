#if CLI
internal import ArgumentParser
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import PKCE

/// `pixy serve`: an authorization server for a laptop.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run an authorization server on this machine.",
    discussion: """
      Needs no configuration: it has one public client, one person, and keeps everything in memory. It is for \
      development and tests; everything is forgotten when it ends. Stop it with Ctrl-C.

      With --as it behaves like GitHub's, Google's or Spotify's server, in everything that they document and in what they do \
      differently: endpoints, errors, profile. What it says about itself was never compared with the real ones.
      """)

  @Option(help: "The IP address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 takes any free one.")
  var port = 8414

  @Option(help: "The https issuer, if a proxy brings TLS; without one it is the address itself.")
  var issuer: String?

  @Option(name: .customLong("as"), help: "The provider to behave like: \(LookAlikeName.list).")
  var lookAlike: LookAlikeName?

  @Option(help: "The id of the one client: pixy, unless it behaves like a provider, which has clients of its own.")
  var clientID: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: "A redirect URI more that --as lets its web application or app come back to; repeat it for more.")
  var redirectURIs: [String] = []

  @Option(help: "The user name of the one person.")
  var username = "demo"

  @Option(
    name: .customLong("password-file"),
    help: "A file with that person's password, or - for standard input; without one a password is made and shown.")
  var passwordFile: String?

  @Flag(
    name: .customLong("open-registration"), help: "Let anybody register clients (RFC 7591), until this server ends.")
  var isRegistrationOpen = false

  @Option(
    name: .customLong("tls-certificate"),
    help: "A PEM file with the server's certificate chain: then it speaks https itself.")
  var certificateFile: String?

  @Option(name: .customLong("tls-key"), help: "A PEM file with the certificate's private key.")
  var certificateKeyFile: String?

  @Option(
    name: .customLong("state-port"),
    help: "A port on 127.0.0.1 for /health/live, /health/ready and /metrics; without one there are none.")
  var statePort: Int?

  @Option(name: .customLong("log-format"), help: "How log records are written: text or json, one object a line.")
  var logFormat = LogFormat.text

  @Flag(help: "Say what happens, request by request; never a secret.")
  var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
    guard statePort.map((1...65_535).contains) ?? true else {
      throw ValidationError("The port for the server's state must be from 1 to 65535.")
    }
    guard (certificateFile == nil) == (certificateKeyFile == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together.")
    }
    guard lookAlike == nil || !isRegistrationOpen else { throw ValidationError("--open-registration isn't for --as.") }
    guard lookAlike == nil || clientID == nil else { throw ValidationError("--client-id isn't for --as.") }
    guard lookAlike != nil || redirectURIs.isEmpty else { throw ValidationError("--redirect-uri is for --as.") }
  }

  func run() async throws {
    let console = Console.standard
    let password = try passwordFile.map(SecretInput.read)
    do {
      var logger = logFormat.logger("pixy.serve", console)
      logger.logLevel = verbose ? .debug : .warning
      let made = password ?? Secret(Base64URL.encode(SystemRandomSource().octets(12)))
      if let lookAlike {
        let served = ServedLookAlike(
          name: lookAlike, username: username, password: made, isPasswordShown: password == nil,
          redirectURIs: try redirectURIs.map { text throws(URIError) in try RedirectURI(text) }, logger: logger)
        return try await served.run(host: host, port: port, issuer: issuer, console)
      }
      let clientID = clientID ?? "pixy"
      let laptop = LaptopServer(
        clientID: clientID, clientName: "Pixy",
        user: User(
          subject: Subject(rawValue: "user-1"), username: username, name: "Demo Person", email: "demo@example.com"),
        password: made, isRegistrationOpen: isRegistrationOpen, keys: try LaptopServer.newKeys(), logger: logger)
      let isShown = password == nil
      let (username, isOpen) = (username, isRegistrationOpen)
      let metrics = PrometheusMetrics()
      let server = HummingbirdAuthorizationServer(
        host: host, port: port, issuer: try issuer.map { text throws(URIError) in try Issuer(text) },
        identity: try identity(), logger: logger,
        make: { MeasuredServer(try laptop.make($0), factory: metrics) },
        onListening: { issuer in
          console.say("Issuer    \(issuer)")
          console.say(
            "Client    \(clientID), public, redirect URI http://127.0.0.1:PORT\(LaptopServer.callbackPath) with any port"
          )
          console.say("Person    \(username), password \(isShown ? made.reveal() : "as given")")
          console.say("Try       pixy login \(issuer) --client-id \(clientID) --scope 'profile email'")
          if isOpen { console.say("Register  POST \(issuer)/register, open to everybody (RFC 7591)") }
          console.say("Everything is kept in memory and forgotten at the end. Ctrl-C ends it.")
        })
      try await server.runUntilSignalled(
        with: statePort.map { port in
          HummingbirdAuthorizationServer(
            port: port, logger: logger, make: { _ in ServerState(metrics: metrics, isReady: { true }) })
        })
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  /// The certificate for https, if one was given.
  private func identity() throws -> ServerIdentity? {
    guard let certificateFile, let certificateKeyFile else { return nil }
    return try ServerIdentity(
      certificateChain: Array(SecretInput.read(certificateFile).reveal().utf8),
      privateKey: SecretInput.read(certificateKeyFile))
  }
}
#endif
