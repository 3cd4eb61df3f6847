// Apple: each is a `let` of type `CFString`. The values here are never seen by anything.

/// Apple: `let kSecClass: CFString`; what kind of item.
public let kSecClass: CFString = "kSecClass"
/// Apple: `let kSecClassGenericPassword: CFString`; a value of kSecClass.
public let kSecClassGenericPassword: CFString = "kSecClassGenericPassword"
/// Apple: `let kSecAttrService: CFString`; the item's service.
public let kSecAttrService: CFString = "kSecAttrService"
/// Apple: `let kSecAttrAccount: CFString`; the item's account.
public let kSecAttrAccount: CFString = "kSecAttrAccount"
/// Apple: `let kSecAttrLabel: CFString`; the name that people see.
public let kSecAttrLabel: CFString = "kSecAttrLabel"
/// Apple: `let kSecAttrComment: CFString`; a comment that people may edit.
public let kSecAttrComment: CFString = "kSecAttrComment"
/// Apple: `let kSecAttrGeneric: CFString`; a mark of the app's own, as Data.
public let kSecAttrGeneric: CFString = "kSecAttrGeneric"
/// Apple: `let kSecAttrAccessGroup: CFString`; who shares the item.
public let kSecAttrAccessGroup: CFString = "kSecAttrAccessGroup"
/// Apple: `let kSecAttrSynchronizable: CFString`; whether iCloud carries it to other devices.
public let kSecAttrSynchronizable: CFString = "kSecAttrSynchronizable"
/// Apple: `let kSecAttrAccessible: CFString`; when the item can be read.
public let kSecAttrAccessible: CFString = "kSecAttrAccessible"
/// Apple: `let kSecAttrAccessibleAfterFirstUnlock: CFString`; a value of kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "kSecAttrAccessibleAfterFirstUnlock"
/// Apple: `let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString`; a value of kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
/// Apple: `let kSecValueData: CFString`; the secret, as Data.
public let kSecValueData: CFString = "kSecValueData"
/// Apple: `let kSecReturnAttributes: CFString`; whether a dictionary of attributes is wanted.
public let kSecReturnAttributes: CFString = "kSecReturnAttributes"
/// Apple: `let kSecReturnData: CFString`; whether the secret is wanted.
public let kSecReturnData: CFString = "kSecReturnData"
/// Apple: `let kSecMatchLimit: CFString`; how many items are wanted.
public let kSecMatchLimit: CFString = "kSecMatchLimit"
/// Apple: `let kSecMatchLimitOne: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitOne: CFString = "kSecMatchLimitOne"
/// Apple: `let kSecMatchLimitAll: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitAll: CFString = "kSecMatchLimitAll"
/// Apple: `let kSecUseDataProtectionKeychain: CFString`; on macOS, which keychain.
public let kSecUseDataProtectionKeychain: CFString = "kSecUseDataProtectionKeychain"
/// Apple: `let kSecUseAuthenticationContext: CFString`; an LAContext.
public let kSecUseAuthenticationContext: CFString = "kSecUseAuthenticationContext"
