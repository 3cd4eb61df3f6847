/// The authentication that a resource requires of the user (RFC 9470 §3). Send it in the next
/// authorization request.
public struct AuthenticationRequirement: Sendable, Hashable {
  /// The accepted authentication context classes, the preferred one first, for `acr_values`. Empty
  /// if the resource names none.
  public let acrValues: [String]
  /// The largest accepted age of the user's authentication, for `max_age`. `nil` if the resource
  /// sets none.
  public let maxAge: Duration?
}
