#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// New tokens: the records that the server keeps, and the answer that the client gets (RFC 6749 §5.1).
struct TokenGift: Sendable {
  let records: [IssuedToken]
  let answer: [String: JSONValue]

  /// - Parameters:
  ///   - approval: what was approved; a refresh token keeps all of it (RFC 6749 §6).
  ///   - scope: what the access token gets of it.
  ///   - idToken: makes the ID token that goes with an access token; nil for none.
  init(
    for approval: Approval, client: RegisteredClient, scope: Scope, lifetimes: TokenLifetimes, mint: SecretMint,
    now: Date,
    idToken: (_ accessToken: Secret) throws -> Secret? = { _ in nil }
  ) rethrows {
    func record(_ secret: Secret, _ kind: IssuedToken.Kind, _ scope: Scope, _ lifetime: Duration) -> IssuedToken {
      IssuedToken(
        hash: SecretHash(of: secret), kind: kind, grant: approval.grant, clientID: client.id,
        subject: approval.subject, scope: scope, expires: now + lifetime, details: approval.details)
    }
    let access = mint.secret()
    var records = [record(access, .access, scope, lifetimes.accessToken)]
    var answer: [String: JSONValue] = [
      "access_token": .string(access.reveal()), "token_type": "Bearer",
      "expires_in": .integer(lifetimes.accessToken.components.seconds),
    ]
    // An empty scope has no spelling (RFC 6749 §3.3), and is only granted to those who asked for none.
    if !scope.isEmpty { answer["scope"] = .string(scope.parameter) }
    if client.grants.contains(.refreshToken) {
      let refresh = mint.secret()
      records.append(record(refresh, .refresh, approval.scope, lifetimes.refreshToken))
      answer["refresh_token"] = .string(refresh.reveal())
    }
    answer["id_token"] = try idToken(access).map { .string($0.reveal()) }
    self.records = records
    self.answer = answer
  }
}
