public import OAuthCore

/// What came back from the browser, read and not checked (RFC 6749 §4.1.2).
///
/// Anybody can cause one. ``AuthorizationAttempt/receive(_:)`` makes an ``AuthorizationCode`` of it if it belongs to the
/// attempt. It holds a code: descriptions and dumps show names only.
public struct AuthorizationCallback: Sendable, Hashable {
  /// The address it came to, if that is known.
  let redirectURI: ParsedURI?
  private let query: FormParameters?
  private let fragment: FormParameters?
  private let form: FormParameters?

  /// Reads the address that the browser was sent to: a custom scheme, an https link or a loopback address.
  ///
  /// - Parameter url: the whole address, at most 8,192 octets; the part that carries the answer is chosen later, by the
  ///   response mode that was asked for.
  /// - Throws: ``CallbackError/malformed(_:)`` if it isn't a URI, or its query or fragment isn't form-encoded.
  public init(url: String) throws(CallbackError) {
    let parts: ParsedURI
    do {
      parts = try ParsedURI(url)
    } catch {
      throw .malformed(.notAURI)
    }
    redirectURI = parts
    query = try Self.parameters(Array((parts.query ?? "").utf8))
    fragment = try Self.parameters(Array((parts.fragment ?? "").utf8))
    form = nil
  }

  /// Reads the form that the browser posted to the redirect URI (Form Post Response Mode §2).
  ///
  /// - Parameter formBody: the body's octets, at most `FormParameters.maximumOctets`. Whoever receives the request has
  ///   looked at its content type.
  /// - Throws: ``CallbackError/malformed(_:)`` if it isn't form-encoded.
  public init(formBody: [UInt8]) throws(CallbackError) {
    redirectURI = nil
    query = nil
    fragment = nil
    form = try Self.parameters(formBody)
  }

  /// The parameters that came the way they should; nil if the answer came another way.
  ///
  /// - Parameter carrier: what was asked for; nil if nothing was, which leaves query and form to the server.
  func parameters(in carrier: ResponseMode.Carrier?) -> FormParameters? {
    switch carrier {
    case nil: query ?? form
    case .query: query
    case .fragment: fragment
    case .form: form
    }
  }

  private static func parameters(_ octets: [UInt8]) throws(CallbackError) -> FormParameters {
    do {
      return try FormParameters(decoding: octets)
    } catch {
      throw .malformed(.form(error))
    }
  }
}

extension AuthorizationCallback: Redacted {
  /// The names of the parameters, made safe to show and cut after 300 characters.
  public var description: String {
    let all = [query, fragment, form].compactMap { $0 }.flatMap(\.pairs).map(\.name)
    return "AuthorizationCallback(\(UntrustedText(all.joined(separator: ", "))))"
  }
}
