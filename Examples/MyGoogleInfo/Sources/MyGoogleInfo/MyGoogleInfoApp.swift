#if canImport(SwiftUI)
import PixySignIn
import SwiftUI

/// The app: it shows your name, picture and e-mail address at Google.
@main struct MyGoogleInfoApp: App {
  @State private var launch = Launch { try SignIn.google() }

  var body: some Scene {
    WindowGroup {
      LaunchView(launch: launch)
    }
  }
}
#else
/// The program on systems without SwiftUI.
@main enum NoSwiftUI {
  static func main() {
    print("MyGoogleInfo needs SwiftUI, on macOS or iOS. Examples/MyGoogleInfoWeb runs on every system.")
  }
}
#endif
