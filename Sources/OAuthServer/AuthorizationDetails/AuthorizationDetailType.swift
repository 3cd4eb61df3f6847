public import OAuthCore

/// One type of authorization details (RFC 9396 §2): what the server understands under a `type`, and what a person is told.
///
/// Whoever runs a server writes one for each type that its resources understand, and lists it in
/// ``AuthorizationRequestRules/detailTypes``. Clients may use the types that they registered
/// (``ClientSettings/authorizationDetailsTypes``).
public protocol AuthorizationDetailType: Sendable {
  /// The value of `type`, which is compared octet for octet.
  var name: String { get }

  /// Checks one element of `authorization_details`.
  ///
  /// The server calls it at every authorization request, before anybody is asked; `type` is this type's name. Members that
  /// the type doesn't define must be refused (RFC 9396 §5).
  /// - Parameters:
  ///   - detail: the element with all its members, `type` among them.
  ///   - client: who asks.
  /// - Throws: ``AuthorizationDetailRefusal`` for anything that isn't a well-formed detail of the type, or that this client may
  ///   not ask for. The client is told `invalid_authorization_details`.
  func check(_ detail: [String: JSONValue], for client: RegisteredClient) throws(AuthorizationDetailRefusal)

  /// What the detail means, in a sentence for the person who allows it. It is shown as text.
  ///
  /// - Parameter detail: one that ``check(_:for:)`` accepted.
  func explanation(of detail: [String: JSONValue]) -> String

  /// Whether one detail of the type allows no more than another, so that a token for it can be had from an approval of the
  /// other (RFC 9396 §6.1). Both were checked, the approved one when it was approved.
  ///
  /// - Parameters:
  ///   - asked: what a token is asked for.
  ///   - approved: what the person allowed.
  func isWithin(_ asked: [String: JSONValue], _ approved: [String: JSONValue]) -> Bool
}

extension AuthorizationDetailType {
  /// Whether both are the same: all that can be said without knowing the type.
  public func isWithin(_ asked: [String: JSONValue], _ approved: [String: JSONValue]) -> Bool {
    asked == approved
  }
}

/// Why a detail isn't accepted.
public struct AuthorizationDetailRefusal: Error, Sendable, Hashable {
  /// For the client's developer, in ASCII, without anything that the request had.
  public let reason: String

  /// Makes a refusal.
  /// - Parameter reason: for the client's developer; characters that RFC 6749 §5.2 doesn't allow are left out.
  public init(_ reason: String) {
    self.reason = String(
      String.UnicodeScalarView(
        reason.unicodeScalars.filter { (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" }))
  }
}
