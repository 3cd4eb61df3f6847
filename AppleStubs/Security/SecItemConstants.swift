// Apple: each constant is a `let` of type `CFString`. The values here are never used.

/// Apple: `let kSecClass: CFString`; the item's class.
public let kSecClass: CFString = "kSecClass"
/// Apple: `let kSecClassGenericPassword: CFString`; a value of kSecClass.
public let kSecClassGenericPassword: CFString = "kSecClassGenericPassword"
/// Apple: `let kSecAttrService: CFString`; the item's service.
public let kSecAttrService: CFString = "kSecAttrService"
/// Apple: `let kSecAttrAccount: CFString`; the item's account.
public let kSecAttrAccount: CFString = "kSecAttrAccount"
/// Apple: `let kSecAttrLabel: CFString`; the name that users see.
public let kSecAttrLabel: CFString = "kSecAttrLabel"
/// Apple: `let kSecAttrComment: CFString`; a comment that users can edit.
public let kSecAttrComment: CFString = "kSecAttrComment"
/// Apple: `let kSecAttrGeneric: CFString`; data that the app chooses, as Data.
public let kSecAttrGeneric: CFString = "kSecAttrGeneric"
/// Apple: `let kSecAttrAccessGroup: CFString`; the access group that shares the item.
public let kSecAttrAccessGroup: CFString = "kSecAttrAccessGroup"
/// Apple: `let kSecAttrSynchronizable: CFString`; whether iCloud copies the item to other devices.
public let kSecAttrSynchronizable: CFString = "kSecAttrSynchronizable"
/// Apple: `let kSecAttrAccessible: CFString`; the condition for reading the item.
public let kSecAttrAccessible: CFString = "kSecAttrAccessible"
/// Apple: `let kSecAttrAccessibleAfterFirstUnlock: CFString`; a value of kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "kSecAttrAccessibleAfterFirstUnlock"
/// Apple: `let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString`; a value of
/// kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
/// Apple: `let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString`; a value of
/// kSecAttrAccessible.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "kSecAttrAccessibleWhenUnlockedThisDeviceOnly"
/// Apple: `var errSecParam: OSStatus { get }`, -50, of SecBase.h.
public let errSecParam: OSStatus = -50
/// Apple: `let kSecValueData: CFString`; the secret, as Data.
public let kSecValueData: CFString = "kSecValueData"
/// Apple: `let kSecReturnAttributes: CFString`; whether to return a dictionary of attributes.
public let kSecReturnAttributes: CFString = "kSecReturnAttributes"
/// Apple: `let kSecReturnData: CFString`; whether to return the secret.
public let kSecReturnData: CFString = "kSecReturnData"
/// Apple: `let kSecMatchLimit: CFString`; the maximum number of items.
public let kSecMatchLimit: CFString = "kSecMatchLimit"
/// Apple: `let kSecMatchLimitOne: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitOne: CFString = "kSecMatchLimitOne"
/// Apple: `let kSecMatchLimitAll: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitAll: CFString = "kSecMatchLimitAll"
/// Apple: `let kSecUseDataProtectionKeychain: CFString`; on macOS, whether to use the data
/// protection keychain.
public let kSecUseDataProtectionKeychain: CFString = "kSecUseDataProtectionKeychain"
/// Apple: `let kSecUseAuthenticationContext: CFString`; an LAContext.
public let kSecUseAuthenticationContext: CFString = "kSecUseAuthenticationContext"
