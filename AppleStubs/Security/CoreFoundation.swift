// The CoreFoundation types that Security re-exports. On Apple's systems they are classes, and
// Foundation's types are bridged to them with `as`. Linux has no bridging, so here they are the
// Swift types themselves, and the same `as` compiles.

/// CoreFoundation: `class CFDictionary`.
public typealias CFDictionary = [String: Any]

/// CoreFoundation: `class CFString`.
public typealias CFString = String

/// CoreFoundation: `typealias CFTypeRef = AnyObject`.
public typealias CFTypeRef = Any

/// MacTypes: `typealias OSStatus = Int32`.
public typealias OSStatus = Int32

/// CoreFoundation: `class CFAllocator`.
public final class CFAllocator {
  private init() {
    fatalError("stub")
  }
}

/// CoreFoundation: `class CFError`.
public final class CFError {
  private init() {
    fatalError("stub")
  }
}
