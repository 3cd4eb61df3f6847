public import Foundation

/// SwiftUI.swiftinterface: `struct VStack<Content> where Content : View`.
public struct VStack<Content>: StubView where Content: View {
  /// SwiftUI.swiftinterface: `init(alignment: HorizontalAlignment = .center, spacing: CGFloat? =
  /// nil, @ViewBuilder content: () -> Content)`.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct Group<Content>`, with `extension Group : View where Content :
/// View`.
public struct Group<Content>: StubView where Content: View {
  /// SwiftUI.swiftinterface: `init(@ViewBuilder content: () -> Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct ScrollView<Content> where Content : View`.
public struct ScrollView<Content>: StubView where Content: View {
  /// SwiftUI.swiftinterface: `init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () ->
  /// Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct HorizontalAlignment`.
public struct HorizontalAlignment: Sendable {
  /// SwiftUI.swiftinterface: `static let center: HorizontalAlignment`.
  public static var center: HorizontalAlignment { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `struct Alignment`.
public struct Alignment: Sendable {
  /// SwiftUI.swiftinterface: `static let center: Alignment`.
  public static var center: Alignment { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `struct UnitPoint`.
public struct UnitPoint: Sendable {
  /// SwiftUI.swiftinterface: `static let center: UnitPoint`.
  public static var center: UnitPoint { fatalError("stub") }
}

/// documentation swiftui/scrollanchorrole: `struct ScrollAnchorRole`.
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollAnchorRole: Sendable {
  /// documentation swiftui/scrollanchorrole/alignment: `static var alignment: ScrollAnchorRole {
  /// get }`.
  public static var alignment: ScrollAnchorRole { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `enum Edge`.
public enum Edge: Sendable {
  /// SwiftUI.swiftinterface: `struct Set`.
  public struct Set: OptionSet, Sendable {
    /// SwiftUI.swiftinterface: `let rawValue: Int8`.
    public let rawValue: Int8

    /// SwiftUI.swiftinterface: `init(rawValue: Int8)`.
    public init(rawValue: Int8) {
      fatalError("stub")
    }

    /// SwiftUI.swiftinterface: `static let all: Edge.Set`.
    public static var all: Edge.Set { fatalError("stub") }
  }
}

extension View {
  /// SwiftUI.swiftinterface: `nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat?
  /// = nil) -> some View`.
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func frame(width: CGFloat? = nil, height: CGFloat? = nil,
  /// alignment: Alignment = .center) -> some View`.
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func frame(minWidth: CGFloat? = nil, idealWidth: CGFloat?
  /// = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil,
  /// maxHeight: CGFloat? = nil, alignment: Alignment = .center) -> some View`.
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func scaledToFill() -> some View`.
  nonisolated public func scaledToFill() -> some View { stubbed }

  /// documentation swiftui/view/defaultscrollanchor(_:for:): `nonisolated func
  /// defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> some View`.
  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> some View { stubbed }
}
