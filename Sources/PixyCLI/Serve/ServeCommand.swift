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
      """)

  @Option(help: "The IP address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 takes any free one.")
  var port = 8414

  @Option(help: "The https issuer, if a proxy brings TLS; without one it is the address itself.")
  var issuer: String?

  @Option(help: "The id of the one client.")
  var clientID = "pixy"

  @Option(help: "The user name of the one person.")
  var username = "demo"

  @Option(
    name: .customLong("password-file"),
    help: "A file with that person's password, or - for standard input; without one a password is made and shown.")
  var passwordFile: String?

  @Flag(help: "Say what happens, request by request; never a secret.")
  var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
  }

  func run() async throws {
    let console = Console.standard
    let password = try passwordFile.map(SecretInput.read)
    do {
      var logger = Logger(label: "pixy.serve") { _ in ConsoleLogHandler(console: console) }
      logger.logLevel = verbose ? .debug : .warning
      let made = password ?? Secret(Base64URL.encode(SystemRandomSource().octets(12)))
      let laptop = LaptopServer(
        clientID: clientID, clientName: "Pixy",
        user: User(
          subject: Subject(rawValue: "user-1"), username: username, name: "Demo Person", email: "demo@example.com"),
        password: made, logger: logger)
      let isShown = password == nil
      let (clientID, username) = (clientID, username)
      let server = HummingbirdAuthorizationServer(
        host: host, port: port, issuer: try issuer.map { text throws(URIError) in try Issuer(text) }, logger: logger,
        make: laptop.make,
        onListening: { issuer in
          console.say("Issuer    \(issuer)")
          console.say(
            "Client    \(clientID), public, redirect URI http://127.0.0.1:PORT\(LaptopServer.callbackPath) with any port"
          )
          console.say("Person    \(username), password \(isShown ? made.reveal() : "as given")")
          console.say("Try       pixy login \(issuer) --client-id \(clientID) --scope 'profile email'")
          console.say("Everything is kept in memory and forgotten at the end. Ctrl-C ends it.")
        })
      try await server.runUntilSignalled()
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
#endif
