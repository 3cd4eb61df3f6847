#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// What every screen stands in: centred, no wider than reads well, and scrolling when letters are large.
struct Panel<Content: View>: View {
  private let content: Content

  init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  var body: some View {
    ScrollView {
      VStack(spacing: 16) { content }
        .multilineTextAlignment(.center)
        .frame(maxWidth: 420)
        .padding()
        .frame(maxWidth: .infinity)
    }
    // What is taller than the window begins at its top.
    .defaultScrollAnchor(.center, for: .alignment)
    .frame(minWidth: 280, minHeight: 320)
  }
}
#endif
