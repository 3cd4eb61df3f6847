#if canImport(SwiftUI)
import SwiftUI

/// A progress indicator with a title and, if the operation can be cancelled, a button.
struct WaitingView: View {
  private let title: LocalizedStringKey
  private let cancel: (@MainActor () -> Void)?

  init(_ title: LocalizedStringKey, cancel: (@MainActor () -> Void)? = nil) {
    self.title = title
    self.cancel = cancel
  }

  var body: some View {
    ProgressView(title)
    if let cancel {
      Button("Cancel", role: .cancel, action: cancel)
        .keyboardShortcut(.cancelAction)
    }
  }
}
#endif
