// Source: developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:),
// Security-58286 keychain/SecAccessControl.h. All of it on iOS 8, macOS 10.10, tvOS 9, watchOS 2.

/// Apple: `class SecAccessControl`.
public final class SecAccessControl {
  private init() {
    fatalError("stub")
  }
}

/// Apple: `struct SecAccessControlCreateFlags : OptionSet`.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// Apple: `typealias RawValue = CFOptionFlags`.
  public let rawValue: UInt

  /// Apple: `init(rawValue: CFOptionFlags)`.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Apple: `static var privateKeyUsage: SecAccessControlCreateFlags { get }`, since iOS 9, macOS
  /// 10.12.1.
  public static var privateKeyUsage: SecAccessControlCreateFlags { SecAccessControlCreateFlags(rawValue: 1 << 30) }
}

/// Apple:
/// `func SecAccessControlCreateWithFlags(_ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags:
/// SecAccessControlCreateFlags, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) ->
/// SecAccessControl?`.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  fatalError("stub")
}
