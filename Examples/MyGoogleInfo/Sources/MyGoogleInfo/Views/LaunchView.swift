#if canImport(SwiftUI)
import SwiftUI

/// The root view of a window: the account, or the mistake in the configuration.
struct LaunchView: View {
  let launch: Launch

  var body: some View {
    Panel {
      switch launch.state {
      case .ready(let model): AccountView(model: model)
      case .failed(let error): FailureView(title: "MyGoogleInfo can’t start", error: error)
      }
    }
    .task { await launch.restore() }
  }
}
#endif
