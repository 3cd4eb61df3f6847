/// A type that holds secrets or personal data, and shows none of it.
///
/// Conforming types write ``description``, which must be safe to log. `debugDescription`, `dump` and reflection show
/// nothing else.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  /// The same as `description`.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: Self.self is AnyClass ? .class : .struct)
  }
}
