// Signs a user in with Google inside an app. The keychain keeps the tokens until the next start.
#if canImport(SwiftUI)
// snippet.view
import PixySignIn
import SwiftUI

struct ContentView: View {
  @State private var google = SignIn(
    provider: .googleIOS, clientID: "1234-abcd.apps.googleusercontent.com", app: "com.example.app"
  ).model()

  var body: some View {
    Group {
      switch google.state {
      case .signedIn(let profile): Text("Hello, \(profile.displayName)")
      case .signingIn: ProgressView()
      case .signedOut, .failed: Button("Sign in with Google") { Task { await google.signIn() } }
      }
    }
    .task { await google.restore() }
  }
}
// snippet.end
#endif
