internal import DPoPVerification
internal import FoundationBasics
internal import JOSE
internal import Logging
internal import OAuthAsyncHTTPClient
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import OAuthServerSQL
internal import PixyTerminal

extension ServeSettings {
  /// Returns the policy for dynamic client registration.
  /// - Parameter base: Creates the policy that the settings change.
  /// - Throws: The error of reading the initial access token.
  func registration(_ base: (RegistrationPolicy.Admission) -> RegistrationPolicy) throws -> RegistrationPolicy {
    let admission: RegistrationPolicy.Admission
    if let file = self.initialAccessTokenFile {
      let token = try SecretInput.read(file)
      guard SecretStrength.isEnough(token) else {
        throw BadValue("The initial access token in \(file) \(SecretStrength.problem)", remedy: SecretStrength.remedy)
      }
      let hashes: Set<SecretHash> = [SecretHash(of: token)]
      admission = self.isRegistrationOpen ? .openWithInitialAccessTokens(hashes) : .initialAccessTokens(hashes)
    } else if self.isRegistrationOpen {
      admission = .open
    } else {
      admission = .closed
    }
    var policy = base(admission)
    if let registrationGrants { policy.grants = registrationGrants }
    if let registrationScopes { policy.scope = registrationScopes }
    policy.maximumClients = self.maximumClients
    policy.clientsPerMinute = self.clientsPerMinute
    if self.registeredClientsNeedNoProofKey { policy.proofKey = .optionalDespiteCodeInjection }
    if self.documentsMayBeElsewhere { policy.allowsDocumentsAtOtherHosts = true }
    policy.privateUseSchemes = Set(self.privateUseSchemes)
    policy.statementIssuers = softwareStatementIssuers
    policy.accessTokenFormat = self.accessTokenFormat
    // With open registration, a client could claim the subject name of another one's certificate.
    for method in certificateMethods where method == .selfSigned || !self.isRegistrationOpen {
      policy.authenticationMethods.insert(method.rawValue)
    }
    return policy
  }

  /// The rules for metadata documents of clients; nil if none are accepted.
  var clientDocuments: ClientDocumentPolicy? {
    guard self.acceptsClientDocuments else { return nil }
    var policy = ClientDocumentPolicy()
    policy.allowedDomains = self.clientDocumentDomains.map(Set.init)
    policy.refusedDomains = Set(self.refusedClientDocumentDomains)
    return policy
  }

  /// Sets what both kinds of server have in common.
  /// - Parameters:
  ///   - configuration: The configuration to complete.
  ///   - registration: The policy for dynamic client registration.
  ///   - transport: The transport that fetches keys of trusted issuers.
  /// - Throws: The error of reading the salt of pairwise subjects.
  func complete(
    _ configuration: inout AuthorizationServerConfiguration, registration: RegistrationPolicy,
    through transport: any HTTPTransport
  ) throws {
    configuration.registration = registration
    configuration.processes = self.processes
    configuration.clientDocuments = clientDocuments
    configuration.logsAddresses = !self.logsNoAddresses
    configuration.keepsSessionAddresses = !self.auditsNoAddresses
    configuration.requests.resources = self.resources
    configuration.requests.requiresPushed = self.requiresPushedRequests
    configuration.requests.unprovenPerAddress = self.unprovenPerAddress
    configuration.tokenRules.defaultAudience = self.defaultAudience
    configuration.requests.detailTypes = detailTypes
    configuration.requests.requestObjectAlgorithms = self.requestObjectAlgorithms
    // An operator who lists algorithms wants signatures.
    configuration.requests.acceptsUnsignedObjects = !resolution.isGiven(\.requestObjectAlgorithms)
    configuration.tokenRules.requiresClientAuthentication = self.requiresClientAuthentication
    configuration.tokenRules.clientAssertions = self.clientAssertions
    configuration.tokenRules.assertionAlgorithms = self.clientAssertionAlgorithms
    configuration.tokenRules.dpopProofs = DPoPProofPolicy(algorithms: self.dpopAlgorithms)
    configuration.devicePollInterval = self.devicePollInterval
    configuration.wrongUserCodes = wrongUserCodes
    configuration.tokenRules.certificateMethods = certificateMethods
    if let file = self.pairwiseSaltFile {
      configuration.pairwiseSubjects = try PairwiseSubjects(salt: SecretInput.read(file))
    }
    configuration.tokenRules.trustedIssuers = trustedIssuers.map { $0.trusted(through: transport) }
    configuration.tokenRules.identityAssertions = identityAssertions
  }

  /// Returns the sign-in pages.
  /// - Throws: The error of reading texts and templates; `SettingsError` if a setting and the texts
  ///   don't fit.
  func pages() throws -> MustachePages {
    var texts = try self.pageTexts.map(MustachePages.texts(inFolder:)) ?? [.english, .german]
    guard let first = texts.firstIndex(where: { $0.language.lowercased() == self.pageLanguage.lowercased() }) else {
      let languages = texts.map(\.language).joined(separator: ", ")
      throw SettingsError.pages("pages.language is a language that the pages don't have: they have \(languages).")
    }
    for language in texts { try check(detailsIn: language) }
    texts.insert(texts.remove(at: first), at: 0)
    return try MustachePages(
      texts: texts,
      templates: try self.pageTemplates.map(MustachePages.templates(inFolder:)) ?? [:])
  }

  /// Rejects texts for types and fields that don't exist, which are likely misspelt.
  private func check(detailsIn texts: PageTexts) throws(SettingsError) {
    for (name, places) in texts.detailPlaces.sorted(by: { $0.key < $1.key }) {
      let words = "The text for the authorization details \(UntrustedText(name)) in \(texts.language)"
      guard let type = detailTypes.first(where: { $0.name == name }) else {
        throw .pages(words + " is for a type that is not in authorization_details_types.")
      }
      if let place = places.subtracting(type.fields).min() {
        throw .pages(words + " has a place for \(UntrustedText(place)), which is not a field of that type.")
      }
    }
  }

  /// Returns the certificate for TLS; nil for plain http.
  ///
  /// Certificates in files are read again while the server runs, because programs that renew
  /// certificates replace the files.
  /// - Throws: The error of reading the files.
  func identity() throws -> ServerIdentity? {
    guard let certificate = self.certificateFile, let key = self.certificateKeyFile else { return nil }
    let read: ServerIdentity.Renewal = {
      try ServerIdentity(
        certificateChain: Array(SecretInput.certificates(certificate).utf8), privateKey: SecretInput.read(key))
    }
    var identity = try read()
    if SecretInput.isFile(certificate) { identity.source = certificate }
    if SecretInput.isFile(certificate), SecretInput.isFile(key) { identity.renewal = read }
    if self.acceptsAnyClientCertificate { identity.clientCertificates = .any }
    if let authorities = self.clientAuthoritiesFile {
      identity.clientCertificates = try .issued(by: Array(SecretInput.certificates(authorities).utf8))
    }
    return identity
  }

  /// Returns the transport for requests of the server: to clients for keys, request objects and
  /// logouts, and to trusted issuers. It has the proxy and the further authorities of the environment.
  /// - Throws: `HTTPProxyError` or ``AuthoritiesMissing`` if a variable can't be used.
  static func outgoingTransport(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> AsyncHTTPClientTransport {
    try AsyncHTTPClientTransport(
      trustingAlso: FurtherAuthorities.paths(in: environment), proxy: HTTPProxy.named(in: environment))
  }

  /// Returns the audit log; nil if there is none.
  /// - Parameter database: The open database; nil for a server without one.
  /// - Throws: `BadValue` if its file can't be written.
  func auditLog(
    _ console: Console, _ logger: Logger, in database: (any SQLServerDatabase)?,
    lost: LostAuditRecords = LostAuditRecords()
  ) throws -> (any AuditLog)? {
    var all: [any AuditLog] = []
    if let path = self.auditFile {
      all.append(path == "-" ? AuditConsole(console: console) : try AuditFile(path: path, logger: logger, lost: lost))
    }
    if let days = self.auditDays ?? inheritedAuditDays, let database {
      all.append(AuditTable(database: database, days: days, logger: logger, lost: lost))
    }
    if let database { all.append(MismatchTable(database: database, logger: logger)) }
    return all.isEmpty ? nil : AuditLogs(all: all, keepsAddresses: !self.auditsNoAddresses)
  }

  /// Returns the logger of the server.
  /// - Parameter level: The log level if no setting gives one.
  func logger(_ console: Console, level: Logger.Level) -> Logger {
    var logger = self.logFormat.logger("pixy.serve", console)
    logger.logLevel = isVerbose ? .debug : self.logLevel ?? level
    return logger
  }
}
