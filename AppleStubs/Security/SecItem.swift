/// SecItem.h: `func SecItemAdd(_ attributes: CFDictionary, _ result:
/// UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus`.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  fatalError("stub")
}

/// SecItem.h: `func SecItemCopyMatching(_ query: CFDictionary, _ result:
/// UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus`.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  fatalError("stub")
}

/// SecItem.h: `func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) ->
/// OSStatus`.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  fatalError("stub")
}

/// SecItem.h: `func SecItemDelete(_ query: CFDictionary) -> OSStatus`.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  fatalError("stub")
}

/// SecBase.h: `func SecCopyErrorMessageString(_ status: OSStatus, _ reserved:
/// UnsafeMutableRawPointer?) -> CFString?`.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  fatalError("stub")
}
