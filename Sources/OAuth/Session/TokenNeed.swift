internal import OAuthCore

/// What a caller needs of an access token.
struct TokenNeed: Sendable {
  /// How long it has to be good for.
  var validFor: Duration = .zero
  /// The access token that a resource has just refused, if one has.
  var rejected: Secret?
}
