public import OAuthCore

/// What to exchange, and for what (RFC 8693 §2.1).
public struct TokenExchangeRequest: Sendable, Hashable {
  /// On whose behalf the request is made.
  public var subject: SecurityToken
  /// Who will act for the subject, if that isn't the subject itself (delegation, RFC 8693 §1.1).
  public var actor: SecurityToken?
  /// What kind of token is wanted; without it the server decides.
  public var requestedTokenType: TokenTypeIdentifier?
  /// Where the token will be used, as absolute URIs; several are sent one by one.
  public var resources: [String] = []
  /// Where the token will be used, as names that the server knows; several are sent one by one.
  public var audiences: [String] = []
  /// What the token is to reach; an empty scope isn't sent, and the server decides.
  public var scope: Scope = .none
  /// More parameters, such as a provider's own.
  public var parameters = FormParameters()

  /// A request with nothing but the tokens.
  ///
  /// - Parameters:
  ///   - subject: on whose behalf the request is made.
  ///   - actor: who will act for the subject; `nil` if that is the subject itself, or whoever presents the new token
  ///     (impersonation, RFC 8693 §1.1).
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
