/// SwiftUI.swiftinterface: `struct Button<Label> where Label : View`.
public struct Button<Label>: StubView where Label: View {
  /// SwiftUI.swiftinterface: `init(action: @escaping @MainActor () -> Void, @ViewBuilder label: ()
  /// -> Label)`.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    fatalError("stub")
  }
}

extension Button where Label == Text {
  /// SwiftUI.swiftinterface: `init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor ()
  /// -> Void)`.
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action:
  /// @escaping @MainActor () -> Void)`.
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    fatalError("stub")
  }
}

/// SwiftUI.swiftinterface: `struct ButtonRole`.
public struct ButtonRole: Equatable, Sendable {
  /// SwiftUI.swiftinterface: `static let cancel: ButtonRole`.
  public static var cancel: ButtonRole { fatalError("stub") }
  /// SwiftUI.swiftinterface: `static let destructive: ButtonRole`.
  public static var destructive: ButtonRole { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `@MainActor @preconcurrency protocol PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

/// SwiftUI.swiftinterface: `struct BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// SwiftUI.swiftinterface: `@MainActor @preconcurrency static var borderedProminent:
  /// BorderedProminentButtonStyle { get }`.
  @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `enum ControlSize`.
@available(tvOS, unavailable)
public enum ControlSize: Sendable {
  /// SwiftUI.swiftinterface: `case large`.
  case large
}

/// SwiftUI.swiftinterface: `struct KeyboardShortcut`.
@available(watchOS, unavailable) @available(tvOS, unavailable)
public struct KeyboardShortcut: Sendable {
  /// SwiftUI.swiftinterface: `static let cancelAction: KeyboardShortcut`.
  public static var cancelAction: KeyboardShortcut { fatalError("stub") }
  /// SwiftUI.swiftinterface: `static let defaultAction: KeyboardShortcut`.
  public static var defaultAction: KeyboardShortcut { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `struct ProgressView<Label, CurrentValueLabel> where Label : View,
/// CurrentValueLabel : View`.
public struct ProgressView<Label, CurrentValueLabel>: StubView where Label: View, CurrentValueLabel: View {}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// SwiftUI.swiftinterface: `init() where Label == EmptyView`.
  public init() where Label == EmptyView {
    fatalError("stub")
  }

  /// SwiftUI.swiftinterface: `init(_ titleKey: LocalizedStringKey) where Label == Text`.
  public init(_ titleKey: LocalizedStringKey) where Label == Text {
    fatalError("stub")
  }
}

extension View {
  /// SwiftUI.swiftinterface: `nonisolated func buttonStyle<S>(_ style: S) -> some View where S :
  /// PrimitiveButtonStyle`.
  nonisolated public func buttonStyle<S>(_ style: S) -> some View where S: PrimitiveButtonStyle { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func controlSize(_ controlSize: ControlSize) -> some
  /// View`.
  @available(tvOS, unavailable)
  nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func keyboardShortcut(_ shortcut: KeyboardShortcut) ->
  /// some View`.
  @available(watchOS, unavailable) @available(tvOS, unavailable)
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func task(priority: TaskPriority = .userInitiated, _
  /// action: @escaping @Sendable () async -> Void) -> some View`, whose action inherits the actor
  /// context of the call.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { stubbed }
}
