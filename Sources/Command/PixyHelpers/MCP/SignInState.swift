internal import OAuthCore
internal import PixyAuth

/// The sign-ins of one `pixy mcp`.
struct SignInState {
  /// Whether a browser can be opened and the user allows it.
  let isAllowed: Bool
  /// The sign-in that requests wait for.
  var running: SharedTask<Bool>?
  /// The number of sign-ins that succeeded.
  var count = 0
  /// Whether the last sign-in failed, or its token was rejected. Another one would open a window for
  /// each request. A token that is accepted ends it, for example after a `pixy login` of the user.
  var hasFailed = false
  /// The reason of the last sign-in that didn't succeed, as far as it is known.
  private(set) var lastError: ReportedError?
  private var stepUps = 0
  private var hasFailedStepUp = false

  init(isAllowed: Bool) { self.isAllowed = isAllowed }

  /// The number of step-ups in a run. A server that asks for ever more scopes would open a window for
  /// each request.
  private static let maximumStepUps = 3

  func allows(_ browserLogin: BrowserLogin) -> Bool {
    guard browserLogin.needsBrowser else { return true }
    guard browserLogin.missing == nil else { return isAllowed && !hasFailedStepUp && stepUps < Self.maximumStepUps }
    return isAllowed && !hasFailed
  }

  /// Ends the running sign-in.
  ///
  /// - Returns: Whether it succeeded.
  mutating func finish(_ browserLogin: BrowserLogin, _ outcome: SharedSignIn.Outcome) -> Bool {
    running = nil
    let isStepUp = browserLogin.missing != nil
    if isStepUp { stepUps += 1 }
    switch outcome {
    case .signedIn: (count, lastError) = (count + 1, nil)
    case .failed(let error):
      lastError = error
      if isStepUp { hasFailedStepUp = true } else { hasFailed = true }
    case .unreachable(let error): lastError = error
    }
    return outcome == .signedIn
  }
}
