/// SecBase.h: `class SecAccessControl`.
public final class SecAccessControl {
  private init() {
    fatalError("stub")
  }
}

/// SecAccessControl.h: `struct SecAccessControlCreateFlags : OptionSet`.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// stand-in: the raw value that Swift adds to options, a `CFOptionFlags`.
  public let rawValue: UInt

  /// stand-in: the initializer that Swift adds to options.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// SecAccessControl.h: `static var privateKeyUsage: SecAccessControlCreateFlags { get }`, since iOS 9, macOS
  /// 10.12.1.
  public static var privateKeyUsage: SecAccessControlCreateFlags { SecAccessControlCreateFlags(rawValue: 1 << 30) }
}

/// SecAccessControl.h:
/// `func SecAccessControlCreateWithFlags(_ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags:
/// SecAccessControlCreateFlags, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) ->
/// SecAccessControl?`.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  fatalError("stub")
}
