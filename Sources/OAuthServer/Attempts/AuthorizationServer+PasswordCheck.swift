#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Logging
internal import OAuthCore

/// What became of a user name and a password.
enum PasswordCheck: Sendable, Hashable {
  /// They belong to this person.
  case right(Subject)
  /// The page is shown again, for this reason.
  case refused(PageProblem)
}

extension AuthorizationServer {
  /// Checks what a person typed, unless there were too many wrong passwords: the one place where passwords are looked at.
  func checkPassword(username: String, password: Secret, for clientID: String) async throws -> PasswordCheck {
    let counts = configuration.signInAttempts.counts(username: username, address: context.address)
    let now = clock.now()
    if let attempts = stores.signInAttempts {
      switch try await attempts.admit(counts, at: now) {
      case .admitted: break
      case .lockedOut(let until):
        logger.warning("Too many wrong passwords: a sign-in was not looked at", metadata: ["client_id": "\(clientID)"])
        return .refused(.lockedOut(wait: .seconds(until.timeIntervalSince(now))))
      }
    }
    let subject: Subject?
    do {
      subject = try await users.authenticate(username: username, password: password)
    } catch {
      // Nobody is locked out for what isn't their fault.
      try await stores.signInAttempts?.succeed(counts.map(\.takingOneBack))
      guard case PasswordHashingError.busy = error else { throw error }
      logger.warning("Too many passwords are being checked at once")
      return .refused(.busy)
    }
    guard let subject else {
      logger.info("A sign-in failed", metadata: ["client_id": "\(clientID)"])
      return .refused(.wrongPassword)
    }
    try await stores.signInAttempts?.succeed(counts)
    return .right(subject)
  }
}

extension SignInCount {
  /// For an attempt that wasn't looked at: it neither counts nor ends the count.
  fileprivate var takingOneBack: SignInCount { SignInCount(key: key, limit: limit, isForgottenBySuccess: false) }
}
