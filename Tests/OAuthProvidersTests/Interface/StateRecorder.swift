import OAuth
import OAuthCore
import OAuthProviders
import Observation

/// Every state that a model had, in order, as somebody sees it who observes.
@MainActor final class StateRecorder {
  private let model: AuthenticationModel
  private var earlier: [String] = []
  private var waiting: [(word: String, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ model: AuthenticationModel) {
    self.model = model
    observe()
  }

  /// In words: all that were, and the one that is.
  var states: [String] { earlier + [model.state.word] }

  /// Returns when the model is in a state.
  func reached(_ word: String) async {
    guard model.state.word != word else { return }
    await withCheckedContinuation { waiting.append((word, $0)) }
  }

  /// What observers are told comes before the change: what is seen then is the state that was.
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
