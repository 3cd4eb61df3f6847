/// SwiftUI.swiftinterface: `@MainActor @preconcurrency protocol View`.
@MainActor @preconcurrency public protocol View {
  /// SwiftUI.swiftinterface: `associatedtype Body : View`.
  associatedtype Body: View
  /// SwiftUI.swiftinterface: `@ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }`.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// stand-in: the protocol of those for Apple's own views, which have no body.
public protocol StubView: View where Body == Never {}

extension StubView {
  /// stand-in: never read.
  public var body: Never {
    fatalError("stub")
  }
}

extension Never: View {
  /// SwiftUI.swiftinterface: `typealias Body = Never`.
  public typealias Body = Never
  /// SwiftUI.swiftinterface: `var body: Never { get }`.
  public var body: Never {
    fatalError("stub")
  }
}

extension Optional: View where Wrapped: View {
  /// SwiftUI.swiftinterface: `typealias Body = Never`.
  public typealias Body = Never
  /// stand-in: never read.
  public var body: Never {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct EmptyView`.
public struct EmptyView: StubView {}

/// SwiftUI.swiftinterface: `struct TupleView<T>`.
public struct TupleView<T>: StubView {}

/// SwiftUI.swiftinterface: the view that `if` and `switch` produce.
public struct _ConditionalContent<TrueContent, FalseContent>: StubView where TrueContent: View, FalseContent: View {}

/// SwiftUI.swiftinterface: `@resultBuilder struct ViewBuilder`.
@resultBuilder public struct ViewBuilder {
  /// SwiftUI.swiftinterface: `static func buildBlock() -> EmptyView`.
  public static func buildBlock() -> EmptyView {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildBlock<Content>(_ content: Content) -> Content where
  /// Content : View`.
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: View {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildBlock<each Content>(_ content: repeat each Content)
  /// -> TupleView<(repeat each Content)> where repeat each Content : View`.
  public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  where repeat each Content: View {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildExpression<Content>(_ content: Content) -> Content
  /// where Content : View`.
  public static func buildExpression<Content>(_ content: Content) -> Content where Content: View {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildIf<Content>(_ content: Content?) -> Content? where
  /// Content : View`.
  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildEither<TrueContent, FalseContent>(first:
  /// TrueContent) -> _ConditionalContent<TrueContent, FalseContent>`.
  public static func buildEither<TrueContent, FalseContent>(first: TrueContent) -> _ConditionalContent<
    TrueContent, FalseContent
  > where TrueContent: View, FalseContent: View {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `static func buildEither<TrueContent, FalseContent>(second:
  /// FalseContent) -> _ConditionalContent<TrueContent, FalseContent>`.
  public static func buildEither<TrueContent, FalseContent>(second: FalseContent) -> _ConditionalContent<
    TrueContent, FalseContent
  > where TrueContent: View, FalseContent: View {
    fatalError("stub")
  }
}
