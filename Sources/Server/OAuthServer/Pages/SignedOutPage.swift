/// The page that reports the result of a sign-out.
public struct SignedOutPage: Sendable, Hashable {
  /// The result of a sign-out.
  public enum Outcome: Sendable, Hashable {
    /// The user was signed out.
    case signedOut
    /// The user chose to stay signed in.
    case stayedSignedIn
    /// No user was signed in.
    case nobodySignedIn
  }

  /// The result of the sign-out.
  public let outcome: Outcome
  /// The user's display name, if the user is known.
  public let person: String?
  /// The client that requested the sign-out; `nil` if none did.
  public let client: ClientCard?
  /// The address of a link back to the client: one that the client registered.
  public let back: String?
  /// The server's address.
  public let issuer: String

  /// - Parameter back: An address that the client registered. Anything but https, or http on
  ///   loopback, is left out, because a link may run a script.
  package init(
    _ outcome: Outcome, person: String? = nil, client: ClientCard? = nil, back: String? = nil, issuer: String
  ) {
    self.outcome = outcome
    self.person = person
    self.client = client
    self.back = back.flatMap(ClientLinks.address)
    self.issuer = issuer
  }
}
