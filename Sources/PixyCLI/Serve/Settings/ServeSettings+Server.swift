internal import DPoPVerification
internal import JOSE
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird

extension ServeSettings {
  /// Who may register clients, if anybody may.
  /// - Parameter base: the policy that the settings change.
  /// - Throws: what reading the initial access token does.
  func registration(_ base: (RegistrationPolicy.Admission) -> RegistrationPolicy) throws -> RegistrationPolicy {
    let admission: RegistrationPolicy.Admission
    if isRegistrationOpen {
      admission = .open
    } else if let initialAccessTokenFile {
      admission = .initialAccessTokens([SecretHash(of: try SecretInput.read(initialAccessTokenFile))])
    } else {
      return .closed
    }
    var policy = base(admission)
    if let registrationGrants { policy.grants = registrationGrants }
    policy.scope = registrationScopes
    policy.maximumClients = maximumClients
    policy.statementIssuers = softwareStatementIssuers
    policy.accessTokenFormat = accessTokenFormat
    // A subject's name is anybody's to claim: who registers by one has shown the initial access token.
    for method in certificateMethods where method == .selfSigned || !isRegistrationOpen {
      policy.authenticationMethods.insert(method.rawValue)
    }
    return policy
  }

  /// What is set after a server's configuration was made.
  /// - Parameters:
  ///   - configuration: what is changed.
  ///   - registration: who may register clients.
  ///   - transport: what fetches keys of trusted issuers.
  /// - Throws: what reading the salt of pairwise subjects does.
  func complete(
    _ configuration: inout AuthorizationServerConfiguration, registration: RegistrationPolicy,
    through transport: any HTTPTransport
  ) throws {
    configuration.registration = registration
    configuration.requests.resources = resources
    configuration.requests.requiresPushed = requiresPushedRequests
    configuration.requests.unprovenPerAddress = unprovenPerAddress
    configuration.tokenRules.defaultAudience = defaultAudience
    configuration.requests.detailTypes = detailTypes
    configuration.requests.requestObjectAlgorithms = requestObjectAlgorithms
    configuration.tokenRules.assertionAlgorithms = clientAssertionAlgorithms
    configuration.tokenRules.dpopProofs = DPoPProofPolicy(algorithms: dpopAlgorithms)
    configuration.devicePollInterval = devicePollInterval
    configuration.wrongUserCodes = wrongUserCodes
    configuration.tokenRules.certificateMethods = certificateMethods
    if let pairwiseSaltFile {
      configuration.pairwiseSubjects = try PairwiseSubjects(salt: SecretInput.read(pairwiseSaltFile))
    }
    configuration.tokenRules.trustedIssuers = trustedIssuers.map { $0.trusted(through: transport) }
  }

  /// The pages that people see.
  /// - Throws: what reading texts and templates does; `SettingsError` if there is no such language as the pages' first.
  func pages() throws -> MustachePages {
    var texts = try pageTexts.map(MustachePages.texts(inFolder:)) ?? [.english, .german]
    guard let first = texts.firstIndex(where: { $0.language.lowercased() == pageLanguage.lowercased() }) else {
      let known = texts.map(\.language).joined(separator: ", ")
      throw SettingsError.pages("pages.language names a language that the pages don't have: they have \(known).")
    }
    for language in texts { try check(detailsIn: language) }
    texts.insert(texts.remove(at: first), at: 0)
    return try MustachePages(
      texts: texts,
      templates: try pageTemplates.map(MustachePages.templates(inFolder:)) ?? [:])
  }

  /// A word for a type or a field that there isn't would be missed otherwise.
  private func check(detailsIn texts: PageTexts) throws(SettingsError) {
    for (name, places) in texts.detailPlaces.sorted(by: { $0.key < $1.key }) {
      let words = "The words for the authorization details \(UntrustedText(name)) in \(texts.language)"
      guard let type = detailTypes.first(where: { $0.name == name }) else {
        throw .pages(words + " are for a type that authorization_details_types doesn't have.")
      }
      if let place = places.subtracting(type.fields).min() {
        throw .pages(words + " have a place for \(UntrustedText(place)), which is no field of that type.")
      }
    }
  }

  /// The certificate for https, if one was given. One in files is read again while the server runs: programs that renew
  /// certificates replace them.
  func identity() throws -> ServerIdentity? {
    guard let certificateFile, let certificateKeyFile else { return nil }
    let read: ServerIdentity.Renewal = {
      try ServerIdentity(
        certificateChain: Array(SecretInput.certificates(certificateFile).utf8),
        privateKey: SecretInput.read(certificateKeyFile))
    }
    var identity = try read()
    if SecretInput.isFile(certificateFile), SecretInput.isFile(certificateKeyFile) { identity.renewal = read }
    if takesAnyClientCertificate { identity.clientCertificates = .any }
    if let clientAuthoritiesFile {
      identity.clientCertificates = try .issued(by: Array(SecretInput.certificates(clientAuthoritiesFile).utf8))
    }
    return identity
  }

  /// Where log records go.
  /// - Parameter level: the least important that are written if nobody said it.
  func logger(_ console: Console, level: Logger.Level) -> Logger {
    var logger = logFormat.logger("pixy.serve", console)
    logger.logLevel = logLevel ?? level
    return logger
  }
}
