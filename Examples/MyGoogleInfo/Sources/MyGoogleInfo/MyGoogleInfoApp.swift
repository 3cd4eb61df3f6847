#if canImport(SwiftUI)
import SwiftUI

/// Shows who you are at Google: name, picture and e-mail address.
@main struct MyGoogleInfoApp: App {
  @State private var launch = Launch()

  var body: some Scene {
    WindowGroup {
      LaunchView(launch: launch)
    }
  }
}
#else
/// What there is without SwiftUI.
@main enum NoSwiftUI {
  static func main() {
    print("MyGoogleInfo is for macOS and iOS: this system has no SwiftUI. Examples/MyGoogleInfoWeb runs everywhere.")
  }
}
#endif
