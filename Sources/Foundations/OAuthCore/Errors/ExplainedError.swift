public import FoundationBasics

/// An error with a stable code for programs and an explanation for people.
///
/// Every error of Pixy conforms. Its texts say what happened, why, and what to do. They never
/// contain a secret, a body, or a query. They are in English; to show other texts, choose them by
/// ``category`` or ``code``.
///
/// The texts are those of Foundation's `LocalizedError` too. So `localizedDescription` is the
/// explanation, and an alert of SwiftUI or AppKit shows it with the remedy.
///
/// ```swift
/// do {
///   let endpoint = try Endpoint("http://login.example.com/token")
///   print(endpoint)
/// } catch {
///   print(error.code)  // "uri_not_https"
///   print(error.category)  // mistake
///   print(error.remedy)  // the recommended action
/// }
/// ```
public protocol ExplainedError: LocalizedError, CustomStringConvertible {
  /// The facts of the error, from which the protocol derives all its texts.
  var facts: ErrorFacts { get }
}

extension ExplainedError {
  /// A stable word for programs, such as `foreign_state`. It doesn't change between versions.
  public var code: String { facts.code }

  /// The failed step of the flow, such as `callback`.
  public var step: FlowStep { facts.step }

  /// The reaction that the error asks for.
  public var category: ErrorCategory { facts.category }

  /// The problem and its cause, as one or two sentences.
  public var explanation: String { facts.explanation }

  /// The recommended action of the user or the developer, as one or two sentences.
  public var remedy: String { facts.remedy }

  /// The explanation followed by the remedy.
  public var description: String {
    let facts = facts
    return facts.explanation + " " + facts.remedy
  }

  /// The explanation without its full stop, for a sentence that goes on.
  package var clause: String {
    let explanation = explanation
    return explanation.hasSuffix(".") ? String(explanation.dropLast()) : explanation
  }

  /// The explanation, for `localizedDescription`.
  public var errorDescription: String? { explanation }

  /// The remedy, for alerts that show it below the explanation.
  public var recoverySuggestion: String? { remedy }

  // Declared here too, because Foundation's own defaults are visible only to files that import it.

  /// Always `nil`: the explanation contains the reason.
  public var failureReason: String? { nil }

  /// Always `nil`: there is no help book.
  public var helpAnchor: String? { nil }
}

/// A step of an OAuth flow in which an error can occur.
public enum FlowStep: String, Sendable, Hashable, CaseIterable {
  /// Reading configuration: endpoints, redirect URIs, issuers.
  case configuration
  /// Reading a text on its own: JSON, a form, base64url.
  case parsing
  /// Fetching or reading authorization server metadata (RFC 8414).
  case discovery
  /// Building or sending the authorization request (RFC 6749 §4.1.1).
  case authorization
  /// Opening the browser, or waiting for its redirect.
  case userAgent
  /// Reading the authorization response (RFC 6749 §4.1.2).
  case callback
  /// The token request and its response (RFC 6749 §4.1.3, §5, §6).
  case token
  /// Verifying a signature, or the claims of a signed token.
  case verification
  /// A request to a protected resource (RFC 6750).
  case resource
  /// Transferring bytes: connections, TLS, timeouts.
  case transport
  /// Storing tokens: files, keyrings, keychains.
  case storage
}
