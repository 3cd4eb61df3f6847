// Foundation is Linux's here, and has the name ObjectiveC. This is what Linux lacks of it.
public import ObjectiveC

extension ProcessInfo {
  /// NSProcessInfo.h: `func performExpiringActivity(withReason reason: String, using block: @escaping
  /// @Sendable (Bool) -> Void)`, since iOS 8.2, tvOS 9, watchOS 2, visionOS 1; not on macOS.
  @available(macOS, unavailable)
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    fatalError("stub")
  }
}
