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

/// The program: reads its configuration, then answers until it is told to stop (SIGINT, SIGTERM).
enum Program {
  static func start() async {
    let logger = Self.logger()
    do {
      try await run(logger)
    } catch {
      // Of what isn't Pixy's own, the kind must do: nobody promised that its words hold no secret.
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

  /// To standard error. `LOG_LEVEL` is one of swift-log's levels; without it, `info`.
  private static func logger() -> Logger {
    var logger = Logger(label: "my-google-info-web") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel =
      ProcessInfo.processInfo.environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .info
    return logger
  }

  /// The longest request that is no attack is Google's answer, with a code of some hundred octets in its address.
  private static var limits: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      idleTimeout: .seconds(30),
      httpDecoderConfiguration: .init(maxHeaderFieldSize: 8_192, maxHeaderListSize: 32_768, maxHeaderFieldCount: 64))
  }
}
