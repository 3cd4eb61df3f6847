// The CoreFoundation types that Security re-exports. On Apple's systems they are classes, and
// Foundation's types are bridged to them with `as`. Linux has no bridging, so here they are the
// Swift types themselves, and the same `as` compiles.

/// CFDictionary.h: `class CFDictionary`.
public typealias CFDictionary = [String: Any]

/// CFBase.h: `class CFString`.
public typealias CFString = String

/// CFBase.h: `typealias CFTypeRef = AnyObject`.
public typealias CFTypeRef = Any

/// MacTypes.h: `typealias OSStatus = Int32`.
public typealias OSStatus = Int32

/// CFBase.h: `class CFAllocator`.
public final class CFAllocator {
  private init() {
    fatalError("stub")
  }
}

/// CFError.h: `class CFError`.
public final class CFError {
  private init() {
    fatalError("stub")
  }
}
