#if canImport(SwiftUI)
import SwiftUI

/// The first thing in a window: waits for the keychain, then gives way to who is signed in.
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
