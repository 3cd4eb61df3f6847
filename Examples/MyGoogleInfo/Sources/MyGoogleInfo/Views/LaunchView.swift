#if canImport(SwiftUI)
import SwiftUI

/// The root view of a window. It waits for the keychain, then shows the account.
struct LaunchView: View {
  let launch: Launch

  var body: some View {
    Panel {
      switch launch.state {
      case .opening: WaitingView("Opening the keychain…")
      case .ready(let model): AccountView(model: model)
      case .failed(let error):
        FailureView(title: "MyGoogleInfo can’t start", error: error) { await launch.open() }
      }
    }
    .task { await launch.open() }
  }
}
#endif
