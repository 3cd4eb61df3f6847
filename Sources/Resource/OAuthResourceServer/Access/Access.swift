public import DPoPVerification
public import HTTPTypes
public import OAuthCore

/// The proof that a request is authorized: its token is valid, has the required scope, and is
/// presented by the client that it is bound to.
///
/// Only ``ResourceServer/access(to:body:certificate:requiring:)`` creates it, so a function with a
/// parameter of this type can't be called for an unchecked request. The authorization server
/// vouches for the subject, client and claims of ``token``.
public struct Access: Sendable, Hashable {
  /// The token's content.
  public let token: AccessTokenFacts
  /// The scheme with which the token was presented.
  public let scheme: TokenType
  /// The DPoP proof of the request; `nil` for a bearer token.
  public let proof: DPoPProof?
  /// The fields that must be added to the response. If the client's nonce is outdated, this is a
  /// new `DPoP-Nonce` (RFC 9449 §8.2), together with a field that forbids caching the response.
  public let answerFields: HTTPFields
  /// The resource that created this value.
  let giver: ResourceIdentity

  init(token: AccessTokenFacts, scheme: TokenType, proof: DPoPProof?, nonce: String?, giver: ResourceIdentity) {
    self.giver = giver
    self.token = token
    self.scheme = scheme
    self.proof = proof
    answerFields = nonce.map { [.dpopNonce: $0, .cacheControl: "no-store"] } ?? [:]
  }

  /// The token's `sub`.
  public var subject: String? { token.subject }
  /// The token's `client_id`.
  public var clientID: String? { token.clientID }
  /// The token's scope, which may be wider than the route requires.
  public var scope: Scope { token.scope }
}

extension Access: Redacted {
  /// The scheme and the scope. Contains no personal data.
  public var description: String { "Access(\(scheme.rawValue), scope: \(scope))" }
}
