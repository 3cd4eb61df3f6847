internal import FoundationBasics
internal import OAuthCore

/// The contents of a security token of this server that is exchanged (RFC 8693 §2.1).
struct ExchangeableToken: Sendable {
  let subject: Subject
  /// The maximum scope of a new token.
  let scope: Scope
  let details: ApprovalDetails
  /// The grant that the token comes from, with which a new token ends; `nil` if it is unknown.
  let grant: GrantID?
  /// The time when the token expires. No new token outlives it.
  let expires: Date
  /// The client that the token was issued to, if it is another one than the client that exchanges
  /// the token.
  let holder: RegisteredClient?

  /// Returns the `act` claim of a new token that is issued to this token's holder (§4.1). It
  /// contains the earlier actors. A user is named by the subject that the client knows (OpenID
  /// Connect Core §8.1).
  func actor(
    after earlier: JSONValue?, named configuration: AuthorizationServerConfiguration, to client: RegisteredClient
  ) throws(PairwiseSubjectError) -> JSONValue {
    let name = details.isForClient ? subject : try configuration.subject(subject, for: client)
    var members: [String: JSONValue] = ["sub": .string(name.rawValue)]
    members["act"] = earlier
    return .object(members)
  }
}

/// The contents of an ID token of this server that is exchanged, whose session and grant live.
struct ExchangeableIDToken: Sendable {
  let user: User
  /// The access token that was issued with the ID token.
  let accessToken: IssuedToken
  let expires: Date
  let authenticationTime: Date?
  let authenticationContext: String?
  let authenticationMethods: [String]
}
