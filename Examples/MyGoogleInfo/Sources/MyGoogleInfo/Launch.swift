#if canImport(SwiftUI)
import Observation
import PixySignIn

/// The launch of the app. All windows share it.
@MainActor @Observable final class Launch {
  /// The states that the launch view shows.
  enum State {
    /// The model contains the sign-in state.
    case ready(AuthenticationModel)
    /// The configuration is invalid.
    case failed(any Error)
  }

  let state: State
  @ObservationIgnored private var isRestored = false

  init() {
    do {
      state = .ready(try SignIn.google().model())
    } catch {
      state = .failed(error)
    }
  }

  /// Restores the last user. Every window calls it, and calls after the first do nothing.
  func restore() async {
    guard case .ready(let model) = state, !isRestored else { return }
    isRestored = true
    await model.restore()
  }
}
#endif
