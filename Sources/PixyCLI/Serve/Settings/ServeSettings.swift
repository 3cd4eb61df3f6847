internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer

/// What `pixy serve` and its subcommands do: every setting as the value that it means, with what holds where nobody said anything.
struct ServeSettings: Sendable {
  var issuer: Issuer?
  var host: String
  var port: Int
  var statePort: Int?
  /// Where that port listens.
  var stateHost: String
  /// The database's path; without one everything is kept in memory.
  var database: String?
  var sealKeyFile: String?
  var sealKey: Secret?
  var certificateFile: String?
  var certificateKeyFile: String?
  /// Whose certificates clients may show in the TLS handshake.
  var clientAuthoritiesFile: String?
  /// Whether clients may show any certificate.
  var takesAnyClientCertificate: Bool
  var trustedProxies: Set<ClientAddress> = []
  var logFormat: LogFormat
  /// The least important records that are written. Where nobody said it: warnings on a laptop, notices for real.
  var logLevel: Logger.Level?
  var scopes: Scope
  var resources: [String]?
  /// The `aud` of tokens for no resource in particular.
  var defaultAudience: String?
  /// The types of authorization details that the configuration file has.
  var detailTypes: [DetailTypeSetting] = []
  var accessTokenFormat: AccessTokenFormat
  /// What the server signs with; the first where nobody asked for another.
  var algorithms: [SignatureAlgorithm]
  /// How well a password recognizes a person here (`acr`).
  var passwordContext: String?
  /// Whether every client must push its requests.
  var requiresPushedRequests: Bool
  /// How many requests of one address are kept in a minute for clients that prove nothing.
  var unprovenPerAddress: Int
  var isRegistrationOpen: Bool
  var initialAccessTokenFile: String?
  var registrationGrants: Set<GrantType>?
  /// The most that clients may register; everything if nil.
  var registrationScopes: Scope?
  var maximumClients: Int
  /// Whose software statements are believed.
  var softwareStatementIssuers: [String: JSONWebKeySet] = [:]
  /// What clients' assertions, request objects and DPoP proofs may be signed with.
  var clientAssertionAlgorithms: Set<SignatureAlgorithm>
  var requestObjectAlgorithms: Set<SignatureAlgorithm>
  var dpopAlgorithms: Set<SignatureAlgorithm>
  /// Whether DPoP proofs need a nonce of the server's.
  var givesDPoPNonces: Bool
  /// What pairwise subjects are made with.
  var pairwiseSaltFile: String?
  var lifetimes = TokenLifetimes()
  /// How long devices wait between two polls.
  var devicePollInterval: Duration
  /// How many wrong user codes are looked at in a minute.
  var wrongUserCodes: WrongUserCodeLimits
  /// The folder with templates that stand in for built-in ones.
  var pageTemplates: String?
  /// The folder with texts in other languages, or in place of built-in ones.
  var pageTexts: String?
  /// The language of the pages for people who understand none that there is.
  var pageLanguage: String
  var trustedIssuers: [TrustedIssuerSetting] = []
  /// The clients and the people of the configuration file.
  var clients: [ClientSetting] = []
  var users: [UserSetting] = []

  /// Makes sense of settings.
  /// - Throws: `SettingsError` if a value can't be used, or two of them don't go together.
  init(_ settled: SettledSettings) throws(SettingsError) {
    issuer = try settled.text(.issuer).map { text throws(SettingsError) in
      do throws(URIError) {
        return try Issuer(text)
      } catch {
        throw settled.unfit(.issuer, "can't be used: \(error.explanation)")
      }
    }
    host = settled.text(.host) ?? ""
    port = settled.number(.port) ?? 0
    statePort = settled.number(.statePort)
    stateHost = settled.text(.stateHost) ?? ""
    database = settled.text(.database)
    sealKeyFile = settled.text(.sealKeyFile)
    sealKey = settled.sealKey
    certificateFile = settled.text(.certificateFile)
    certificateKeyFile = settled.text(.certificateKeyFile)
    clientAuthoritiesFile = settled.text(.clientAuthoritiesFile)
    takesAnyClientCertificate = settled[.takesAnyClientCertificate]?.bool ?? false
    clientAssertionAlgorithms = settled.algorithms(.clientAssertionAlgorithms)
    requestObjectAlgorithms = settled.algorithms(.requestObjectAlgorithms)
    dpopAlgorithms = settled.algorithms(.dpopAlgorithms)
    givesDPoPNonces = settled[.givesDPoPNonces]?.bool ?? false
    pairwiseSaltFile = settled.text(.pairwiseSaltFile)
    logFormat = settled.text(.logFormat).flatMap { LogFormat(rawValue: $0) } ?? .text
    logLevel = settled.text(.logLevel).flatMap { Logger.Level(rawValue: $0) }
    do throws(ScopeError) {
      scopes = try Scope(settled.texts(.scopes) ?? [])
    } catch {
      throw settled.unfit(.scopes, "can't be used: \(error)")
    }
    resources = settled.texts(.resources)
    guard resources?.allSatisfy(ParsedURI.isResource) ?? true else {
      throw settled.unfit(.resources, "has one that is not an absolute URI without a fragment (RFC 8707 §2)")
    }
    defaultAudience = settled.text(.defaultAudience)
    passwordContext = settled.text(.passwordContext)
    // Clients ask for several with spaces between them (OpenID Connect Core §3.1.2.1, acr_values).
    if passwordContext?.contains(where: \.isWhitespace) == true {
      throw settled.unfit(.passwordContext, "has spaces: it is one absolute URI, or a name that is registered for it")
    }
    requiresPushedRequests = settled[.requiresPushedRequests]?.bool ?? false
    unprovenPerAddress = settled.number(.unprovenPerAddress) ?? 0
    maximumClients = settled.number(.maximumClients) ?? 0
    if let tokens = settled.texts(.registrationScopes) {
      guard let scope = try? Scope(tokens), scope.isSubset(of: scopes) else {
        throw settled.unfit(.registrationScopes, "has one that \(ServeSetting.scopes.rawValue) doesn't have")
      }
      registrationScopes = scope
    }
    accessTokenFormat = settled.text(.accessTokenFormat).flatMap { AccessTokenFormat(rawValue: $0) } ?? .opaque
    algorithms = try settled.signingAlgorithms()
    isRegistrationOpen = settled[.isRegistrationOpen]?.bool ?? false
    initialAccessTokenFile = settled.text(.initialAccessTokenFile)
    pageTemplates = settled.text(.pageTemplates)
    pageTexts = settled.text(.pageTexts)
    pageLanguage = settled.text(.pageLanguage) ?? ""
    devicePollInterval = .seconds(settled.number(.devicePollInterval) ?? 0)
    wrongUserCodes = WrongUserCodeLimits(
      perAddress: settled.number(.wrongUserCodesPerAddress) ?? 0, inAll: settled.number(.wrongUserCodesInAll) ?? 0)
    for text in settled.texts(.trustedProxies) ?? [] {
      guard let address = ClientAddress(text) else {
        throw settled.unfit(.trustedProxies, "has something that is no IP address")
      }
      trustedProxies.insert(address)
    }
    registrationGrants = try settled.texts(.registrationGrants).map { names throws(SettingsError) in
      let grants = names.compactMap { GrantType(shortName: $0) }
      guard grants.count == names.count, !grants.isEmpty else {
        throw settled.unfit(.registrationGrants, "must have grants out of: \(GrantType.shortNames)")
      }
      return Set(grants)
    }
    for json in settled[.softwareStatementIssuers]?.array ?? [] {
      let issuer = try StatementIssuerSetting(json, settled)
      guard softwareStatementIssuers.updateValue(issuer.keys, forKey: issuer.issuer) == nil else {
        throw settled.unfit(.softwareStatementIssuers, "has one issuer twice")
      }
    }
    for json in settled[.trustedIssuers]?.array ?? [] {
      trustedIssuers.append(try TrustedIssuerSetting(json, settled))
    }
    for json in settled[.detailTypes]?.array ?? [] {
      let type = try DetailTypeSetting(json, settled)
      guard !detailTypes.contains(where: { $0.name == type.name }) else {
        throw settled.unfit(.detailTypes, "has one type twice")
      }
      detailTypes.append(type)
    }
    try readClientsAndUsers(settled)
    readLifetimes(settled)
    guard statePort != nil || settled.settled[.stateHost] == nil else {
      throw .missing("state_host says where state_port listens, and there is no state_port.")
    }
    try check()
  }

  /// How clients can prove who they are with a certificate.
  var certificateMethods: Set<CertificateMethod> {
    takesAnyClientCertificate ? [.selfSigned] : clientAuthoritiesFile != nil ? [.issued] : []
  }

  /// What holds where nobody said anything.
  static func usual() throws(SettingsError) -> ServeSettings {
    try ServeSettings(try SettledSettings(flags: [:], environment: [:], file: nil, folder: "/"))
  }

  private mutating func readClientsAndUsers(_ settled: SettledSettings) throws(SettingsError) {
    for json in settled[.clients]?.array ?? [] {
      let setting = try ClientSetting(json, settled, self)
      guard !clients.contains(where: { $0.client.id == setting.client.id }) else {
        throw settled.unfit(.clients, "has two clients with one client_id")
      }
      clients.append(setting)
    }
    for json in settled[.users]?.array ?? [] {
      let setting = try UserSetting(json, settled)
      let (username, subject) = (setting.user.username, setting.user.subject)
      guard !users.contains(where: { $0.user.username == username || $0.user.subject == subject }) else {
        throw settled.unfit(.users, "has two people with one username or subject")
      }
      users.append(setting)
    }
  }

  private mutating func readLifetimes(_ settled: SettledSettings) {
    func lifetime(_ setting: ServeSetting, _ path: WritableKeyPath<TokenLifetimes, Duration>) {
      if let seconds = settled.number(setting) { lifetimes[keyPath: path] = .seconds(seconds) }
    }
    lifetime(.codeLifetime, \.authorizationCode)
    lifetime(.accessTokenLifetime, \.accessToken)
    lifetime(.refreshTokenLifetime, \.refreshToken)
    lifetime(.refreshTokenLeeway, \.refreshTokenLeeway)
    lifetime(.idTokenLifetime, \.idToken)
    lifetime(.deviceCodeLifetime, \.deviceCode)
    lifetime(.sessionIdle, \.sessionIdle)
    lifetime(.sessionLifetime, \.session)
  }

  private func check() throws(SettingsError) {
    guard (certificateFile == nil) == (certificateKeyFile == nil) else {
      throw .missing("tls.certificate and tls.key go together, and one of them is missing.")
    }
    guard certificateMethods.isEmpty || certificateFile != nil else {
      throw .missing(
        "Clients show certificates to a server that has one itself: tls.certificate and tls.key are missing.")
    }
    guard !takesAnyClientCertificate || clientAuthoritiesFile == nil else {
      throw .conflict(
        "With tls.any_client_certificate every certificate is taken, so that tls.client_authorities means nothing.")
    }
    guard !isRegistrationOpen || initialAccessTokenFile == nil else {
      throw .conflict(
        "With registration.open everybody may register clients, so that an initial access token means nothing.")
    }
    guard sealKeyFile == nil || sealKey == nil else {
      throw .conflict("seal_key_file and the variable \(SettledSettings.sealKeyVariable) both give the sealing key.")
    }
    guard statePort != port || port == 0 || host != stateHost else {
      throw .conflict("The server's state can't have the server's own port.")
    }
    guard devicePollInterval < lifetimes.deviceCode else {
      throw .conflict("With this device_codes.interval a device's code would expire before its second poll.")
    }
  }
}
