internal import OAuthCore

/// Where a look-alike is found: at the provider's own origins, or all of it at one.
struct LookAlikeAddress: Sendable {
  /// The one origin, if there is one.
  let here: String?

  /// - Parameter address: where the look-alike listens; `nil` if it stands in for the provider's own origins.
  init(_ address: Issuer?) {
    here = address?.origin
  }

  /// The address of something that the provider has at `origin`.
  func text(_ origin: String, _ path: String) -> String {
    (here ?? origin) + path
  }

  /// The origins that the look-alike answers for.
  func origins(_ provider: [String]) -> Set<String> {
    here.map { [$0] } ?? Set(provider)
  }
}
