internal import JOSE
public import OAuth
internal import OAuthCore
public import TokenStorage

extension StoredTokens {
  /// Creates the tokens to store from a token endpoint's answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - prover: The key that the tokens are bound to, if they are. A `SigningKey` is stored with
  ///     them, because they can't be used without it. Of another signer the thumbprint is stored.
  ///     Default: none.
  /// - Throws: `JSONWebKeyError` if the key can't be written, or is missing for tokens that are
  ///   bound to one.
  public init(_ response: TokenResponse, prover: DPoPProver? = nil) throws {
    guard response.tokenType != .dpop || prover != nil else { throw JSONWebKeyError.notAPrivateKey }
    self.init(
      accessToken: response.accessToken, tokenType: response.tokenType, refreshToken: response.refreshToken,
      receivedAt: response.receivedAt, expiresIn: response.expiresIn, scope: response.scope,
      additionalMembers: Self.storable(response),
      proofKey: response.tokenType == .dpop ? try prover.map { try Self.proofKey($0) } : nil,
      refreshTokenExpiresAt: response.refreshToken.flatMap { _ in response.refreshTokenExpiresAt },
      authorizationExpiresAt: response.authorizationExpiresAt)
  }

  private static func proofKey(_ prover: DPoPProver) throws -> ProofKey {
    guard let key = prover.signer as? SigningKey else { return .elsewhere(thumbprint: prover.thumbprint) }
    return .privateKey(try key.privateJWK())
  }

  /// Returns the tokens to store after a refresh. Members that the answer leaves out stay as they
  /// were.
  ///
  /// These are the refresh token, if no new one was issued, and the scope (RFC 6749 §6). The other
  /// members of the sign-in's answer, such as `id_token`, stay until a new value comes.
  func refreshed(by response: TokenResponse) -> StoredTokens {
    var tokens = self
    tokens.replaceRefreshToken(by: response)
    tokens.accessToken = response.accessToken
    tokens.tokenType = response.tokenType
    tokens.receivedAt = response.receivedAt
    tokens.expiresIn = response.expiresIn
    tokens.scope = response.scope ?? scope
    tokens.additionalMembers.merge(Self.storable(response)) { $1 }
    return tokens
  }

  /// Replaces the refresh token and its ends.
  ///
  /// An answer with a new refresh token says its ends, or it has none. Another answer may repeat or
  /// change the ends of the old one (draft-ietf-oauth-refresh-token-expiration-03 §6.1).
  mutating func replaceRefreshToken(by response: TokenResponse) {
    let isNew = response.refreshToken.map { $0 != refreshToken } ?? false
    refreshToken = response.refreshToken ?? refreshToken
    refreshTokenExpiresAt = response.refreshTokenExpiresAt ?? (isNew ? nil : refreshTokenExpiresAt)
    authorizationExpiresAt = response.authorizationExpiresAt ?? (isNew ? nil : authorizationExpiresAt)
  }

  /// Returns the other members of an answer, without names that begin with `pixy_`.
  ///
  /// Programs store their own members under these names: the account, the allowed origins, the
  /// files that belong to the tokens. A server must not set them.
  private static func storable(_ response: TokenResponse) -> [String: JSONValue] {
    response.additionalMembers.filter { !$0.key.hasPrefix("pixy_") }
  }
}
