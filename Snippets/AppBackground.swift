// Shares a sign-in with an app's extension, and refreshes its tokens in the background.
#if canImport(BackgroundTasks) && os(iOS)
import BackgroundTasks
import Foundation
import PixySignIn
import SwiftUI

// snippet.shared
enum Shared {
  static let group = Bundle.main.object(forInfoDictionaryKey: "KeychainGroup") as? String
  static let folder = FileManager.default.containerURL(
    forSecurityApplicationGroupIdentifier: "group.com.example.shared")?.path(percentEncoded: false)
}

extension SignIn {
  static let shared = SignIn(
    provider: .googleIOS, clientID: "1234-abcd.apps.googleusercontent.com", app: "com.example.app",
    accessGroup: Shared.group, folder: Shared.folder)
}
// snippet.end

// snippet.extension
extension SignIn {
  static let inExtension = SignIn(
    provider: .googleIOS, clientID: "1234-abcd.apps.googleusercontent.com", app: "com.example.app",
    accessGroup: Shared.group, folder: Shared.folder, userAgent: NoUserAgent())
}
// snippet.end

struct ContentView: View {
  var body: some View { Text("Hello") }
}

// snippet.refresh
struct ExampleApp: App {
  var body: some Scene {
    WindowGroup { ContentView() }
      .backgroundTask(.appRefresh("com.example.app.refresh")) { await refresh() }
  }
}

func scheduleRefresh() throws {
  let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
  request.earliestBeginDate = Date(timeIntervalSinceNow: 24 * 3_600)
  try BGTaskScheduler.shared.submit(request)
}

@Sendable func refresh() async {
  try? scheduleRefresh()
  _ = try? await SignIn.shared.service.session()?.accessToken()
}
// snippet.end
#endif
