#if canImport(SwiftUI)
import OAuthProviders
import SwiftUI

/// Who is signed in, or the way there.
struct AccountView: View {
  let model: AuthenticationModel
  @State private var step = Step.restore

  /// What was tried last, and what “Try again” means.
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
      // What is stored may be of no use any more; a new sign-in is then the only way on.
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

  /// A sign-in of which only the profile is missing needs no browser again.
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
