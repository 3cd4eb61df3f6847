public import OAuthCore

/// A type of authorization details (RFC 9396 §2): how the server checks elements with this `type`,
/// and how it explains them to users.
///
/// Operators implement one for each type that their resources understand, and list it in
/// ``AuthorizationRequestRules/detailTypes``. Clients may use the types that are registered for
/// them (``ClientSettings/authorizationDetailsTypes``).
public protocol AuthorizationDetailType: Sendable {
  /// The value of `type`, compared byte for byte.
  var name: String { get }

  /// Checks one element of `authorization_details`.
  ///
  /// The server calls it at every authorization request, before the user sees a page. The element's
  /// `type` is this type's name. Reject members that the type doesn't define (RFC 9396 §5).
  /// - Parameters:
  ///   - detail: The element with all its members, including `type`.
  ///   - client: The client that sent the request.
  /// - Throws: ``AuthorizationDetailRefusal`` if the element isn't well-formed, or if this client
  ///   may not request it. The client gets `invalid_authorization_details`.
  func check(_ detail: [String: JSONValue], for client: RegisteredClient) throws(AuthorizationDetailRefusal)

  /// Returns one sentence that explains the detail to the user who approves it. The page shows it
  /// as plain text.
  ///
  /// - Parameter detail: A detail that ``check(_:for:)`` accepted.
  func explanation(of detail: [String: JSONValue]) -> String

  /// Returns whether one detail allows no more than another one. A token for `asked` can then be
  /// issued from an approval of `approved` (RFC 9396 §6.1).
  ///
  /// The server calls it when a token request narrows its authorization details. Both details were
  /// checked, `approved` at the time of the approval.
  /// - Parameters:
  ///   - requestedDetail: The detail that a token is requested for.
  ///   - approvedDetail: The detail that the user approved.
  func isWithin(_ requestedDetail: [String: JSONValue], _ approvedDetail: [String: JSONValue]) -> Bool
}

extension AuthorizationDetailType {
  /// Returns whether both details are equal. Without knowledge of the type no other comparison is
  /// safe.
  public func isWithin(_ requestedDetail: [String: JSONValue], _ approvedDetail: [String: JSONValue]) -> Bool {
    requestedDetail == approvedDetail
  }
}

/// The reason for rejecting an authorization detail. The client gets it as `error_description`.
public struct AuthorizationDetailRefusal: Error, Sendable, Hashable {
  /// The reason, in ASCII, for the client's developer. It must not repeat anything from the
  /// request.
  public let reason: String

  /// Creates a refusal.
  /// - Parameter reason: The reason, for the client's developer. Characters that RFC 6749 §5.2
  ///   forbids are dropped.
  public init(_ reason: String) {
    self.reason = String(
      String.UnicodeScalarView(
        reason.unicodeScalars.filter { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" }))
  }
}

extension AuthorizationDetailRefusal: ExplainedError {
  /// The facts of the error. The code is the `error` that the client gets (RFC 9396 §5).
  public var facts: ErrorFacts {
    ErrorFacts(
      ErrorCode.invalidAuthorizationDetails.rawValue, at: .authorization, .invalidInput,
      "The authorization details were rejected: \(reason).",
      remedy: "Send authorization details that their type accepts (RFC 9396 §2).")
  }
}
