/// Tells a person that they are signed out, or that they are not.
public struct SignedOutPage: Sendable, Hashable {
  /// What became of it.
  public enum Outcome: Sendable, Hashable {
    /// The person was signed out.
    case signedOut
    /// The person didn't want to be signed out, and isn't.
    case stayedSignedIn
    /// Nobody was signed in.
    case nobodySignedIn
  }

  /// What became of it.
  public let outcome: Outcome
  /// The name of the person it is about, as they want it shown, if it is known.
  public let person: String?
  /// The client that asked, if one did.
  public let client: ClientCard?
  /// Where a link back leads to: an address that the client registered.
  public let back: String?
  /// The server's address.
  public let issuer: String

  /// - Parameter back: has to be one that the client registered; anything but https and http on loopback is left out, since
  ///   a link may run a script.
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
