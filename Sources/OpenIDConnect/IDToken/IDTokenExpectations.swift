public import OAuthCore

/// What one sign-in asked for and got, with which its ID token must agree (OpenID Connect Core §3.1.3.7).
///
/// ``OpenIDClient`` fills one in for each sign-in. Make one by hand to check a token that came some other way.
public struct IDTokenExpectations: Sendable, Hashable {
  /// The `nonce` that was sent. With it the token must have the same; without it the token must have none.
  public var nonce: Secret?
  /// The `max_age` that was asked for, in whole seconds from 0 on: the token must have an `auth_time` no older than that.
  public var maximumAge: Duration?
  /// The `acr` values that are good enough; the token must have one of them. Empty if any will do.
  public var authenticationContexts: [String]
  /// The access token that came with it; `at_hash`, if there, must be its hash.
  public var accessToken: Secret?
  /// The code that it was redeemed with; `c_hash`, if there, must be its hash.
  public var code: Secret?
  /// The `state` of the authorization request; `s_hash`, if there, must be its hash.
  public var state: Secret?
  /// The hashes that must be there: those of what came through the browser (§3.3.2.11). At the token endpoint none must.
  public var requiredHashes: Set<HashClaim>
  /// The token of the sign-in that a refresh continues; the new one must be about the same person (§12.2).
  public var previous: IDToken?

  /// Expectations of a token from the token endpoint.
  ///
  /// - Parameters:
  ///   - nonce: what was sent; nil if nothing was.
  ///   - maximumAge: the `max_age` asked for.
  ///   - authenticationContexts: the `acr` values that are good enough.
  ///   - accessToken: what came with it.
  public init(
    nonce: Secret?, maximumAge: Duration? = nil, authenticationContexts: [String] = [], accessToken: Secret? = nil
  ) {
    self.nonce = nonce
    self.maximumAge = maximumAge
    self.authenticationContexts = authenticationContexts
    self.accessToken = accessToken
    code = nil
    state = nil
    requiredHashes = []
    previous = nil
  }

  /// Expectations of a token that came with a refresh (§12.2): the same issuer, person, audience and time of
  /// authentication; a `nonce` isn't needed, and must be the old one if it is there.
  ///
  /// - Parameters:
  ///   - previous: the sign-in's token, or that of the last refresh.
  ///   - accessToken: what came with the new one.
  public init(refreshing previous: IDToken, accessToken: Secret? = nil) {
    self.init(nonce: previous.nonce, accessToken: accessToken)
    self.previous = previous
  }
}
