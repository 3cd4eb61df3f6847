#if canImport(SwiftUI)
import PixySignIn
import SwiftUI

/// An error: what happened, why, and what to do.
struct FailureView: View {
  let title: LocalizedStringKey
  let error: any Error
  var tryAgain: (@MainActor () async -> Void)?

  var body: some View {
    Text(title)
      .font(.headline)
      .accessibilityAddTraits(.isHeader)
    if let error = error as? any ExplainedError {
      Text(verbatim: error.explanation)
      Text(verbatim: error.remedy)
        .foregroundStyle(.secondary)
    } else {
      Text("An unknown error occurred.")
    }
    if let tryAgain {
      Button("Try again") {
        Task { await tryAgain() }
      }
      .controlSize(.large)
    }
  }
}
#endif
