#if canImport(SwiftUI)
import PixySignIn
import SwiftUI

/// The screens of the sign-in, by the model's state.
struct AccountView: View {
  let model: AccountModel

  var body: some View {
    switch model.state {
    case .signedOut:
      if let unrevoked = model.unrevoked {
        FailureView(title: "You are signed out on this device only", error: unrevoked)
      }
      SignInView { await model.take(.signIn) }
    case .signingIn:
      waiting
    case .signedIn(let profile):
      ProfileView(profile: profile) { await model.take(.signOut) }
    case .failed(let error):
      FailureView(title: title, error: error) { await model.tryAgain() }
      if model.offersSignIn { SignInButton("Sign in again") { await model.take(.signIn) } }
    }
  }

  @ViewBuilder private var waiting: some View {
    if model.step == .signIn {
      WaitingView("Waiting for your browser…", cancel: model.cancel)
    } else {
      WaitingView("Looking up who you are…")
    }
  }

  private var title: LocalizedStringKey {
    switch model.step {
    case .restore: "Your profile can’t be shown now. You were not signed out."
    case .signIn: "Your sign-in could not be finished"
    case .signOut: "You could not be signed out"
    }
  }
}
#endif
