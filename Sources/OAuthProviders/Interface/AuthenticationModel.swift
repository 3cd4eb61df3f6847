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
/// It is on the main actor, and one thing happens at a time: a second sign-in while one runs does nothing, and what comes back after
/// ``cancel()`` changes nothing any more.
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
  @ObservationIgnored private var work: Task<Void, Never>?
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
    await run { [service, userAgent] in try await service.signIn(with: userAgent) }
  }

  /// Ends a sign-in that is under way: the browser is closed, where that can be done.
  public func cancel() {
    guard let work else { return }
    work.cancel()
    self.work = nil
    state = .signedOut
  }

  /// Signs the person out. They are signed out here also if the provider couldn't be told; if the tokens couldn't be deleted, that is a
  /// failure.
  public func signOut() async {
    work?.cancel()
    work = nil
    listening?.cancel()
    do {
      try await service.signOut()
      state = .signedOut
    } catch {
      state = .failed(error)
    }
  }

  private func run(_ body: @escaping @Sendable () async throws -> Profile?) async {
    guard work == nil else { return }
    state = .signingIn
    let task = Task { [weak self] in
      let outcome: State
      do {
        outcome = try await body().map(State.signedIn) ?? .signedOut
      } catch {
        outcome = Self.isCancellation(error) ? .signedOut : .failed(error)
      }
      // Somebody cancelled, and perhaps began anew: that isn't for this outcome to change.
      guard !Task.isCancelled, let self else { return }
      work = nil
      state = outcome
      if case .signedIn = outcome { listen() }
    }
    work = task
    await task.value
  }

  /// Notices when the provider ends the session, or another part of the program signs the person out.
  private func listen() {
    listening?.cancel()
    listening = Task { [weak self, service] in
      guard let session = try? await service.session() else { return }
      for await change in session.tokens {
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
