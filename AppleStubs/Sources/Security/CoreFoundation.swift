// What Security re-exports of CoreFoundation. On Apple's systems these are classes that Foundation's types are bridged to with
// `as`; Linux has no bridging, so here they are the Swift types themselves, for which the same `as` compiles.

/// CoreFoundation: `class CFDictionary`.
public typealias CFDictionary = [String: Any]

/// CoreFoundation: `class CFString`.
public typealias CFString = String

/// CoreFoundation: `typealias CFTypeRef = AnyObject`.
public typealias CFTypeRef = Any

/// MacTypes: `typealias OSStatus = Int32`.
public typealias OSStatus = Int32
