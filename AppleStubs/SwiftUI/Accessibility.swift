/// SwiftUI.swiftinterface: `struct AccessibilityTraits`.
public struct AccessibilityTraits: Sendable {
  /// SwiftUI.swiftinterface: `static let isHeader: AccessibilityTraits`.
  public static var isHeader: AccessibilityTraits { fatalError("stub") }
}

/// SwiftUI.swiftinterface: `struct AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Sendable {
  /// SwiftUI.swiftinterface: `static let combine: AccessibilityChildBehavior`.
  public static var combine: AccessibilityChildBehavior { fatalError("stub") }
}

extension View {
  /// SwiftUI.swiftinterface: `nonisolated func accessibilityHidden(_ hidden: Bool) ->
  /// ModifiedContent<Self, AccessibilityAttachmentModifier>`.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func accessibilityAddTraits(_ traits:
  /// AccessibilityTraits) -> ModifiedContent<Self, AccessibilityAttachmentModifier>`.
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { stubbed }

  /// SwiftUI.swiftinterface: `nonisolated func accessibilityElement(children:
  /// AccessibilityChildBehavior = .ignore) -> some View`.
  nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { stubbed }
}
