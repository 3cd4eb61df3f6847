import Observation
import PixySignIn

/// The user's account as the screens show it: the state of the sign-in, and the operation that was
/// tried last.
@MainActor @Observable final class AccountModel {
  /// An operation. “Try again” repeats the last one.
  enum Step {
    case restore
    case signIn
    case signOut
  }

  private(set) var step = Step.restore
  /// The tokens that the last sign-out couldn't revoke.
  private(set) var unrevoked: UnrevokedTokens?
  private let authentication: AuthenticationModel

  init(_ authentication: AuthenticationModel) {
    self.authentication = authentication
  }

  /// The state of the sign-in.
  var state: AuthenticationModel.State { authentication.state }

  /// Whether a failure is shown with a button for a new sign-in: stored tokens may no longer be valid.
  var offersSignIn: Bool { step == .restore }

  func take(_ step: Step) async {
    self.step = step
    unrevoked = nil
    switch step {
    case .restore: await authentication.restore()
    case .signIn: await authentication.signIn()
    case .signOut:
      if case .deletedOnly(let error as UnrevokedTokens)? = await authentication.signOut() { unrevoked = error }
    }
  }

  /// Repeats the last operation. If only the profile of a sign-in is missing, no browser is needed.
  func tryAgain() async {
    guard step == .signIn else { return await take(step) }
    await authentication.restore()
    if case .signedOut = state { await take(.signIn) }
  }

  /// Cancels a sign-in that is under way.
  func cancel() {
    authentication.cancel()
  }
}
