#if canImport(SwiftUI)
import Foundation
import PixySignIn
import SwiftUI

/// The profile screen: name, picture and e-mail address.
struct ProfileView: View {
  let profile: Profile
  let signOut: @MainActor () async -> Void

  var body: some View {
    VStack(spacing: 8) {
      ProfilePicture(address: profile.picture?.url)
      Text(verbatim: profile.displayName)
        .font(.title)
        .accessibilityAddTraits(.isHeader)
      if let email = profile.email, email != profile.displayName {
        Text(verbatim: email)
          .foregroundStyle(.secondary)
      }
    }
    // Read out as one element.
    .accessibilityElement(children: .combine)
    Button("Sign out", role: .destructive) {
      Task { await signOut() }
    }
    .controlSize(.large)
  }
}
#endif
