import Observation
import PixySignIn

/// The launch of the app. All windows share it.
@MainActor @Observable final class Launch {
  /// The states that the launch view shows.
  enum State {
    /// The model contains the sign-in state.
    case ready(AccountModel)
    /// The configuration is invalid.
    case failed(any Error)
  }

  let state: State
  @ObservationIgnored private var isRestored = false

  /// Creates the sign-in, or keeps the mistake in its settings.
  init(_ signIn: () throws -> SignIn) {
    do {
      state = .ready(AccountModel(try signIn().model()))
    } catch {
      state = .failed(error)
    }
  }

  /// Restores the last user. Every window calls it, and calls after the first do nothing.
  func restore() async {
    guard case .ready(let account) = state, !isRestored else { return }
    isRestored = true
    await account.take(.restore)
  }
}
