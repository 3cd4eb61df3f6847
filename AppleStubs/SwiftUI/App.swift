/// SwiftUI.swiftinterface: `@MainActor @preconcurrency protocol App`.
@MainActor @preconcurrency public protocol App {
  /// SwiftUI.swiftinterface: `associatedtype Body : Scene`.
  associatedtype Body: Scene
  /// SwiftUI.swiftinterface: `@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get
  /// }`.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// SwiftUI.swiftinterface: `@MainActor @preconcurrency init()`.
  @MainActor @preconcurrency init()
}

extension App {
  /// SwiftUI.swiftinterface: `@MainActor @preconcurrency static func main()`.
  @MainActor @preconcurrency public static func main() {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `@MainActor @preconcurrency protocol Scene`.
@MainActor @preconcurrency public protocol Scene {
  /// SwiftUI.swiftinterface: `associatedtype Body : Scene`.
  associatedtype Body: Scene
  /// SwiftUI.swiftinterface: `@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get
  /// }`.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// SwiftUI.swiftinterface: `@resultBuilder struct SceneBuilder`.
@resultBuilder public struct SceneBuilder {
  /// SwiftUI.swiftinterface: `static func buildBlock<Content>(_ content: Content) -> Content where
  /// Content : Scene`.
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct WindowGroup<Content> where Content : View`.
public struct WindowGroup<Content>: Scene where Content: View {
  /// SwiftUI.swiftinterface: `init(@ViewBuilder content: () -> Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }

  /// stand-in: the body of a scene that has none.
  public var body: Never {
    fatalError("stub")
  }
}

extension Scene {
  /// SwiftUI.swiftinterface:
  /// `nonisolated func backgroundTask<D, R>(_ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R)
  /// -> some Scene where D : Sendable, R : Sendable`, since iOS 16 and macOS 13.
  nonisolated public func backgroundTask<D, R>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene where D: Sendable, R: Sendable { self }
}

/// SwiftUI.swiftinterface: `struct BackgroundTask<Request, Response> : Sendable`, since iOS 16 and macOS 13.
public struct BackgroundTask<Request, Response>: Sendable {
  /// SwiftUI.swiftinterface: `static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>`, since
  /// iOS 16; not on macOS.
  @available(macOS, unavailable)
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    fatalError("stub")
  }
}
