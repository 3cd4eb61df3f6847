public import OAuthCore

/// The values of one sign-in that its ID token must match (OpenID Connect Core §3.1.3.7).
///
/// ``OpenIDClient`` creates them for each sign-in. Create them yourself to verify a token that came
/// another way.
public struct IDTokenExpectations: Sendable, Hashable {
  /// The `nonce` of the request. The token must have the same one, or none if this is `nil`.
  public var nonce: Secret?
  /// The `max_age` of the request, in whole seconds from 0 on. The token must have an `auth_time`
  /// that isn't older.
  public var maximumAge: Duration?
  /// The accepted `acr` values. The token must have one of them, unless the list is empty.
  public var authenticationContexts: [String]
  /// The access token that came with the ID token. If `at_hash` is present, it must be its hash.
  public var accessToken: Secret?
  /// The redeemed code. If `c_hash` is present, it must be its hash.
  public var code: Secret?
  /// The `state` of the request. If `s_hash` is present, it must be its hash.
  public var state: Secret?
  /// The required hashes: those of values that came through the browser (§3.3.2.11). Default: none,
  /// for the token endpoint.
  public var requiredHashes: Set<HashClaim>
  /// The ID token before a refresh. The new one must be about the same user (§12.2).
  public var previous: IDToken?
  /// Whether the token came with a refresh. An `iat` in the future is then accepted, which §3.1.3.7
  /// leaves to the client: if this machine's clock was set back, an error would lose the new tokens.
  var isRefresh = false

  /// Expectations for a token from the token endpoint.
  ///
  /// - Parameters:
  ///   - nonce: The `nonce` of the request; `nil` if none was sent.
  ///   - maximumAge: The `max_age` of the request. Default: none.
  ///   - authenticationContexts: The accepted `acr` values. Default: all.
  ///   - accessToken: The access token that came with the ID token. Default: none.
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

  /// Expectations for a token from a refresh (§12.2): the same issuer, user, audience and time of
  /// authentication.
  ///
  /// A `nonce` isn't required, but if it is present it must be the old one. An `iat` in the future is
  /// accepted: the clock of this machine may have been set back since the sign-in.
  ///
  /// - Parameters:
  ///   - previous: The ID token of the sign-in or of the last refresh.
  ///   - accessToken: The access token that came with the new one. Default: none.
  public init(refreshing previous: IDToken, accessToken: Secret? = nil) {
    self.init(nonce: previous.nonce, accessToken: accessToken)
    self.previous = previous
    isRefresh = true
  }
}
