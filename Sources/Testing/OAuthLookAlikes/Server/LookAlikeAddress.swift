internal import OAuthCore

/// The origins of a look-alike: all of the provider's, or a single one that replaces them.
struct LookAlikeAddress: Sendable {
  /// The single origin, or `nil` for the provider's own.
  let here: String?

  /// - Parameter address: The origin that the look-alike listens at. `nil` for the provider's own.
  init(_ address: Issuer?) {
    here = address?.origin
  }

  /// Returns the address of a path that the provider has at `origin`.
  func text(_ origin: String, _ path: String) -> String {
    (here ?? origin) + path
  }

  /// Returns the origins that the look-alike answers for.
  func origins(_ provider: [String]) -> Set<String> {
    here.map { [$0] } ?? Set(provider)
  }
}
