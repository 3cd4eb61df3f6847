internal import ArgumentParser
internal import OAuthCore

/// How tokens are got, if not with this machine's browser.
struct GrantOptions: ParsableArguments {
  @Option(
    help:
      "How to get tokens: \(AccountRecord.Grant.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var grant: AccountRecord.Grant = .code

  @Option(
    help:
      "Who the token is for, as a name that the server knows; for token_exchange and client_credentials. Repeat it for more."
  )
  var audience: [String] = []

  @Option(
    name: .customLong("assertion-file"),
    help: "A file with the signed JWT for jwt_bearer (RFC 7523), or - for standard input.")
  var assertionFile: String?

  @Option(
    name: .customLong("subject-token-file"),
    help: "A file with the token that token_exchange exchanges (RFC 8693), or - for standard input.")
  var subjectTokenFile: String?

  @Option(
    name: .customLong("subject-token-type"),
    help: "What kind it is: access_token, refresh_token, id_token, jwt, saml1, saml2, or a URI.")
  var subjectTokenType = "access_token"

  @Option(
    name: .customLong("actor-token-file"),
    help: "A file with the token of who acts for the subject, for token_exchange.")
  var actorTokenFile: String?

  @Option(name: .customLong("actor-token-type"), help: "What kind that is.")
  var actorTokenType = "access_token"

  @Option(name: .customLong("requested-token-type"), help: "What kind of token is wanted of token_exchange.")
  var requestedTokenType: String?

  /// Refuses what can't be meant together.
  ///
  /// - Parameters:
  ///   - request: what else was asked for.
  ///   - refreshes: whether the tokens are to be refreshed at once.
  func check(_ request: RequestOptions, refreshes: Bool) throws {
    guard (grant == .jwtBearer) == (assertionFile != nil) else {
      throw ValidationError("--grant jwt_bearer and --assertion-file go together.")
    }
    guard (grant == .tokenExchange) == (subjectTokenFile != nil) else {
      throw ValidationError("--grant token_exchange and --subject-token-file go together.")
    }
    guard grant == .tokenExchange || (actorTokenFile == nil && requestedTokenType == nil) else {
      throw ValidationError("--actor-token-file and --requested-token-type are for --grant token_exchange.")
    }
    guard audience.isEmpty || grant == .tokenExchange || grant == .clientCredentials else {
      throw ValidationError(
        "--audience is for token_exchange and client_credentials; --resource is for all (RFC 8707).")
    }
    guard grant != .code else { return }
    if let option = request.forBrowser.first {
      throw ValidationError("\(option) is for a sign-in with the browser, not for \(grant.rawValue).")
    }
    guard !refreshes else { throw ValidationError("--refresh is for a sign-in with the browser.") }
    guard grant != .device || (request.resource.isEmpty && request.parameter.isEmpty) else {
      throw ValidationError("--resource and --parameter aren't for device_code.")
    }
  }

  /// A kind of token by its short name (RFC 8693 §3), or as the URI that it is.
  static func type(_ text: String) -> String {
    text.contains(":") ? text : "urn:ietf:params:oauth:token-type:\(text)"
  }
}

extension AccountRecord.Grant: ExpressibleByArgument {}
