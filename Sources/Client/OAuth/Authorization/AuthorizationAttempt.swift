public import FoundationBasics
public import OAuthCore
package import PKCE
internal import Synchronization

/// One sign-in that has begun: the address to open, and the only object that accepts the answer.
///
/// Its PKCE verifier, `state` and `nonce` are new and are used once. The first answer with this
/// attempt's `state` completes it, whether it carries a code or an error; every later one is
/// rejected. An answer with another `state` doesn't complete it, so a third party can't end a
/// user's sign-in.
///
/// ```swift
/// let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: scope))
/// // Open attempt.url. When the browser comes back with an address:
/// let code = try attempt.receive(AuthorizationCallback(url: address))
/// let tokens = try await client.exchange(code)
/// ```
///
/// If another process may take the answer, seal the attempt with ``sealed(by:)``.
public final class AuthorizationAttempt: Sendable {
  /// The object that accepts the answer.
  private enum Phase {
    /// This attempt.
    case waiting
    /// The attempt that is restored from the sealed text.
    case sealed
    /// None, because the answer has come.
    case completed
  }

  /// The address to open in the user's browser. It contains `state`: never log it or show it to
  /// another user.
  public let url: String
  /// The same address as Foundation's type, for `ASWebAuthenticationSession` and `openURL`.
  public let pageURL: URL

  let expectedCallback: ExpectedCallback
  /// The time when the sign-in began, by this machine's clock.
  let beganAt: Date
  private let phase = Mutex(Phase.waiting)

  /// - Throws: ``AuthorizationRequestError/noAuthorizationEndpoint`` if Foundation can't represent
  ///   the address.
  init(url: String, expectedCallback: ExpectedCallback, beganAt: Date) throws(AuthorizationRequestError) {
    guard let page = URL(string: url, encodingInvalidCharacters: false) else { throw .noAuthorizationEndpoint }
    self.url = url
    pageURL = page
    self.expectedCallback = expectedCallback
    self.beganAt = beganAt
  }

  /// The address that the browser comes back to.
  public var redirectURI: RedirectURI { expectedCallback.redirectURI }

  package var server: AuthorizationServerMetadata { expectedCallback.server }
  package var verifier: CodeVerifier { expectedCallback.verifier }
  package var state: Secret { expectedCallback.state }
  package var nonce: Secret? { expectedCallback.nonce }
  /// The response mode of the request. With `nil` the server chooses between query and form.
  package var responseMode: ResponseMode? { expectedCallback.responseMode }

  /// Checks an answer and returns its code (RFC 6749 §4.1.2, RFC 9207).
  ///
  /// It can be called from any task. Exactly one answer with the right `state` is accepted. The
  /// signature of a signed answer (JARM) is verified before its content is used.
  ///
  /// - Parameter callback: The answer as the browser delivered it. It may come from an attacker.
  /// - Throws: ``CallbackError``. If its ``CallbackError/leavesWaiting`` is true, the attempt still
  ///   waits for its own answer; otherwise it is completed, or it was sealed.
  public func receive(_ callback: AuthorizationCallback) throws(CallbackError) -> AuthorizationCode {
    let answer = try expectedCallback.answer(in: callback)
    let before = phase.withLock { phase in
      defer { if case .waiting = phase { phase = .completed } }
      return phase
    }
    switch before {
    case .waiting: return try expectedCallback.code(in: answer)
    case .sealed: throw .sealed
    case .completed: throw .alreadyCompleted
    }
  }

  /// Whether an answer with this attempt's `state` has come to this object.
  public var isCompleted: Bool {
    phase.withLock { $0 == .completed }
  }

  /// Leaves the answer to the attempts that are restored from the sealed text.
  ///
  /// - Returns: Whether the attempt still waited.
  func leaveToSealed() -> Bool {
    phase.withLock { phase in
      guard phase != .completed else { return false }
      phase = .sealed
      return true
    }
  }
}

extension AuthorizationAttempt: Redacted {
  /// Only the redirect URI, because the address contains `state`.
  public var description: String { "AuthorizationAttempt(\(redirectURI))" }
}
