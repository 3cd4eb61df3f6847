// The view and the browser sheet of a Mac app that creates the parts itself (`AppParts.swift`).
#if canImport(AppKit) && canImport(SwiftUI)
import AppKit
import AuthenticationServices
import OAuthCore
import OAuthProviders
import OAuthUserAgent
import SwiftUI

// snippet.view
struct SignInView: View {
  let model: AuthenticationModel

  var body: some View {
    switch model.state {
    case .signedOut: Button("Sign in") { Task { await model.signIn() } }
    case .signingIn: ProgressView()
    case .signedIn(let profile): Text("Hello, \(profile.displayName)")
    case .failed(let error as any ExplainedError): Text("\(error.explanation) \(error.remedy)")
    case .failed: Text("The sign-in failed.")
    }
  }
}
// snippet.end

/// Returns the user agent of a Mac app: it shows the browser's sheet on the app's window.
@MainActor func browserSheet() throws -> WebAuthenticationSessionUserAgent {
  // snippet.sheet
  let userAgent = try WebAuthenticationSessionUserAgent(redirectURI: .privateUseScheme("com.example.app")) {
    NSApplication.shared.keyWindow ?? ASPresentationAnchor()
  }
  // snippet.end
  return userAgent
}
#endif
