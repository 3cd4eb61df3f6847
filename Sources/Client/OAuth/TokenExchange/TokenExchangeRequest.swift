public import OAuthCore

/// A request to exchange a token (RFC 8693 §2.1).
public struct TokenExchangeRequest: Sendable, Hashable {
  /// The token of the party on whose behalf the request is made.
  public var subject: SecurityToken
  /// The token of the party that will act for the subject (delegation, RFC 8693 §1.1). Default:
  /// none.
  public var actor: SecurityToken?
  /// The requested type of the new token. Default: the server decides.
  public var requestedTokenType: TokenTypeIdentifier?
  /// The resources that the new token is for, as absolute URIs. Each is sent as a parameter of its
  /// own.
  public var resources: [String] = []
  /// The audiences of the new token, as names that the server knows. Each is sent as a parameter of
  /// its own.
  public var audiences: [String] = []
  /// The scope of the new token. Default: none, and the server decides.
  public var scope: Scope = .none
  /// More parameters, such as a provider's own. Default: none.
  public var parameters = FormParameters()

  /// Creates a request with the tokens.
  ///
  /// - Parameters:
  ///   - subject: The token of the party on whose behalf the request is made.
  ///   - actor: The token of the party that will act for the subject. Default: none, so that the
  ///     holder of the new token acts as the subject (impersonation, RFC 8693 §1.1).
  public init(subject: SecurityToken, actor: SecurityToken? = nil) {
    self.subject = subject
    self.actor = actor
  }

  var form: FormParameters {
    var form = FormParameters()
    form.append(resources: resources)
    for audience in audiences { form.append("audience", audience) }
    form.append(scope: scope)
    form.append("requested_token_type", ifPresent: requestedTokenType?.rawValue)
    form.append("subject_token", subject.token.reveal())
    form.append("subject_token_type", subject.type.rawValue)
    form.append("actor_token", ifPresent: actor?.token.reveal())
    form.append("actor_token_type", ifPresent: actor?.type.rawValue)
    form.append(parameters)
    return form
  }

  var secrets: [Secret] { [subject.token] + (actor.map { [$0.token] } ?? []) }
}
