internal import ArgumentParser

/// The options of `pixy serve run` that set a declared setting.
struct ServingOptions: ParsableArguments {
  @Option(\.host) var host: String?
  @Option(\.port) var port: String?
  @Option(\.issuer) var issuer: String?
  @Option(\.certificateFile) var certificateFile: String?
  @Option(\.certificateKeyFile) var certificateKeyFile: String?
  @Option(\.trustedProxies) var trustedProxies: String?
  @Option(\.statePort) var statePort: String?
  @Option(\.stateHost) var stateHost: String?
  @Option(\.logFormat) var logFormat: String?
  @Option(\.logLevel) var logLevel: String?
  @Option(\.scopes) var scopes: String?
  @Option(\.accessTokenFormat) var accessTokenFormat: String?
  @Option(\.idTokenAlgorithm) var idTokenAlgorithm: String?
  @Flag(\.isRegistrationOpen) var isRegistrationOpen = false
  @Option(\.initialAccessTokenFile) var initialAccessTokenFile: String?

  /// The settings that these options give.
  var flags: [SettingsOptions.FlagText] {
    [
      (ServeSetting(\.host), host), (ServeSetting(\.port), port), (ServeSetting(\.issuer), issuer),
      (ServeSetting(\.certificateFile), certificateFile), (ServeSetting(\.certificateKeyFile), certificateKeyFile),
      (ServeSetting(\.trustedProxies), trustedProxies), (ServeSetting(\.statePort), statePort),
      (ServeSetting(\.stateHost), stateHost), (ServeSetting(\.logFormat), logFormat),
      (ServeSetting(\.logLevel), logLevel), (ServeSetting(\.scopes), scopes),
      (ServeSetting(\.accessTokenFormat), accessTokenFormat), (ServeSetting(\.idTokenAlgorithm), idTokenAlgorithm),
      (ServeSetting(\.isRegistrationOpen), isRegistrationOpen ? "true" : nil),
      (ServeSetting(\.initialAccessTokenFile), initialAccessTokenFile),
    ]
  }
}
