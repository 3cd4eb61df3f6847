#if CLI
internal import ArgumentParser
internal import Logging
internal import OAuth
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthUserAgent
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `pixy login`: signs a person in with the authorization code grant and PKCE.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in with your browser.",
    discussion: """
      Finds the server's endpoints by its issuer, opens the sign-in page in your browser, waits on 127.0.0.1 for the \
      answer, checks state and iss, and redeems the code with PKCE. The address is always shown, so that you can open \
      it yourself. BROWSER names another browser.

      ID tokens are not verified yet; nothing of them is used.
      """)

  @Argument(help: "The issuer, for example https://accounts.example.com; leave it out if you give both endpoints.")
  var issuer: String?

  @Option(help: "The client id from your registration with the server.")
  var clientID: String

  @Option(
    name: .customLong("client-secret-file"),
    help: "A file with the client secret, or - for standard input; only for confidential clients.")
  var clientSecretFile: String?

  @Flag(help: "Send the client secret in the body (client_secret_post) instead of a header field.")
  var clientSecretPost = false

  @Option(name: .customLong("authorization-endpoint"), help: "For servers that publish no metadata.")
  var authorizationEndpoint: String?

  @Option(name: .customLong("token-endpoint"), help: "For servers that publish no metadata.")
  var tokenEndpoint: String?

  @Option(name: .customLong("userinfo-endpoint"), help: "For servers that publish no metadata.")
  var userInfoEndpoint: String?

  @Option(help: "What to ask for; repeat it, or separate by spaces.")
  var scope: [String] = []

  @Option(help: "One more authorization parameter, as name=value; repeat it for more.")
  var parameter: [String] = []

  @Option(help: "The port of the redirect URI on 127.0.0.1; 0 takes any free one.")
  var port = 0

  @Option(help: "The path of the redirect URI.")
  var redirectPath = "/callback"

  @Option(help: "How many seconds to wait for the browser.")
  var timeout = 300

  @Flag(help: "Do not open a browser; show the address only.")
  var noBrowser = false

  @Flag(help: "Print the access token.")
  var token = false

  @Flag(help: "Print the whole token answer as JSON. It holds secrets.")
  var json = false

  @Flag(help: "Refresh once after signing in, to see that it works.")
  var refresh = false

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("The timeout must be from 1 to 86400 seconds.") }
    guard (authorizationEndpoint == nil) == (tokenEndpoint == nil) else {
      throw ValidationError("Give both --authorization-endpoint and --token-endpoint, or neither.")
    }
    guard issuer != nil || tokenEndpoint != nil else {
      throw ValidationError("Give an issuer, or --authorization-endpoint and --token-endpoint.")
    }
    guard !(token && json) else { throw ValidationError("Give --token or --json, not both.") }
    guard !(clientSecretPost && clientSecretFile == nil) else {
      throw ValidationError("--client-secret-post needs --client-secret-file.")
    }
  }

  func run() async throws {
    let authentication = try authentication()
    let parameters = try parameters()
    let console = Console.standard
    do {
      let login = Login(
        server: try server(), clientID: clientID, authentication: authentication,
        scope: try Scope(parameter: scope.joined(separator: " ")), parameters: parameters,
        userAgent: userAgent(console), refreshes: refresh, transport: AsyncHTTPClientTransport(),
        logger: logger(console))
      let outcome = try await login.run(saying: console.say)
      if token { console.result(outcome.tokens.accessToken.reveal()) }
      if json { console.result(outcome.json) }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func authentication() throws -> ClientAuthentication {
    guard let clientSecretFile else { return .none }
    let secret = try SecretInput.read(clientSecretFile)
    return clientSecretPost ? .clientSecretPost(secret) : .clientSecretBasic(secret)
  }

  private func parameters() throws -> FormParameters {
    var parameters = FormParameters()
    for text in parameter {
      guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
        throw ValidationError("--parameter takes name=value.")
      }
      parameters.append(String(text[..<separator]), String(text[text.index(after: separator)...]))
    }
    return parameters
  }

  private func server() throws -> Login.Server {
    guard let authorizationEndpoint, let tokenEndpoint else {
      return .discovered(try Issuer(issuer ?? ""))
    }
    return .known(
      AuthorizationServerMetadata(
        issuer: try issuer.map { text throws(URIError) in try Issuer(text) },
        authorizationEndpoint: try Endpoint(authorizationEndpoint), tokenEndpoint: try Endpoint(tokenEndpoint),
        userInfoEndpoint: try userInfoEndpoint.map { text throws(URIError) in try Endpoint(text) }))
  }

  private func userAgent(_ console: Console) -> LoopbackUserAgent {
    let browser = SystemBrowser(environment: ProcessInfo.processInfo.environment)
    let opens = !noBrowser && browser.isAvailable
    return LoopbackUserAgent(
      port: port, path: redirectPath, timeout: .seconds(timeout), browser: opens ? browser : NoBrowser(),
      announce: { attempt in
        console.say(opens ? "Your browser opens this address; if it does not, open it yourself:" : "Open this address:")
        console.say("")
        console.say("  \(attempt.url)")
        console.say("")
        console.say("Waiting for the answer on \(attempt.redirectURI) …")
      },
      logger: logger(console))
  }

  private func logger(_ console: Console) -> Logger {
    var logger = Logger(label: "pixy") { _ in ConsoleLogHandler(console: console) }
    logger.logLevel = verbose ? .debug : .notice
    return logger
  }
}
#endif
