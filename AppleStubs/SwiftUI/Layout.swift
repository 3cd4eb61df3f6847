public import Foundation

/// Apple: `struct VStack<Content> where Content : View`.
public struct VStack<Content>: StubView where Content: View {
  /// Apple:
  /// `init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content:
  /// () -> Content)`.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    fatalError("stub")
  }
}

/// Apple: `struct Group<Content>`, with `extension Group : View where Content : View`.
public struct Group<Content>: StubView where Content: View {
  /// Apple: `init(@ViewBuilder content: () -> Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }
}

/// Apple: `struct ScrollView<Content> where Content : View`.
public struct ScrollView<Content>: StubView where Content: View {
  /// Apple:
  /// `init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () ->
  /// Content)`.
  public init(@ViewBuilder content: () -> Content) {
    fatalError("stub")
  }
}

/// Apple: `struct HorizontalAlignment`.
public struct HorizontalAlignment: Sendable {
  /// Apple: `static let center: HorizontalAlignment`.
  public static var center: HorizontalAlignment { fatalError("stub") }
}

/// Apple: `struct Alignment`.
public struct Alignment: Sendable {
  /// Apple: `static let center: Alignment`.
  public static var center: Alignment { fatalError("stub") }
}

/// Apple: `struct UnitPoint`.
public struct UnitPoint: Sendable {
  /// Apple: `static let center: UnitPoint`.
  public static var center: UnitPoint { fatalError("stub") }
}

/// Apple: `struct ScrollAnchorRole`.
public struct ScrollAnchorRole: Sendable {
  /// Apple: `static var alignment: ScrollAnchorRole { get }`.
  public static var alignment: ScrollAnchorRole { fatalError("stub") }
}

/// Apple: `enum Edge`.
public enum Edge: Sendable {
  /// Apple: `struct Set`.
  public struct Set: OptionSet, Sendable {
    /// Apple: `let rawValue: Int8`.
    public let rawValue: Int8

    /// Apple: `init(rawValue: Int8)`.
    public init(rawValue: Int8) {
      fatalError("stub")
    }

    /// Apple: `static let all: Edge.Set`.
    public static var all: Edge.Set { fatalError("stub") }
  }
}

extension View {
  /// Apple:
  /// `nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View`.
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { stubbed }

  /// Apple:
  /// `nonisolated func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment =
  /// .center) -> some View`.
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { stubbed }

  /// Apple:
  /// `nonisolated func frame(minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth:
  /// CGFloat? = nil, minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? =
  /// nil, alignment: Alignment = .center) -> some View`.
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { stubbed }

  /// Apple: `nonisolated func scaledToFill() -> some View`.
  nonisolated public func scaledToFill() -> some View { stubbed }

  /// Apple:
  /// `nonisolated func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) ->
  /// some View`.
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> some View { stubbed }
}
