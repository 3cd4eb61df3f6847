public import OAuth
internal import OAuthUserAgent
public import Observation

/// Who is signed in, for a user interface: SwiftUI, or anything else that observes.
///
/// ```swift
/// @State private var model = AuthenticationModel(service: service, userAgent: userAgent)
/// // .task { await model.restore() }, and a button that calls model.signIn()
/// ```
///
/// It is on the main actor, and one thing happens at a time: a second sign-in while one runs does nothing, nor does one while the
/// person is being signed out, and what comes back after ``cancel()`` changes nothing any more.
@MainActor @Observable public final class AuthenticationModel {
  /// What an interface shows.
  public enum State: Sendable {
    /// Nobody is signed in.
    case signedOut
    /// The browser is open, or the last person is being looked up.
    case signingIn
    /// Somebody is.
    case signedIn(Profile)
    /// It went wrong. The error says what, why, and what to do; the tokens of somebody who was signed in are still there, and
    /// ``AuthenticationModel/restore()`` tries again.
    case failed(any Error)
  }

  /// What to show now.
  public private(set) var state: State = .signedOut

  private let service: SignInService
  private let userAgent: any UserAgent
  /// The sign-in, or the look at who was signed in last, that is under way.
  @ObservationIgnored private var work: Task<Void, Never>?
  /// The sign-out that is under way.
  @ObservationIgnored private var leaving: Task<Void, Never>?
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// Nobody is signed in until ``restore()`` or ``signIn()`` was called.
  ///
  /// - Parameters:
  ///   - service: signs people in and remembers them.
  ///   - userAgent: the person's browser: `WebAuthenticationSessionUserAgent` in an app, `LoopbackUserAgent` elsewhere.
  public init(service: SignInService, userAgent: any UserAgent) {
    self.service = service
    self.userAgent = userAgent
  }

  isolated deinit {
    work?.cancel()
    listening?.cancel()
  }

  /// Shows who was signed in when the program ended, if somebody was. Returns when that is known.
  public func restore() async {
    await run { [service] in try await service.restore() }
  }

  /// Lets a person sign in. Returns when that has ended, one way or the other; who closes the browser is signed out, which is no
  /// failure.
  public func signIn() async {
    await run(isSignIn: true) { [service, userAgent] in try await service.signIn(with: userAgent) }
  }

  /// Ends a sign-in that is under way: the browser is closed, where that can be done, and nobody is signed in even if they came back
  /// from it just now. A sign-out isn't cancelled.
  public func cancel() {
    guard let work else { return }
    work.cancel()
    self.work = nil
    state = .signedOut
  }

  /// Signs the person out, and ends a sign-in that is under way. They are signed out here also if the provider couldn't be told; if the
  /// tokens couldn't be deleted, that is a failure. Returns when it is done; a second call waits for the first.
  public func signOut() async {
    if let leaving { return await leaving.value }
    work?.cancel()
    work = nil
    listening?.cancel()
    let task = Task { [weak self, service] in
      let outcome: State
      do {
        try await service.signOut()
        outcome = .signedOut
      } catch {
        outcome = .failed(error)
      }
      self?.leaving = nil
      self?.state = outcome
    }
    leaving = task
    await task.value
  }

  private func run(isSignIn: Bool = false, _ body: @escaping @Sendable () async throws -> Profile?) async {
    guard work == nil, leaving == nil else { return }
    // It tells of somebody who isn't shown any more.
    listening?.cancel()
    state = .signingIn
    let task = Task { [weak self, service] in
      var outcome = State.signedOut
      var changes: AsyncStream<TokenChange>?
      do {
        // Nobody listens to a session before it is there: whoever ended it meanwhile has left none.
        if let profile = try await body(), let session = try await service.session() {
          changes = session.changes
          outcome = .signedIn(profile)
        }
      } catch {
        outcome = Self.isCancellation(error) ? .signedOut : .failed(error)
      }
      guard !Task.isCancelled, let self else {
        // It came too late to stop the sign-in. Nobody may stay signed in whom the interface calls signed out.
        if isSignIn, changes != nil { await Task { _ = try? await service.signOut() }.value }
        return
      }
      work = nil
      state = outcome
      if let changes { listen(to: changes) }
    }
    work = task
    await task.value
  }

  /// Notices when the provider ends the session, or another part of the program signs the person out.
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

  private static func isCancellation(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError: true
    case let error as UserAgentError: error == .cancelled
    default: false
    }
  }
}
