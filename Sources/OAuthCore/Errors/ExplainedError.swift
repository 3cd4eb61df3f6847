/// An error that a program can switch on and a person can act on.
///
/// Every error that Pixy throws for something that came from outside conforms. Its texts say what happened, why, and
/// what to do; none of them carries a secret, a body, or a query.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// A stable word for programs, such as `foreign_state`. Doesn't change between versions.
  var code: String { get }
  /// The step of the flow that failed, such as `callback`.
  var step: FlowStep { get }
  /// What happened and why, as one or two sentences.
  var explanation: String { get }
  /// What the person or the programmer can do about it, as one or two sentences.
  var remedy: String { get }
}

extension ExplainedError {
  /// The explanation followed by the remedy.
  public var description: String {
    explanation + " " + remedy
  }
}

extension ExplainedError where Self: RawRepresentable, RawValue == String {
  /// The raw value: the code of an error whose cases have no values of their own.
  public var code: String { rawValue }
}

/// Where in a flow an error arose.
public enum FlowStep: String, Sendable, Hashable, CaseIterable {
  /// Reading configuration: endpoints, redirect URIs, issuers.
  case configuration
  /// Fetching or reading authorization server metadata (RFC 8414).
  case discovery
  /// Building or sending the authorization request (RFC 6749 §4.1.1).
  case authorization
  /// Opening the browser or waiting for it to come back.
  case userAgent
  /// Reading the authorization response (RFC 6749 §4.1.2).
  case callback
  /// The token request and its answer (RFC 6749 §4.1.3, §5, §6).
  case token
  /// Checking a signature, or a signed token's claims.
  case verification
  /// A request to a protected resource (RFC 6750).
  case resource
  /// Moving octets: connections, TLS, time-outs.
  case transport
  /// Keeping tokens: files, keyrings, keychains.
  case storage
}
