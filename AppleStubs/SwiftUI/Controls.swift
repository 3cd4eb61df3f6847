/// Apple: `struct Button<Label> where Label : View`.
public struct Button<Label>: StubView where Label: View {
  /// Apple: `init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label)`.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    fatalError("stub")
  }
}

extension Button where Label == Text {
  /// Apple: `init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void)`.
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    fatalError("stub")
  }

  /// Apple:
  /// `init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () ->
  /// Void)`.
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    fatalError("stub")
  }
}

/// Apple: `struct ButtonRole`.
public struct ButtonRole: Equatable, Sendable {
  /// Apple: `static let cancel: ButtonRole`.
  public static var cancel: ButtonRole { fatalError("stub") }
  /// Apple: `static let destructive: ButtonRole`.
  public static var destructive: ButtonRole { fatalError("stub") }
}

/// Apple: `@MainActor @preconcurrency protocol PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

/// Apple: `struct BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// Apple:
  /// `@MainActor @preconcurrency static var borderedProminent: BorderedProminentButtonStyle { get
  /// }`.
  @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle { fatalError("stub") }
}

/// Apple: `enum ControlSize`.
public enum ControlSize: Sendable {
  /// Apple: `case large`.
  case large
}

/// Apple: `struct KeyboardShortcut`.
public struct KeyboardShortcut: Sendable {
  /// Apple: `static let cancelAction: KeyboardShortcut`.
  public static var cancelAction: KeyboardShortcut { fatalError("stub") }
  /// Apple: `static let defaultAction: KeyboardShortcut`.
  public static var defaultAction: KeyboardShortcut { fatalError("stub") }
}

/// Apple:
/// `struct ProgressView<Label, CurrentValueLabel> where Label : View, CurrentValueLabel : View`.
public struct ProgressView<Label, CurrentValueLabel>: StubView where Label: View, CurrentValueLabel: View {}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// Apple: `init() where Label == EmptyView`.
  public init() where Label == EmptyView {
    fatalError("stub")
  }

  /// Apple: `init(_ titleKey: LocalizedStringKey) where Label == Text`.
  public init(_ titleKey: LocalizedStringKey) where Label == Text {
    fatalError("stub")
  }
}

extension View {
  /// Apple:
  /// `nonisolated func buttonStyle<S>(_ style: S) -> some View where S : PrimitiveButtonStyle`.
  nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { stubbed }

  /// Apple: `nonisolated func controlSize(_ controlSize: ControlSize) -> some View`.
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { stubbed }

  /// Apple: `nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View`.
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { stubbed }

  /// Apple:
  /// `nonisolated func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable
  /// () async -> Void) -> some View`,
  /// whose action inherits the actor context of the call.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { stubbed }
}
