internal import ArgumentParser
internal import OAuthCore

/// The options for grants without this machine's browser.
struct GrantOptions: ParsableArguments {
  @Option(name: .customLong("grant"), help: "The grant that issues the tokens.")
  var namedGrant: AccountRecord.Grant = .code

  @Option(
    name: .customLong("identity-provider"),
    help: ArgumentHelp(
      """
      The account at your identity provider that vouches for you (ID-JAG, enterprise-managed authorization): its name, \
      its server, or both as NAME@SERVER. No browser is needed.
      """, valueName: "account"), completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var identityProvider: String?

  @Option(
    help: "The audience of the token, for token_exchange and client_credentials. Repeatable."
  )
  var audience: [String] = []

  @Option(
    name: .customLong("assertion-file"),
    help: ArgumentHelp("The file with the JWT for jwt_bearer (RFC 7523), or - for standard input.", valueName: "file"),
    completion: .file())
  var assertionFile: String?

  @Option(
    name: .customLong("subject-token-file"),
    help: ArgumentHelp(
      "The file with the subject token for token_exchange (RFC 8693), or - for standard input.", valueName: "file"),
    completion: .file())
  var subjectTokenFile: String?

  @Option(
    name: .customLong("subject-token-type"),
    help: ArgumentHelp(
      "The type of the subject token: access_token, refresh_token, id_token, jwt, saml1, saml2, or a URI.",
      valueName: "type"))
  var subjectTokenType = "access_token"

  @Option(
    name: .customLong("actor-token-file"),
    help: ArgumentHelp("The file with the actor token for token_exchange.", valueName: "file"), completion: .file())
  var actorTokenFile: String?

  @Option(name: .customLong("actor-token-type"), help: ArgumentHelp("The type of the actor token.", valueName: "type"))
  var actorTokenType = "access_token"

  @Option(
    name: .customLong("requested-token-type"),
    help: ArgumentHelp("The type of token to request with token_exchange.", valueName: "type"))
  var requestedTokenType: String?

  /// The grant that issues the tokens.
  var grant: AccountRecord.Grant { identityProvider == nil ? namedGrant : .identityAssertion }

  /// Rejects options that can't be combined.
  ///
  /// - Parameters:
  ///   - authorization: The options of the authorization request.
  ///   - refreshes: Whether `--refresh` is given.
  /// - Throws: `ValidationError`.
  func check(_ authorization: AuthorizationOptions, refreshes: Bool) throws {
    guard identityProvider == nil || namedGrant == .code || namedGrant == .identityAssertion else {
      throw ValidationError("--identity-provider can't be combined with --grant \(namedGrant.rawValue).")
    }
    guard (grant == .identityAssertion) == (identityProvider != nil) else {
      throw ValidationError("--grant id_jag needs --identity-provider ACCOUNT.")
    }
    guard (grant == .jwtBearer) == (assertionFile != nil) else {
      throw ValidationError("--grant jwt_bearer and --assertion-file belong together.")
    }
    guard (grant == .tokenExchange) == (subjectTokenFile != nil) else {
      throw ValidationError("--grant token_exchange and --subject-token-file belong together.")
    }
    guard grant == .tokenExchange || (actorTokenFile == nil && requestedTokenType == nil) else {
      throw ValidationError("--actor-token-file and --requested-token-type need --grant token_exchange.")
    }
    guard audience.isEmpty || grant == .tokenExchange || grant == .clientCredentials else {
      throw ValidationError(
        "--audience needs --grant token_exchange or client_credentials; other grants have --resource (RFC 8707).")
    }
    guard grant != .code else { return }
    if let option = authorization.forBrowser.first {
      throw ValidationError("\(option) needs a sign-in with the browser, not \(grant.rawValue).")
    }
    guard !refreshes else { throw ValidationError("--refresh needs a sign-in with the browser.") }
    guard grant != .device || authorization.parameter.isEmpty else {
      throw ValidationError("--parameter can't be combined with device_code.")
    }
  }
}

extension AccountRecord.Grant: ExpressibleByArgument {
  /// Finds the grant with this name, either in full or short. Hyphens stand for underscores.
  package init?(argument: String) {
    let name = argument.split(separator: ":").last.map(String.init) ?? argument
    self.init(rawValue: name.replacing("-", with: "_"))
  }
}
