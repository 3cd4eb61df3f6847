#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthProviders

/// The program: reads its configuration, then serves requests until it receives SIGINT or SIGTERM.
enum Program {
  static func start() async {
    let logger = Self.logger()
    do {
      try await run(logger)
    } catch {
      // Only the type of an error that isn't Pixy's: its description may contain a secret.
      logger.critical("\((error as? any ExplainedError)?.description ?? "could not run: \(type(of: error))")")
      exit(1)
    }
  }

  private static func run(_ logger: Logger) async throws {
    let configuration = try Configuration(
      environment: ProcessInfo.processInfo.environment, arguments: Array(CommandLine.arguments.dropFirst()))
    let client = ProviderClient(
      configuration.provider, id: configuration.clientID, secret: configuration.clientSecret,
      through: AsyncHTTPClientTransport(), limits: HTTPLimits(timeout: .seconds(10)), logger: logger)
    let site = Site(
      client: client, publicAddress: configuration.publicAddress, sessions: SessionTable(), pages: try Pages(),
      logger: logger)
    try await site.rehearse()
    let application = Application(
      router: site.router(), server: .http1(configuration: limits),
      configuration: ApplicationConfiguration(address: .hostname(configuration.host, port: configuration.port)),
      onServerRunning: { _ in logger.notice("ready: open \(configuration.publicAddress.origin) in a browser") },
      logger: logger)
    do {
      try await application.runService()
    } catch let error as IOError {
      throw ConfigurationError.listening(
        address: "\(configuration.host):\(configuration.port)", cause: UntrustedText("\(error)"))
    }
  }

  /// The logger, which writes to standard error. Its level is `LOG_LEVEL`, one of swift-log's
  /// levels. Default: `info`.
  private static func logger() -> Logger {
    var logger = Logger(label: "my-google-info-web") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel =
      ProcessInfo.processInfo.environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .info
    return logger
  }

  /// The limits on requests. The longest legitimate request is Google's callback, with a code of
  /// some hundred bytes.
  private static var limits: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      idleTimeout: .seconds(30),
      httpDecoderConfiguration: .init(maxHeaderFieldSize: 8_192, maxHeaderListSize: 32_768, maxHeaderFieldCount: 64))
  }
}
