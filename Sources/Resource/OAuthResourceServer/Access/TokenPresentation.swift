/// The ways in which a resource accepts tokens.
public struct TokenPresentation: Sendable, Hashable {
  /// The rule whether tokens must be bound to a key of the client.
  public enum Binding: Sendable, Hashable {
    /// All tokens, including bearer tokens (RFC 6750).
    case optional
    /// Only tokens that are bound to a DPoP key or a client certificate (RFC 9700 §2.2.1).
    case required
  }

  /// Whether tokens must be bound to a key of the client.
  public var binding: Binding
  /// Whether a bearer token may be in the form of a POST request (RFC 6750 §2.2). Use it only for
  /// clients that can't set a header field.
  public var takesForms: Bool
  /// Whether connections may have client certificates to which tokens are bound (RFC 8705 §3). The
  /// metadata announces it. With ``Binding-swift.enum/required`` the scheme `Bearer` is accepted
  /// only if this is true.
  public var takesCertificates: Bool

  /// Creates a description of the ways.
  ///
  /// - Parameters:
  ///   - binding: The tokens that are accepted. Default: all.
  ///   - takesForms: Whether tokens may be in forms. Default: false.
  ///   - takesCertificates: Whether the server that terminates TLS passes client certificates on.
  ///     Default: false.
  public init(binding: Binding = .optional, takesForms: Bool = false, takesCertificates: Bool = false) {
    self.binding = binding
    self.takesForms = takesForms
    self.takesCertificates = takesCertificates
  }
}
