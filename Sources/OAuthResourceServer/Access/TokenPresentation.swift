/// How a resource takes tokens.
public struct TokenPresentation: Sendable, Hashable {
  /// Which tokens are taken.
  public enum Binding: Sendable, Hashable {
    /// Also such as whoever has them may use (RFC 6750).
    case optional
    /// Only such as are bound to a DPoP key or a client certificate (RFC 9700 §2.2.1).
    case required
  }

  /// Which tokens are taken.
  public var binding: Binding
  /// Whether a bearer token may be in the form of a POST (RFC 6750 §2.2). Only for clients that can't set a field.
  public var takesForms: Bool
  /// Whether connections may have client certificates that tokens are bound to (RFC 8705 §3): told to clients in the metadata, and
  /// with ``Binding-swift.enum/required`` the reason to take the scheme `Bearer` at all.
  public var takesCertificates: Bool

  /// How tokens are taken.
  ///
  /// - Parameters:
  ///   - binding: which tokens.
  ///   - takesForms: whether they may be in forms.
  ///   - takesCertificates: whether the server in front passes on what client certificates there are.
  public init(binding: Binding = .optional, takesForms: Bool = false, takesCertificates: Bool = false) {
    self.binding = binding
    self.takesForms = takesForms
    self.takesCertificates = takesCertificates
  }
}
