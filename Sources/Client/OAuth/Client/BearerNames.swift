/// The values of `token_type` that mean a bearer token, for servers that don't send the `Bearer` that
/// RFC 6749 §5.1 requires.
///
/// The access token is presented in the same way in each case. A client with a key for DPoP accepts
/// none of the additional values, because only `token_type` says whether its tokens are bound to the
/// key (RFC 9449 §5).
///
/// ```swift
/// let client = OAuthClient(
///   id: "your-client-id", server: server, bearerNames: .orMissing, transport: transport)
/// ```
public struct BearerNames: Sendable, Hashable {
  /// `Bearer` only, in upper or lower case.
  public static let standard = BearerNames()
  /// `Bearer`, and an answer without `token_type`, as LinkedIn and Shopify send it.
  public static let orMissing = BearerNames(orMissing: true)

  /// Whether an answer without `token_type` is accepted.
  let includesNone: Bool
  private let names: Set<String>

  /// Creates a set of names.
  ///
  /// - Parameters:
  ///   - others: The names beside `Bearer`, such as eBay's `User Access Token`. They are compared
  ///     without regard to upper and lower case; `DPoP` can't be one. Default: none.
  ///   - orMissing: Whether an answer without `token_type` is accepted. Default: no.
  public init(_ others: Set<String> = [], orMissing: Bool = false) {
    includesNone = orMissing
    names = Set(others.map { $0.lowercased() }).union(["bearer"]).subtracting(["dpop"])
  }

  /// - Parameter name: A `token_type` in lower case.
  func includes(_ name: String) -> Bool { names.contains(name) }
}
