/// SwiftUI.swiftinterface: `struct LocalizedStringKey`.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// SwiftUI.swiftinterface: `init(stringLiteral value: String)`.
  public init(stringLiteral value: String) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct Text`.
public struct Text: StubView {
  /// SwiftUI.swiftinterface: `init(_ key: LocalizedStringKey, tableName: String? = nil, bundle:
  /// Bundle? = nil, comment: StaticString? = nil)`.
  public init(_ key: LocalizedStringKey) {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `init(verbatim content: String)`.
  public init(verbatim content: String) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `enum TextAlignment`.
public enum TextAlignment {
  /// SwiftUI.swiftinterface: `case center`.
  case center
}

/// SwiftUI.swiftinterface: `struct Font`.
public struct Font: Sendable {
  /// SwiftUI.swiftinterface: `static let title: Font`.
  public static var title: Font { fatalError("stub") }
  /// SwiftUI.swiftinterface: `static let headline: Font`.
  public static var headline: Font { fatalError("stub") }
}

extension View {
  /// SwiftUI.swiftinterface: `nonisolated func font(_ font: Font?) -> some View`.
  nonisolated public func font(_ font: Font?) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func multilineTextAlignment(_ alignment: TextAlignment)
  /// -> some View`.
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { stubbed }

  /// stand-in: the result of every modifier.
  nonisolated var stubbed: EmptyView {
    fatalError("stub")
  }
}
