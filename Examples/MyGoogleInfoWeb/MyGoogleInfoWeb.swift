internal import CLibrary
internal import FoundationBasics
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import PixyWeb

/// The program: reads its settings, then serves requests until it receives SIGINT or SIGTERM.
@main struct MyGoogleInfoWeb {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    var logger = Logger(label: "my-google-info-web") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .info
    do {
      let settings = try Settings(environment: environment, arguments: Array(CommandLine.arguments.dropFirst()))
      try await run(settings, logger)
    } catch {
      // Only the type of an error that isn't Pixy's: its description may contain a secret.
      logger.critical("\((error as? any ExplainedError)?.description ?? "could not run: \(type(of: error))")")
      exit(1)
    }
  }

  private static func run(_ settings: Settings, _ logger: Logger) async throws {
    let client = ProviderClient(
      settings.provider, id: settings.clientID, secret: settings.clientSecret, through: AsyncHTTPClientTransport(),
      limits: HTTPLimits(timeout: .seconds(10)), logger: logger)
    let signIn = try WebSignIn(
      [client], at: settings.publicAddress, key: settings.sessionKey, sessions: settings.sessions,
      pages: MustacheSignInPages(title: "My Google Info"), logger: logger)
    try await signIn.validate()
    let page = try ProfilePage(signIn)

    let router = Router(context: BasicSessionRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: WebSignInMiddleware(signIn))
    router.add(middleware: ErrorPageMiddleware(signIn))
    router.get("/icon.svg") { _, _ in Icon.response }
    router.group().add(middleware: SignInRequiredMiddleware(signIn))
      .get("/") { _, context in try await page.response(to: context.requireSession()) }
    if let api = settings.peopleAPI { try ScriptPage.add(to: router, signIn, api: api) }

    let application = Application(
      router: router, server: .http1(configuration: limits),
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { _ in logger.notice("ready: open \(settings.publicAddress.origin) in a browser") },
      logger: logger)
    do {
      try await application.runService()
    } catch let error as IOError {
      throw SettingsError("Listening on \(settings.host):\(settings.port) failed: \(error).", "Set another PORT.")
    }
  }

  /// The limits on requests. The longest legitimate field is that of the cookies: the
  /// library's have at most 6,000 bytes.
  private static var limits: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      idleTimeout: .seconds(30),
      httpDecoderConfiguration: .init(maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 64))
  }
}
