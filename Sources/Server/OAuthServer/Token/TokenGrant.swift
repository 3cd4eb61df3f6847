internal import OAuthCore

/// A grant of the token endpoint: one value of `grant_type` (RFC 6749 §4.5).
///
/// The server has the grants of ``GrantType/builtIn``. To add your own, pass values of this type as
/// `grants` when you create an ``AuthorizationServer``. The token endpoint calls
/// ``redeem(_:issuing:)`` after it has read the form, authenticated the client, checked that the
/// client may use ``type``, and checked the DPoP proof or client certificate that new tokens are
/// bound to. <doc:AddingAGrant> shows an example.
///
/// ```swift
/// final class VoucherGrant: TokenGrant {
///   let type = GrantType(rawValue: "https://hotel.example/grants/voucher")
///   let parameters = ["voucher"]
///   private let vouchers: Mutex<[String: Subject]>
///
///   init(_ vouchers: [String: Subject]) {
///     self.vouchers = Mutex(vouchers)
///   }
///
///   func redeem(_ request: TokenRequest, issuing tokens: TokenIssuer) async throws -> TokenAnswer {
///     guard let voucher = request.parameter("voucher") else {
///       throw Refusal(.invalidRequest, "voucher is missing")
///     }
///     let scope = try tokens.scope(of: request)
///     guard let guest = vouchers.withLock({ $0.removeValue(forKey: voucher) }) else {
///       throw Refusal.invalidGrant("the voucher is unknown or was used")
///     }
///     return try await tokens.issue(to: request, for: guest, scope: scope)
///   }
/// }
/// ```
public protocol TokenGrant: Sendable {
  /// The value of `grant_type`; for an application's own grant an absolute URI (RFC 6749 §4.5).
  ///
  /// Clients may use the grant if their ``RegisteredClient/grants`` contain it.
  var type: GrantType { get }

  /// The form parameters that the grant reads. The server rejects a request that has one of them
  /// twice (RFC 6749 §3.2).
  ///
  /// `grant_type`, `scope` and the parameters of client authentication need not be listed.
  var parameters: [String] { get }

  /// Whether the server offers the grant. The metadata and the token endpoint ignore a grant that
  /// is not offered. Default: `true`.
  var isOffered: Bool { get }

  /// Checks the grant that a request presents, and issues tokens for it.
  ///
  /// The endpoint calls it once for each request, on any task. Spend a grant that may be used only
  /// once in one atomic step, before the tokens are returned: a client may send the same request
  /// several times at once (RFC 9700 §4.5). All requests share the grant's value, so protect its
  /// state.
  /// - Parameters:
  ///   - request: The request, whose client is authenticated.
  ///   - tokens: Issues tokens to that client.
  /// - Returns: The tokens, as ``TokenIssuer`` has issued them.
  /// - Throws: ``Refusal`` to reject the request with an error of RFC 6749 §5.2. Any other error is
  ///   logged by its type and answered with `server_error`.
  func redeem(_ request: TokenRequest, issuing tokens: TokenIssuer) async throws -> TokenAnswer
}

/// A built-in grant with members of the server's metadata beside its type.
protocol AnnouncedGrant: TokenGrant {
  var metadata: [String: JSONValue] { get }
}

extension TokenGrant {
  /// Always `true`.
  public var isOffered: Bool { true }
}
