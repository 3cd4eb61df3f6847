/// How a person has to authenticate before a resource opens (RFC 9470 §3): ask for it in the next authorization request.
public struct AuthenticationRequirement: Sendable, Hashable {
  /// The authentication context classes that will do, the preferred one first; for `acr_values`. Empty if not said.
  public let acrValues: [String]
  /// How long ago the person may have authenticated, in seconds; for `max_age`. `nil` if not said.
  public let maxAge: Duration?
}
