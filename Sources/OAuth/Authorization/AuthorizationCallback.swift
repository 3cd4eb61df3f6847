internal import OAuthCore

/// What came back from the browser, read but not yet trusted (RFC 6749 §4.1.2).
///
/// Make one from whatever the platform hands over, and give it to ``AuthorizationAttempt/receive(_:)``.
public struct AuthorizationCallback: Sendable, Hashable {
  let redirectURI: ParsedURI?
  let parameters: FormParameters

  /// Reads the whole address that was opened: a custom scheme's, an https link's or a loopback one.
  /// - Throws: ``CallbackError/malformed(_:)`` if it can't be read.
  public init(url: String) throws(CallbackError) {
    let parts: ParsedURI
    do {
      parts = try ParsedURI(url)
    } catch {
      throw .malformed(.notAURI)
    }
    redirectURI = parts
    parameters = try Self.parameters(Array((parts.query ?? "").utf8))
  }

  /// Reads the body of a `form_post` answer (OAuth 2.0 Form Post Response Mode §2).
  /// - Throws: ``CallbackError/malformed(_:)`` if it can't be read.
  public init(formBody: [UInt8]) throws(CallbackError) {
    redirectURI = nil
    parameters = try Self.parameters(formBody)
  }

  private static func parameters(_ octets: [UInt8]) throws(CallbackError) -> FormParameters {
    do {
      return try FormParameters(decoding: octets)
    } catch {
      throw .malformed(.form(error))
    }
  }
}

extension AuthorizationCallback: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the parameters alone.
  public var description: String { "AuthorizationCallback(\(parameters))" }

  /// The names of the parameters alone.
  public var debugDescription: String { description }

  /// Has no children, so that reflection finds no code.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
