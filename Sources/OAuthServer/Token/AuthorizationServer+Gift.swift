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
  ///   - grant: the approval.
  ///   - client: whom the tokens are for.
  ///   - subject: who approved.
  ///   - granted: what was approved.
  ///   - scope: what of it this access token gets; who leaves `openid` out of a refresh gets no ID token.
  ///   - authenticationTime: when the person signed in, if that is known.
  ///   - nonce: what the authorization request had.
  ///   - now: what time it is.
  func makeGift(
    grant: GrantID, client: RegisteredClient, subject: Subject, granted: Scope, scope: Scope,
    authenticationTime: Date?, nonce: Secret?, now: Date
  ) throws -> TokenGift {
    try TokenGift(
      grant: grant, client: client, subject: subject, granted: granted, scope: scope,
      lifetimes: configuration.lifetimes, mint: mint, now: now, authenticationTime: authenticationTime
    ) { accessToken in
      guard scope.contains("openid"), let key = configuration.idTokenKeys?.signing else { return nil }
      let content = IDTokenContent(
        issuer: issuer, subject: subject, clientID: client.id, issued: now,
        expires: now + configuration.lifetimes.idToken, authenticationTime: authenticationTime, nonce: nonce,
        accessToken: accessToken)
      return try key.sign(content.claims(for: key.algorithm))
    }
  }
}
