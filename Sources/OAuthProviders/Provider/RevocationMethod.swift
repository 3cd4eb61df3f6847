public import OAuthCore

/// How a provider ends tokens.
public enum RevocationMethod: Sendable, Hashable {
  /// At the endpoint that its metadata names, if it names one (RFC 7009).
  case announced
  /// As GitHub does for an app's tokens: `DELETE` below this address, with the client's id and secret. Without a secret tokens can't be
  /// ended.
  case gitHubApplication(api: Endpoint)
  /// As Slack does: the token revokes itself at this address.
  case withTheTokenItself(Endpoint)
}
