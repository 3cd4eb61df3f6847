/// Apple: `protocol ShapeStyle : Sendable`.
public protocol ShapeStyle: Sendable {}

/// Apple: `struct HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// Apple: `static var secondary: HierarchicalShapeStyle { get }`.
  public static var secondary: HierarchicalShapeStyle { fatalError("stub") }
}

/// Apple: `protocol Shape : Animatable, View`.
public protocol Shape: View {}

/// Apple: `struct Circle`.
public struct Circle: Shape, StubView {
  /// Apple: `init()`.
  public init() {
    fatalError("stub")
  }
}

/// Apple: `struct FillStyle`.
public struct FillStyle: Sendable {
  /// Apple: `init(eoFill: Bool = false, antialiased: Bool = true)`.
  public init(eoFill: Bool = false, antialiased: Bool = true) {
    fatalError("stub")
  }
}

extension View {
  /// Apple: `nonisolated func foregroundStyle<S>(_ style: S) -> some View where S : ShapeStyle`.
  nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { stubbed }

  /// Apple:
  /// `nonisolated func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View where
  /// S : Shape`.
  nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View where S: Shape {
    stubbed
  }
}
