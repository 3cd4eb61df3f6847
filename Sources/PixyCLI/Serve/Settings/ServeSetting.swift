internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer

/// What can be set for `pixy serve`: by a member of the configuration file, an environment variable or a flag. The raw value is the
/// member's path.
enum ServeSetting: String, CaseIterable {
  case issuer
  case host
  case port
  case statePort = "state_port"
  case stateHost = "state_host"
  case database
  case sealKeyFile = "seal_key_file"
  case certificateFile = "tls.certificate"
  case certificateKeyFile = "tls.key"
  case clientAuthoritiesFile = "tls.client_authorities"
  case takesAnyClientCertificate = "tls.any_client_certificate"
  case trustedProxies = "trusted_proxies"
  case logFormat = "log.format"
  case logLevel = "log.level"
  case scopes
  case resources
  case defaultAudience = "default_audience"
  case detailTypes = "authorization_details_types"
  case accessTokenFormat = "access_token_format"
  case signingAlgorithms = "signing_algorithms"
  case idTokenAlgorithm = "id_token_algorithm"
  case passwordContext = "acr"
  case isRegistrationOpen = "registration.open"
  case initialAccessTokenFile = "registration.initial_access_token_file"
  case registrationGrants = "registration.grants"
  case registrationScopes = "registration.scopes"
  case maximumClients = "registration.maximum_clients"
  case softwareStatementIssuers = "registration.software_statement_issuers"
  case requiresPushedRequests = "require_pushed_authorization_requests"
  case unprovenPerAddress = "unproven_requests_per_address"
  case clientAssertionAlgorithms = "client_assertion_algorithms"
  case requestObjectAlgorithms = "request_object_algorithms"
  case dpopAlgorithms = "dpop_algorithms"
  case givesDPoPNonces = "dpop_nonces"
  case pairwiseSaltFile = "pairwise_salt_file"
  case codeLifetime = "lifetimes.authorization_code"
  case accessTokenLifetime = "lifetimes.access_token"
  case refreshTokenLifetime = "lifetimes.refresh_token"
  case refreshTokenLeeway = "lifetimes.refresh_token_leeway"
  case idTokenLifetime = "lifetimes.id_token"
  case deviceCodeLifetime = "lifetimes.device_code"
  case devicePollInterval = "device_codes.interval"
  case wrongUserCodesPerAddress = "device_codes.wrong_per_address"
  case wrongUserCodesInAll = "device_codes.wrong_in_all"
  case sessionIdle = "lifetimes.session_idle"
  case sessionLifetime = "lifetimes.session"
  case pageTemplates = "pages.templates"
  case pageTexts = "pages.texts"
  case pageLanguage = "pages.language"
  case trustedIssuers = "trusted_issuers"
  case clients
  case users

  /// Its environment variable: `PIXY_SERVE_TLS_KEY` for `tls.key`.
  var variable: String {
    Self.variables + rawValue.replacing(".", with: "_").uppercased()
  }

  /// How the names of all environment variables begin.
  static let variables = "PIXY_SERVE_"

  /// What holds where nobody said anything; `nil` if there is nothing then, or if it depends on other settings.
  var usual: JSONValue? {
    let lifetimes = TokenLifetimes()
    return switch self {
    case .host, .stateHost: "127.0.0.1"
    case .port: 8_414
    case .trustedProxies, .trustedIssuers, .softwareStatementIssuers, .detailTypes, .clients, .users: []
    case .maximumClients: .integer(Int64(RegistrationPolicy.closed.maximumClients))
    case .logFormat: "text"
    case .scopes: ["openid", "profile", "email", "offline_access"]
    case .accessTokenFormat: "opaque"
    case .signingAlgorithms: ["ES256", "RS256"]
    case .clientAssertionAlgorithms: .names(TokenRules().assertionAlgorithms)
    case .requestObjectAlgorithms: .names(AuthorizationRequestRules().requestObjectAlgorithms)
    case .dpopAlgorithms: .names(DPoPProofPolicy.strictAlgorithms)
    case .isRegistrationOpen, .takesAnyClientCertificate, .givesDPoPNonces, .requiresPushedRequests: false
    case .codeLifetime: .seconds(lifetimes.authorizationCode)
    case .accessTokenLifetime: .seconds(lifetimes.accessToken)
    case .refreshTokenLifetime: .seconds(lifetimes.refreshToken)
    case .refreshTokenLeeway: .seconds(lifetimes.refreshTokenLeeway)
    case .idTokenLifetime: .seconds(lifetimes.idToken)
    case .deviceCodeLifetime: .seconds(lifetimes.deviceCode)
    case .devicePollInterval: 5
    case .wrongUserCodesPerAddress: 5
    case .wrongUserCodesInAll, .unprovenPerAddress: 1_000
    case .sessionIdle: .seconds(lifetimes.sessionIdle)
    case .sessionLifetime: .seconds(lifetimes.session)
    case .pageLanguage: "en"
    case .issuer, .statePort, .database, .sealKeyFile, .certificateFile, .certificateKeyFile, .clientAuthoritiesFile,
      .logLevel, .resources, .idTokenAlgorithm, .initialAccessTokenFile, .registrationGrants, .pairwiseSaltFile,
      .pageTemplates, .pageTexts, .defaultAudience, .passwordContext, .registrationScopes:
      nil
    }
  }

  /// What a value must be.
  var kind: SettingKind {
    switch self {
    case .issuer, .host, .stateHost, .pageLanguage, .defaultAudience, .passwordContext: .text
    case .database, .sealKeyFile, .certificateFile, .certificateKeyFile, .clientAuthoritiesFile,
      .initialAccessTokenFile, .pairwiseSaltFile, .pageTemplates, .pageTexts:
      .path
    case .port: .number(0...65_535)
    case .statePort: .number(1...65_535)
    case .trustedProxies, .scopes, .resources, .registrationGrants, .registrationScopes: .list
    case .logFormat: .choice(["text", "json"])
    case .logLevel: .choice(Logger.Level.allCases.map(\.rawValue))
    case .accessTokenFormat: .choice(["opaque", "jwt"])
    case .idTokenAlgorithm: .choice(SignatureAlgorithm.asymmetric.map(\.rawValue).sorted())
    case .signingAlgorithms, .clientAssertionAlgorithms, .requestObjectAlgorithms, .dpopAlgorithms:
      .choices(SignatureAlgorithm.asymmetric.map(\.rawValue).sorted())
    case .isRegistrationOpen, .takesAnyClientCertificate, .givesDPoPNonces, .requiresPushedRequests: .flag
    case .maximumClients: .number(1...1_000_000)
    case .codeLifetime: .number(1...600)
    case .deviceCodeLifetime: .number(1...1_800)
    case .devicePollInterval: .number(1...300)
    case .wrongUserCodesPerAddress, .wrongUserCodesInAll: .number(1...1_000)
    case .unprovenPerAddress: .number(1...1_000_000)
    case .refreshTokenLeeway: .number(0...60)
    case .accessTokenLifetime, .refreshTokenLifetime, .idTokenLifetime, .sessionIdle, .sessionLifetime:
      .number(1...315_360_000)
    case .trustedIssuers, .softwareStatementIssuers, .detailTypes, .clients, .users: .objects
    }
  }
}

extension JSONValue {
  fileprivate static func seconds(_ duration: Duration) -> JSONValue { .integer(duration.components.seconds) }

  fileprivate static func names(_ algorithms: Set<SignatureAlgorithm>) -> JSONValue {
    .array(algorithms.map(\.rawValue).sorted().map { .string($0) })
  }
}
