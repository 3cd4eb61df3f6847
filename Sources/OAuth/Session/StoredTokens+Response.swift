internal import JOSE
internal import OAuthCore
public import TokenStorage

extension StoredTokens {
  /// What is to be kept of a token endpoint's answer.
  ///
  /// - Parameters:
  ///   - response: the answer.
  ///   - prover: the key that the tokens are bound to, if they are: kept with them, because they are worth nothing without it.
  /// - Throws: `JSONWebKeyError` if the key can't be written, or isn't given for tokens that are bound to one.
  public init(_ response: TokenResponse, prover: DPoPProver? = nil) throws {
    guard response.tokenType != .dpop || prover != nil else { throw JSONWebKeyError.notAPrivateKey }
    self.init(
      accessToken: response.accessToken, tokenType: response.tokenType, refreshToken: response.refreshToken,
      receivedAt: response.receivedAt, expiresIn: response.expiresIn, scope: response.scope,
      additionalMembers: Self.storable(response),
      proofKey: response.tokenType == .dpop ? try prover?.key.privateJWK() : nil)
  }

  /// What is to be kept after a refresh: what the answer leaves out stays as it was.
  ///
  /// RFC 6749 §6: the refresh token, if no new one came, and the scope. What else the server gave with the sign-in (an
  /// `id_token` above all) is kept until a new one comes.
  func refreshed(by response: TokenResponse) -> StoredTokens {
    StoredTokens(
      accessToken: response.accessToken, tokenType: response.tokenType,
      refreshToken: response.refreshToken ?? refreshToken, receivedAt: response.receivedAt,
      expiresIn: response.expiresIn, scope: response.scope ?? scope,
      additionalMembers: additionalMembers.merging(Self.storable(response)) { $1 }, proofKey: proofKey)
  }

  /// What an answer has beside the tokens, without the names under which programs keep things of their own (`pixy_…`): those say whose
  /// the tokens are, where they may go and which files belong to them, and a server must have no say in that.
  private static func storable(_ response: TokenResponse) -> [String: JSONValue] {
    response.additionalMembers.filter { !$0.key.hasPrefix("pixy_") }
  }
}
