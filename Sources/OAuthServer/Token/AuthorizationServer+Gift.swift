#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore

extension AuthorizationServer {
  /// New tokens for an approval, with an ID token if the scope has `openid` (OpenID Connect Core §3.1.3.3).
  ///
  /// Every grant makes its tokens here. They are made, and signed, before anything is kept or spent: a failure then costs
  /// nothing.
  /// - Parameters:
  ///   - approval: what was approved, and by whom.
  ///   - client: whom the tokens are for.
  ///   - scope: what of it this access token gets, all of it unless said; who leaves `openid` out of a refresh gets no ID
  ///     token.
  ///   - nonce: what the authorization request had.
  ///   - now: what time it is.
  func makeGift(
    for approval: Approval, client: RegisteredClient, scope: Scope? = nil, nonce: Secret? = nil, now: Date
  ) throws -> TokenGift {
    let scope = scope ?? approval.scope
    let subject = try configuration.subject(approval.subject, for: client)
    return try TokenGift(
      for: approval, client: client, scope: scope, lifetimes: configuration.lifetimes, mint: mint, now: now
    ) { accessToken in
      guard scope.contains("openid"), configuration.idTokenKeys != nil else { return nil }
      guard let key = configuration.signingKey(for: client.settings.idTokenAlgorithm) else { throw NoSigningKey() }
      let content = IDTokenContent(
        issuer: issuer, subject: subject, clientID: client.id, issued: now,
        expires: now + configuration.lifetimes.idToken,
        details: approval.details, nonce: nonce, accessToken: accessToken)
      return try key.sign(content.claims(for: key.algorithm))
    }
  }
}
