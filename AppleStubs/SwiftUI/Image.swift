public import Foundation

/// Apple: `struct Image`.
public struct Image: StubView {
  /// Apple: `init(systemName: String)`.
  public init(systemName: String) {
    fatalError("stub")
  }

  /// Apple:
  /// `func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode =
  /// .stretch) -> Image`.
  public func resizable() -> Image {
    fatalError("stub")
  }
}

/// Apple: `enum AsyncImagePhase`.
public enum AsyncImagePhase: Sendable {
  /// Apple: `case empty`.
  case empty
  /// Apple: `case success(Image)`.
  case success(Image)
  /// Apple: `case failure(any Error)`.
  case failure(any Error)
}

/// Apple: `struct Transaction`.
public struct Transaction {
  /// Apple: `init()`.
  public init() {
    fatalError("stub")
  }
}

/// Apple: `struct AsyncImage<Content> where Content : View`.
public struct AsyncImage<Content>: StubView where Content: View {
  /// Apple:
  /// `init(url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(), @ViewBuilder
  /// content: @escaping (AsyncImagePhase) -> Content)`.
  public init(
    url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
  ) {
    fatalError("stub")
  }
}
