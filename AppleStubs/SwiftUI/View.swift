/// Apple: `@MainActor @preconcurrency protocol View`.
@MainActor @preconcurrency public protocol View {
  /// Apple: `associatedtype Body : View`.
  associatedtype Body: View
  /// Apple: `@ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }`.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// The protocol of the stand-ins for Apple's own views, which have no body.
public protocol StubView: View where Body == Never {}

extension StubView {
  /// Never read.
  public var body: Never {
    fatalError("stub")
  }
}

extension Never: View {
  /// Apple: `typealias Body = Never`.
  public typealias Body = Never
  /// Apple: `var body: Never { get }`.
  public var body: Never {
    fatalError("stub")
  }
}

extension Optional: View where Wrapped: View {
  /// Apple: `typealias Body = Never`.
  public typealias Body = Never
  /// Never read.
  public var body: Never {
    fatalError("stub")
  }
}

/// Apple: `struct EmptyView`.
public struct EmptyView: StubView {}

/// Apple: `struct TupleView<T>`.
public struct TupleView<T>: StubView {}

/// Not documented by name: the view that `if` and `switch` produce.
public struct _ConditionalContent<TrueContent, FalseContent>: StubView where TrueContent: View, FalseContent: View {}

/// Apple: `@resultBuilder struct ViewBuilder`.
@resultBuilder public struct ViewBuilder {
  /// Apple: `static func buildBlock() -> EmptyView`.
  public static func buildBlock() -> EmptyView {
    fatalError("stub")
  }

  /// Apple: `static func buildBlock<Content>(_ content: Content) -> Content where Content : View`.
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: View {
    fatalError("stub")
  }

  /// Apple:
  /// `static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat
  /// each Content)> where repeat each Content : View`.
  public static func buildBlock<each Content>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  where repeat each Content: View {
    fatalError("stub")
  }

  /// Apple:
  /// `static func buildExpression<Content>(_ content: Content) -> Content where Content : View`.
  public static func buildExpression<Content>(_ content: Content) -> Content where Content: View {
    fatalError("stub")
  }

  /// Apple: `static func buildIf<Content>(_ content: Content?) -> Content? where Content : View`.
  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View {
    fatalError("stub")
  }

  /// Apple:
  /// `static func buildEither<TrueContent, FalseContent>(first: TrueContent) ->
  /// _ConditionalContent<TrueContent, FalseContent>`.
  public static func buildEither<TrueContent, FalseContent>(first: TrueContent) -> _ConditionalContent<
    TrueContent, FalseContent
  > where TrueContent: View, FalseContent: View {
    fatalError("stub")
  }

  /// Apple:
  /// `static func buildEither<TrueContent, FalseContent>(second: FalseContent) ->
  /// _ConditionalContent<TrueContent, FalseContent>`.
  public static func buildEither<TrueContent, FalseContent>(second: FalseContent) -> _ConditionalContent<
    TrueContent, FalseContent
  > where TrueContent: View, FalseContent: View {
    fatalError("stub")
  }
}
