public import OAuth
internal import OAuthCore
public import OAuthSessions
public import Observation

/// An observable model of the sign-in, for SwiftUI and other user interfaces.
///
/// ```swift
/// let model = AuthenticationModel(service: service, userAgent: userAgent)
/// await model.restore()  // when the view appears
/// await model.signIn()  // the button's action
/// ```
///
/// The model runs on the main actor, and one operation at a time. A second sign-in does nothing
/// while a sign-in or a sign-out is under way. A result that arrives after ``cancel()`` is
/// discarded.
@MainActor @Observable public final class AuthenticationModel {
  /// The states that an interface shows.
  public enum State: Sendable {
    /// No user is signed in.
    case signedOut
    /// The browser is open, or the last user is being restored.
    case signingIn
    /// A user is signed in.
    case signedIn(Profile)
    /// The operation failed. The error says what happened, why, and what to do; its
    /// `ErrorCategory` tells whether another try can help. The stored tokens of a signed-in user
    /// are kept, and ``AuthenticationModel/restore()`` tries again. Errors of the categories
    /// `cancelled` and, at a restore, `signInNeeded` aren't failures: the state is ``signedOut``.
    case failed(any Error)
  }

  /// The state to show.
  public private(set) var state: State = .signedOut

  private let service: SignInService
  private let userAgent: any UserAgent
  /// The sign-in or restore that is under way.
  @ObservationIgnored private var work: Task<Void, Never>?
  /// The sign-out that is under way.
  @ObservationIgnored private var leaving: Task<SignOutOutcome?, Never>?
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// Creates a model in the state ``State/signedOut``. Call ``restore()`` next.
  ///
  /// - Parameters:
  ///   - service: Signs users in and stores their tokens.
  ///   - userAgent: The user's browser: `WebAuthenticationSessionUserAgent` in an app,
  ///     `LoopbackUserAgent` elsewhere.
  public init(service: SignInService, userAgent: any UserAgent) {
    self.service = service
    self.userAgent = userAgent
  }

  // Not isolated: below macOS 15.4 and iOS 18.4, and with some compilers above, a `deinit` that is
  // isolated to the main actor aborts the program (swiftlang/swift#87316,
  // altic-dev/FluidVoice#772). A task can be cancelled anywhere.
  deinit {
    work?.cancel()
    listening?.cancel()
  }

  /// Restores the user of the program's last run. Returns when the state is known.
  public func restore() async {
    await run { [service] in try await service.restoredUser() }
  }

  /// Signs a user in. Returns when the sign-in has succeeded, failed or been cancelled.
  ///
  /// If the user closes the browser, or presses “Cancel” on the provider's page, the state is
  /// ``State/signedOut``, not a failure. A provider that denies the request by its own rules sends
  /// the same answer as “Cancel” (`access_denied`, RFC 6749 §4.1.2.1); the client's logger has its
  /// words.
  public func signIn() async {
    await run(isSignIn: true) { [service, userAgent] in try await service.signedInUser(with: userAgent) }
  }

  /// Cancels a sign-in or restore that is under way.
  ///
  /// The browser is closed if the system allows it. The user stays signed out even if the browser
  /// has just returned. A sign-out isn't cancelled.
  public func cancel() {
    guard let work else { return }
    work.cancel()
    self.work = nil
    state = .signedOut
  }

  /// Signs the user out, and cancels a sign-in that is under way.
  ///
  /// The stored tokens are deleted even if the provider can't be reached; the sign-out fails only
  /// if they can't be deleted. Returns when the sign-out has finished. A second call waits for the
  /// first.
  ///
  /// - Returns: The outcome at the provider; `nil` if the sign-out failed. If the tokens stay valid
  ///   there, the error is ``UnrevokedTokens``: show it to the user.
  @discardableResult
  public func signOut() async -> SignOutOutcome? {
    if let leaving { return await leaving.value }
    work?.cancel()
    work = nil
    listening?.cancel()
    let task = Task { [weak self, service] in
      var outcome: SignOutOutcome?
      var state = State.signedOut
      do {
        outcome = try await service.signOut()
      } catch {
        state = .failed(error)
      }
      self?.leaving = nil
      self?.state = state
      return outcome
    }
    leaving = task
    return await task.value
  }

  private func run(
    isSignIn: Bool = false, _ body: @escaping @Sendable () async throws -> SignedInUser?
  ) async {
    guard work == nil, leaving == nil else { return }
    // The previous session's changes concern a user who is no longer shown.
    listening?.cancel()
    state = .signingIn
    let task = Task { [weak self, service] in
      var outcome = State.signedOut
      var signedIn: SignedInUser?
      var changes: AsyncStream<TokenChange>?
      do {
        // Listening starts once the session exists. A session that ended before leaves no tokens,
        // so the service returns `nil`.
        if let user = try await body() {
          signedIn = user
          changes = user.session.changes
          outcome = .signedIn(user.profile)
        }
      } catch {
        outcome = ErrorCategory(of: error) == .cancelled ? .signedOut : .failed(error)
      }
      guard !Task.isCancelled, let self else {
        // The cancellation came too late to stop the sign-in. The interface shows the user as
        // signed out, so the tokens must go. Those of a later sign-in stay.
        if isSignIn, let signedIn { await Task { await service.undo(signedIn) }.value }
        return
      }
      work = nil
      state = outcome
      if let changes { listen(to: changes) }
    }
    work = task
    await task.value
  }

  /// Observes the session, and shows when the provider ends it or another part of the program signs
  /// the user out.
  private func listen(to changes: AsyncStream<TokenChange>) {
    listening = Task { [weak self] in
      for await change in changes {
        switch change {
        case .renewed: continue
        case .ended, .signedOut:
          guard !Task.isCancelled else { return }
          self?.state = .signedOut
          return
        }
      }
    }
  }
}
