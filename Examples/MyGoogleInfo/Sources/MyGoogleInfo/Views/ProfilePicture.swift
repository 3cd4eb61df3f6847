#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// The user's picture; a silhouette if there is none or it can't be loaded.
struct ProfilePicture: View {
  let address: URL?
  @ScaledMetric private var size: CGFloat = 120

  init(address: URL?) {
    self.address = address
  }

  var body: some View {
    AsyncImage(url: address) { phase in
      switch phase {
      case .success(let image): image.resizable().scaledToFill()
      case .empty where address != nil: ProgressView()
      default:
        Image(systemName: "person.crop.circle.fill").resizable().scaledToFill().foregroundStyle(.secondary)
      }
    }
    .frame(width: size, height: size)
    .clipShape(Circle())
    // The user's name is below the picture and is read out.
    .accessibilityHidden(true)
  }
}
#endif
