#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// The frame of every screen: centred, limited to a readable width, and scrolling for large text.
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
    // Content taller than the window starts at the top.
    .defaultScrollAnchor(.center, for: .alignment)
    .frame(minWidth: 280, minHeight: 320)
  }
}
#endif
