internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerPostgreSQL

/// The settings of `pixy serve` and its subcommands, checked against each other.
///
/// Each member of ``DeclaredSettings`` is a member here with its value, or its default. The
/// properties below hold what needs a further step: parsing, or the other settings.
@dynamicMemberLookup struct ServeSettings: Sendable {
  let resolution: ResolvedSettings
  let issuer: Issuer?
  /// All scopes that the server issues.
  let scopes: Scope
  /// The scope of requests without `scope`.
  let defaultScope: Scope
  /// The place of the database; nil if everything stays in memory.
  let databasePlace: DatabasePlace?
  /// The place of the database's read replica; nil if there is none.
  let replicaPlace: DatabasePlace?
  let trustedProxies: Set<ClientAddress>
  /// The algorithms that the server signs with; the first is the default for ID tokens.
  let algorithms: [SignatureAlgorithm]
  /// The grants that clients may register for themselves; nil for the default.
  let registrationGrants: Set<GrantType>?
  /// The scopes that clients may register for themselves; nil for the default.
  let registrationScopes: Scope?
  /// The keys of each issuer whose software statements are accepted.
  private(set) var softwareStatementIssuers: [String: JSONWebKeySet] = [:]
  private(set) var trustedIssuers: [TrustedIssuerSetting] = []
  /// The clients that get identity assertions for other servers.
  private(set) var identityAssertions: [IdentityAssertionPermission] = []
  private(set) var detailTypes: [DetailTypeSetting] = []
  /// The clients of the configuration file.
  private(set) var clients: [ClientSetting] = []
  /// The users of the configuration file.
  private(set) var users: [UserSetting] = []
  /// The number of days for which the database keeps the records of its servers; nil unless a command
  /// reads it. It stands in for `audit.database_days`, which only the server's settings have.
  var inheritedAuditDays: Int?
  /// Whether `--verbose` lowers the log level to `debug`.
  var isVerbose = false

  /// Interprets the settings.
  /// - Throws: `SettingsError` if a value is invalid, or two settings contradict each other.
  init(_ resolution: ResolvedSettings) throws(SettingsError) {
    self.resolution = resolution
    issuer = try resolution[\.issuer].map { text throws(SettingsError) in
      do throws(URIError) {
        return try Issuer(text)
      } catch {
        throw resolution.invalid(\.issuer, "is invalid. \(error.clause)")
      }
    }
    do throws(ScopeError) {
      scopes = try Scope(resolution[\.scopes])
    } catch {
      throw resolution.invalid(\.scopes, "is invalid. \(error.clause)")
    }
    guard let defaultScope = try? Scope(resolution[\.defaultScope]), defaultScope.isSubset(of: scopes) else {
      throw resolution.invalid(\.defaultScope, "contains a scope that is not in \(ServeSetting(\.scopes).path)")
    }
    self.defaultScope = defaultScope
    databasePlace = try resolution.place(\.database)
    replicaPlace = try resolution.place(\.replicaDatabase)
    trustedProxies = try Set(
      resolution[\.trustedProxies].map { text throws(SettingsError) in
        guard let address = ClientAddress(text) else {
          throw resolution.invalid(\.trustedProxies, "contains an entry that is not an IP address")
        }
        return address
      })
    algorithms = try resolution.algorithms()
    registrationGrants = try resolution[\.registrationGrants].map { names throws(SettingsError) in
      if let unknown = names.first(where: { GrantType(shortName: $0) == nil }) {
        throw resolution.invalid(
          \.registrationGrants,
          "contains \(UntrustedText(unknown)), which is none of: \(GrantType.shortNames)")
      }
      guard !names.isEmpty else {
        throw resolution.invalid(\.registrationGrants, "must contain one or more of: \(GrantType.shortNames)")
      }
      return Set(names.compactMap { GrantType(shortName: $0) })
    }
    registrationScopes = try resolution[\.registrationScopes].map { [scopes] tokens throws(SettingsError) in
      guard let scope = try? Scope(tokens), scope.isSubset(of: scopes) else {
        throw resolution.invalid(\.registrationScopes, "contains a scope that is not in \(ServeSetting(\.scopes).path)")
      }
      return scope
    }
    try readObjects()
    try check()
  }

  /// The value of a declared setting, or its default.
  subscript<Value>(dynamicMember key: KeyPath<DeclaredSettings, DeclaredSetting<Value>>) -> Value { resolution[key] }

  /// The key that encrypts the signing keys, if a variable contains it.
  var sealKey: Secret? { resolution.sealKey }

  /// The ID token algorithm of clients that name none; nil if the server signs no ID tokens.
  /// OpenID Connect Registration §2 says RS256, and many applications accept nothing else.
  var idTokenAlgorithmOfClients: SignatureAlgorithm? {
    guard scopes.contains("openid") else { return nil }
    return self.idTokenAlgorithm ?? (algorithms.contains(.rs256) ? .rs256 : algorithms.first)
  }

  /// The replica that answers introspection and UserInfo; nil if the settings name none.
  var replica: PostgreSQLServerDatabase.Replica? {
    self.replicaDatabase.map { PostgreSQLServerDatabase.Replica($0, atMost: self.replicaLimit) }
  }

  /// With a database a server is meant to be used, and the answer to a refresh can be lost on the network,
  /// in a restart or in a failover: the client comes back with the spent token.
  private var leeway: Duration {
    self.refreshTokenLeeway ?? (self.database == nil ? TokenLifetimes().refreshTokenLeeway : .seconds(30))
  }

  var lifetimes: TokenLifetimes {
    TokenLifetimes(
      authorizationCode: self.codeLifetime, accessToken: self.accessTokenLifetime,
      refreshToken: self.refreshTokenLifetime, refreshTokenLeeway: leeway,
      deviceCode: self.deviceCodeLifetime, idToken: self.idTokenLifetime, sessionIdle: self.sessionIdle,
      session: self.sessionLifetime)
  }

  /// The number of wrong user codes a minute that are checked (RFC 8628 §5.1).
  var wrongUserCodes: WrongUserCodeLimits {
    WrongUserCodeLimits(perAddress: self.wrongUserCodesPerAddress, inAll: self.wrongUserCodesInAll)
  }

  /// The client authentication methods that use a certificate.
  var certificateMethods: Set<CertificateMethod> {
    self.acceptsAnyClientCertificate ? [.selfSigned] : self.clientAuthoritiesFile != nil ? [.issued] : []
  }

  /// Reads the settings that are lists of objects. Clients come after what they refer to.
  private mutating func readObjects() throws(SettingsError) {
    for json in resolution[\.softwareStatementIssuers] {
      let issuer = try StatementIssuerSetting(json, resolution)
      guard softwareStatementIssuers.updateValue(issuer.keys, forKey: issuer.issuer) == nil else {
        throw resolution.invalid(\.softwareStatementIssuers, "contains an issuer twice")
      }
    }
    for json in resolution[\.trustedIssuers] { trustedIssuers.append(try TrustedIssuerSetting(json, resolution)) }
    for json in resolution[\.identityAssertions] {
      let permission = try IdentityAssertionPermission(json, resolution)
      guard
        !identityAssertions.contains(where: {
          $0.clientID == permission.clientID && $0.audience == permission.audience
        })
      else { throw resolution.invalid(\.identityAssertions, "contains a client twice for one audience") }
      identityAssertions.append(permission)
    }
    for json in resolution[\.detailTypes] {
      let type = try DetailTypeSetting(json, resolution)
      guard !detailTypes.contains(where: { $0.name == type.name }) else {
        throw resolution.invalid(\.detailTypes, "contains a type twice")
      }
      detailTypes.append(type)
    }
    for json in resolution[\.clients] {
      let setting = try ClientSetting(json, resolution, self)
      guard !clients.contains(where: { $0.client.id == setting.client.id }) else {
        throw resolution.invalid(\.clients, "contains a client_id twice")
      }
      clients.append(setting)
    }
    for json in resolution[\.users] {
      let setting = try UserSetting(json, resolution)
      let (username, subject) = (setting.user.username, setting.user.subject)
      guard !users.contains(where: { $0.user.username == username || $0.user.subject == subject }) else {
        throw resolution.invalid(\.users, "contains a username or a subject twice")
      }
      users.append(setting)
    }
  }

  private static let noDomain = "contains an entry that is not a domain such as example.com"

  /// Whether a text is a host name without scheme, port and path. Another text would match nothing,
  /// and an operator may rely on it.
  private static func isDomain(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
  }

  private func check() throws(SettingsError) {
    guard (self.clientDocumentDomains ?? []).allSatisfy(Self.isDomain) else {
      throw resolution.invalid(\.clientDocumentDomains, Self.noDomain)
    }
    guard self.refusedClientDocumentDomains.allSatisfy(Self.isDomain) else {
      throw resolution.invalid(\.refusedClientDocumentDomains, Self.noDomain)
    }
    guard
      self.privateUseSchemes.allSatisfy({ scheme in
        (try? RedirectURI(scheme + ":/x"))?.parts.scheme == scheme && !["http", "https"].contains(scheme)
      })
    else {
      throw resolution.invalid(
        \.privateUseSchemes, "contains an entry that is not a private-use URI scheme in lower case, such as cursor")
    }
    guard self.resources?.allSatisfy(ParsedURI.isResource) ?? true else {
      throw resolution.invalid(
        \.resources, "contains an entry that is not an absolute URI without a fragment (RFC 8707 §2)")
    }
    // Clients send several, separated by spaces (OpenID Connect Core §3.1.2.1, acr_values).
    if self.passwordContext?.contains(where: \.isWhitespace) == true {
      throw resolution.invalid(\.passwordContext, "contains spaces: it must be one absolute URI or one registered name")
    }
    guard self.statePort != nil || !resolution.isGiven(\.stateHost) else {
      throw .missing("state_host is the address of state_port, and state_port is missing.")
    }
    guard (self.certificateFile == nil) == (self.certificateKeyFile == nil) else {
      throw .missing("tls.certificate and tls.key belong together, and one of them is missing.")
    }
    guard certificateMethods.isEmpty || self.certificateFile != nil else {
      throw .missing(
        "Client certificates need a server with a certificate: tls.certificate and tls.key are missing.")
    }
    guard !self.acceptsAnyClientCertificate || self.clientAuthoritiesFile == nil else {
      throw .conflict(
        "tls.any_client_certificate accepts every certificate, so tls.client_authorities would have no effect.")
    }
    guard self.sealKeyFile == nil || sealKey == nil else {
      throw .conflict("seal_key_file and the variable \(ResolvedSettings.sealKeyVariable) both set the sealing key.")
    }
    guard self.database != nil || self.auditDays == nil else {
      throw .missing("audit.database_days keeps audit records in the database, and database is missing.")
    }
    guard self.database != nil || (self.sealKeyFile == nil && self.formerSealKeyFile == nil) else {
      throw .missing(
        """
        seal_key_file and former_seal_key_file name the keys that encrypt signing keys in the database, and database \
        is missing.
        """)
    }
    guard self.statePort != self.port || self.port == 0 || self.host != self.stateHost else {
      throw .conflict("state_port and port are the same on one address.")
    }
    guard self.devicePollInterval < self.deviceCodeLifetime else {
      throw .conflict("With this device_codes.interval, a device code would expire before the device's second poll.")
    }
    try checkEffects()
  }
}
