/// SwiftUI.swiftinterface: `protocol ShapeStyle : Sendable`.
public protocol ShapeStyle: Sendable {}

/// SwiftUI.swiftinterface: `struct HierarchicalShapeStyle`.
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// SwiftUI.swiftinterface: `static var secondary: HierarchicalShapeStyle { get }`.
  public static var secondary: HierarchicalShapeStyle { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `protocol Shape : Sendable, Animatable, View`.
public protocol Shape: Sendable, View {}

/// SwiftUI.swiftinterface: `struct Circle`.
public struct Circle: Shape, StubView {
  /// SwiftUI.swiftinterface: `init()`.
  public init() {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct FillStyle`.
public struct FillStyle: Sendable {
  /// SwiftUI.swiftinterface: `init(eoFill: Bool = false, antialiased: Bool = true)`.
  public init(eoFill: Bool = false, antialiased: Bool = true) {
    fatalError("stub")
  }
}

extension View {
  /// SwiftUI.swiftinterface: `nonisolated func foregroundStyle<S>(_ style: S) -> some View where S
  /// : ShapeStyle`.
  nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func clipShape<S>(_ shape: S, style: FillStyle =
  /// FillStyle()) -> some View where S : Shape`.
  nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View where S: Shape {
    stubbed
  }
}
