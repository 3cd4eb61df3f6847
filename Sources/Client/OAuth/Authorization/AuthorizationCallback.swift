public import FoundationBasics

public import OAuthCore

/// The authorization server's answer as the browser delivered it, not yet checked (RFC 6749
/// §4.1.2).
///
/// An attacker can send one too. ``AuthorizationAttempt/receive(_:)`` checks it and returns its
/// ``AuthorizationCode``:
///
/// ```swift
/// let callback = try AuthorizationCallback(url: address)
/// let tokens = try await client.exchange(try attempt.receive(callback))
/// ```
///
/// Descriptions and dumps show the names of its parameters only, because it contains a code.
public struct AuthorizationCallback: Sendable, Hashable {
  /// The address that it came to; `nil` for a form.
  let redirectURI: ParsedURI?
  private let query: FormParameters?
  private let fragment: FormParameters?
  private let form: FormParameters?

  /// Reads the address that the browser came back to: with a custom scheme, an https link or a
  /// loopback address.
  ///
  /// - Parameter url: The whole address, at most 8,192 bytes. The attempt's response mode decides
  ///   later which part of it is used.
  /// - Throws: ``CallbackError/malformed(_:)`` if it isn't a URI, or its query or fragment isn't
  ///   form-encoded.
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

  /// Reads the address that the browser came back to, as `onOpenURL` and
  /// `ASWebAuthenticationSession` deliver it.
  ///
  /// - Parameter url: The whole address, at most 8,192 bytes.
  /// - Throws: The errors of ``init(url:)-(String)``.
  public init(url: URL) throws(CallbackError) {
    try self.init(url: url.absoluteString)
  }

  /// Reads the form that the browser posted to the redirect URI (Form Post Response Mode §2).
  ///
  /// - Parameter formBody: The body, at most `FormParameters.maximumBytes` bytes. The caller has
  ///   checked its content type.
  /// - Throws: ``CallbackError/malformed(_:)`` if it isn't form-encoded.
  public init(formBody: [UInt8]) throws(CallbackError) {
    redirectURI = nil
    query = nil
    fragment = nil
    form = try Self.parameters(formBody)
  }

  /// The parameters of the expected part; `nil` if the answer came in another part.
  ///
  /// - Parameter carrier: The part that the request asked for. With `nil` the server chose between
  ///   query and form.
  func parameters(in carrier: ResponseMode.Carrier?) -> FormParameters? {
    switch carrier {
    case nil: query ?? form
    case .query: query
    case .fragment: fragment
    case .form: form
    }
  }

  private static func parameters(_ bytes: [UInt8]) throws(CallbackError) -> FormParameters {
    do {
      return try FormParameters(decoding: bytes)
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
