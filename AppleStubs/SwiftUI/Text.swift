/// Apple: `struct LocalizedStringKey`.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// Apple: `init(stringLiteral value: String)`.
  public init(stringLiteral value: String) {
    fatalError("stub")
  }
}

/// Apple: `struct Text`.
public struct Text: StubView {
  /// Apple:
  /// `init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment:
  /// StaticString? = nil)`.
  public init(_ key: LocalizedStringKey) {
    fatalError("stub")
  }

  /// Apple: `init(verbatim content: String)`.
  public init(verbatim content: String) {
    fatalError("stub")
  }
}

/// Apple: `enum TextAlignment`.
public enum TextAlignment {
  /// Apple: `case center`.
  case center
}

/// Apple: `struct Font`.
public struct Font {
  /// Apple: `static let title: Font`.
  public static var title: Font { fatalError("stub") }
  /// Apple: `static let headline: Font`.
  public static var headline: Font { fatalError("stub") }
}

extension View {
  /// Apple: `nonisolated func font(_ font: Font?) -> some View`.
  nonisolated public func font(_ font: Font?) -> some View { stubbed }

  /// Apple: `nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View`.
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { stubbed }

  /// The result of every modifier.
  nonisolated var stubbed: EmptyView {
    fatalError("stub")
  }
}
