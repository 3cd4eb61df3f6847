public import Foundation

/// SwiftUI.swiftinterface: `struct Image`.
public struct Image: StubView {
  /// SwiftUI.swiftinterface: `init(systemName: String)`.
  public init(systemName: String) {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode:
  /// Image.ResizingMode = .stretch) -> Image`.
  public func resizable() -> Image {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `enum AsyncImagePhase`.
public enum AsyncImagePhase: Sendable {
  /// SwiftUI.swiftinterface: `case empty`.
  case empty
  /// SwiftUI.swiftinterface: `case success(Image)`.
  case success(Image)
  /// SwiftUI.swiftinterface: `case failure(any Error)`.
  case failure(any Error)
}

/// SwiftUI.swiftinterface: `struct Transaction`.
public struct Transaction {
  /// SwiftUI.swiftinterface: `init()`.
  public init() {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct AsyncImage<Content> where Content : View`.
public struct AsyncImage<Content>: StubView where Content: View {
  /// SwiftUI.swiftinterface: `init(url: URL?, scale: CGFloat = 1, transaction: Transaction =
  /// Transaction(), @ViewBuilder content: @escaping (AsyncImagePhase) -> Content)`.
  public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
  ) {
    fatalError("stub")
  }
}
