#if canImport(SwiftUI)
import PixySignIn
import SwiftUI

/// The screens of the sign-in, by the model's state.
struct AccountView: View {
  let model: AuthenticationModel
  @State private var step = Step.restore

  /// The operation that was tried last. “Try again” repeats it.
  private enum Step {
    case restore
    case signIn
    case signOut
  }

  init(model: AuthenticationModel) {
    self.model = model
  }

  var body: some View {
    switch model.state {
    case .signedOut:
      SignInView { await take(.signIn) }
    case .signingIn:
      waiting
    case .signedIn(let profile):
      ProfileView(profile: profile) { await take(.signOut) }
    case .failed(let error):
      FailureView(title: title, error: error) { await tryAgain() }
      // The stored tokens may no longer be valid; only a new sign-in helps then.
      if step == .restore { SignInButton("Sign in again") { await take(.signIn) } }
    }
  }

  @ViewBuilder private var waiting: some View {
    if step == .signIn {
      WaitingView("Waiting for your browser…", cancel: model.cancel)
    } else {
      WaitingView("Looking up who you are…")
    }
  }

  private var title: LocalizedStringKey {
    switch step {
    case .restore: "Your profile can’t be shown now. You were not signed out."
    case .signIn: "Your sign-in could not be finished"
    case .signOut: "You could not be signed out"
    }
  }

  /// Repeats the last operation. If only the profile of a sign-in is missing, no browser is needed.
  private func tryAgain() async {
    guard step == .signIn else { return await take(step) }
    await model.restore()
    if case .signedOut = model.state { await take(.signIn) }
  }

  private func take(_ step: Step) async {
    self.step = step
    switch step {
    case .restore: await model.restore()
    case .signIn: await model.signIn()
    case .signOut: await model.signOut()
    }
  }
}
#endif
