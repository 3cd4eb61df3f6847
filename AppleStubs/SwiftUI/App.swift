/// Apple: `@MainActor @preconcurrency protocol App`.
@MainActor @preconcurrency public protocol App {
  /// Apple: `associatedtype Body : Scene`.
  associatedtype Body: Scene
  /// Apple: `@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }`.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// Apple: `@MainActor @preconcurrency init()`.
  @MainActor @preconcurrency init()
}

extension App {
  /// Apple: `@MainActor @preconcurrency static func main()`.
  @MainActor @preconcurrency public static func main() {
    fatalError("stub")
  }
}

/// Apple: `@MainActor @preconcurrency protocol Scene`.
@MainActor @preconcurrency public protocol Scene {
  /// Apple: `associatedtype Body : Scene`.
  associatedtype Body: Scene
  /// Apple: `@SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }`.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// Apple: `@resultBuilder struct SceneBuilder`.
@resultBuilder public struct SceneBuilder {
  /// Apple: `static func buildBlock<Content>(_ content: Content) -> Content where Content : Scene`.
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene {
    fatalError("stub")
  }
}

/// Apple: `struct WindowGroup<Content> where Content : View`.
public struct WindowGroup<Content>: Scene where Content: View {
  /// Apple: `init(@ViewBuilder content: () -> Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }

  /// Not documented: the body of a scene that has none.
  public var body: Never {
    fatalError("stub")
  }
}
