public import OAuthCore

/// The method by which a provider revokes tokens.
public enum RevocationMethod: Sendable, Hashable {
  /// A request to the endpoint that the metadata names, if it names one (RFC 7009).
  case announced
  /// GitHub's method: `DELETE` below this address, with the client ID and secret. Without a secret,
  /// tokens can't be revoked.
  case gitHubApplication(api: Endpoint)
  /// Slack's method: a request to this address, authorized by the token that it revokes.
  case withTheTokenItself(Endpoint)
}
