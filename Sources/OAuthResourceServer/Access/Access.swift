public import DPoPVerification
public import HTTPTypes
public import OAuthCore

/// A request may be answered: its token is good, reaches as far as was asked for, and is presented by whom it is bound to.
///
/// Only ``ResourceServer/access(to:body:certificate:requiring:)`` makes one, so that a function that takes one can't be called for a
/// request that wasn't checked. What ``token`` says of subject, client and claims is what the authorization server vouches for.
public struct Access: Sendable, Hashable {
  /// What the token says.
  public let token: AccessTokenFacts
  /// How it was presented.
  public let scheme: TokenType
  /// The proof that came with it; nil for a bearer token.
  public let proof: DPoPProof?
  /// What must be added to the answer's fields: a `DPoP-Nonce` when the client's is no longer the newest (RFC 9449 §8.2), and then
  /// nothing may keep the answer.
  public let answerFields: HTTPFields
  /// Which resource gave it.
  let giver: ResourceServer.Identity

  init(token: AccessTokenFacts, scheme: TokenType, proof: DPoPProof?, nonce: String?, giver: ResourceServer.Identity) {
    self.giver = giver
    self.token = token
    self.scheme = scheme
    self.proof = proof
    answerFields = nonce.map { [.dpopNonce: $0, .cacheControl: "no-store"] } ?? [:]
  }

  /// The `sub`.
  public var subject: String? { token.subject }
  /// The `client_id`.
  public var clientID: String? { token.clientID }
  /// The scope of the token, which may be wider than what the route asked for.
  public var scope: Scope { token.scope }
}

extension Access: Redacted {
  /// Scheme and scope; nothing about the person.
  public var description: String { "Access(\(scheme.rawValue), scope: \(scope))" }
}
