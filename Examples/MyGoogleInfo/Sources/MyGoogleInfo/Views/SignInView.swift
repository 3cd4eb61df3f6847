#if canImport(SwiftUI)
import SwiftUI

/// The sign-in screen.
struct SignInView: View {
  let signIn: @MainActor () async -> Void

  var body: some View {
    Text("MyGoogleInfo")
      .font(.title)
      .accessibilityAddTraits(.isHeader)
    Text("See the name and the picture that Google has of you.")
      .foregroundStyle(.secondary)
    SignInButton("Sign in with Google", action: signIn)
  }
}

/// A button that opens the browser sheet.
struct SignInButton: View {
  private let title: LocalizedStringKey
  private let action: @MainActor () async -> Void

  init(_ title: LocalizedStringKey, action: @escaping @MainActor () async -> Void) {
    self.title = title
    self.action = action
  }

  var body: some View {
    Button(title) {
      Task { await action() }
    }
    .buttonStyle(.borderedProminent)
    .controlSize(.large)
    .keyboardShortcut(.defaultAction)
  }
}
#endif
