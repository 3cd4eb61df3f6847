/// Apple: `struct AccessibilityTraits`.
public struct AccessibilityTraits: Sendable {
  /// Apple: `static let isHeader: AccessibilityTraits`.
  public static var isHeader: AccessibilityTraits { fatalError("stub") }
}

/// Apple: `struct AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Sendable {
  /// Apple: `static let combine: AccessibilityChildBehavior`.
  public static var combine: AccessibilityChildBehavior { fatalError("stub") }
}

extension View {
  /// Apple:
  /// `nonisolated func accessibilityHidden(_ hidden: Bool) -> ModifiedContent<Self,
  /// AccessibilityAttachmentModifier>`.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { stubbed }

  /// Apple:
  /// `nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) ->
  /// ModifiedContent<Self, AccessibilityAttachmentModifier>`.
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { stubbed }

  /// Apple:
  /// `nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some
  /// View`.
  nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { stubbed }
}
