import OAuth
import OAuthCore
import OAuthProviders
import Observation

/// Records all states of a model in order, as an observer sees them.
@MainActor final class StateRecorder {
  private let model: AuthenticationModel
  private var earlier: [String] = []
  private var waiting: [(word: String, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ model: AuthenticationModel) {
    self.model = model
    observe()
  }

  /// The earlier states and the current one, as words.
  var states: [String] { earlier + [model.state.word] }

  /// Waits until the model is in a state.
  func reached(_ word: String) async {
    guard model.state.word != word else { return }
    await withCheckedContinuation { waiting.append((word, $0)) }
  }

  /// Observers are notified before a change, so the callback reads the previous state.
  private func observe() {
    withObservationTracking {
      _ = model.state
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.earlier.append(self.model.state.word)
        self.observe()
      }
      Task { @MainActor [weak self] in self?.wake() }
    }
  }

  private func wake() {
    let word = model.state.word
    let reached = waiting.filter { $0.word == word }
    waiting.removeAll { $0.word == word }
    for waiter in reached { waiter.continuation.resume() }
  }
}

extension AuthenticationModel.State {
  var word: String {
    switch self {
    case .signedOut: "signedOut"
    case .signingIn: "signingIn"
    case .signedIn(let profile): "signedIn: \(profile.displayName)"
    case .failed(let error): "failed: \((error as? any ExplainedError)?.code ?? "\(type(of: error))")"
    }
  }
}
