// Each constant is a `let` of type `CFString`. The values here are never used.

/// SecItem.h: `let kSecClass: CFString`; the item's class.
public let kSecClass: CFString = "kSecClass"
/// SecItem.h: `let kSecClassGenericPassword: CFString`; a value of kSecClass.
public let kSecClassGenericPassword: CFString = "kSecClassGenericPassword"
/// SecItem.h: `let kSecAttrService: CFString`; the item's service.
public let kSecAttrService: CFString = "kSecAttrService"
/// SecItem.h: `let kSecAttrAccount: CFString`; the item's account.
public let kSecAttrAccount: CFString = "kSecAttrAccount"
/// SecItem.h: `let kSecAttrLabel: CFString`; the name that users see.
public let kSecAttrLabel: CFString = "kSecAttrLabel"
/// SecItem.h: `let kSecAttrComment: CFString`; a comment that users can edit.
public let kSecAttrComment: CFString = "kSecAttrComment"
/// SecItem.h: `let kSecAttrGeneric: CFString`; data that the app chooses, as Data.
public let kSecAttrGeneric: CFString = "kSecAttrGeneric"
/// SecItem.h: `let kSecAttrAccessGroup: CFString`; the access group that shares the item.
public let kSecAttrAccessGroup: CFString = "kSecAttrAccessGroup"
/// SecItem.h: `let kSecAttrSynchronizable: CFString`; whether iCloud copies the item to other
/// devices.
public let kSecAttrSynchronizable: CFString = "kSecAttrSynchronizable"
/// SecItem.h: `let kSecAttrAccessible: CFString`; the condition for reading the item.
public let kSecAttrAccessible: CFString = "kSecAttrAccessible"
/// SecItem.h: `let kSecAttrAccessibleAfterFirstUnlock: CFString`; a value of kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "kSecAttrAccessibleAfterFirstUnlock"
/// SecItem.h: `let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString`; a value of
/// kSecAttrAccessible.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
/// SecItem.h: `let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString`; a value of
/// kSecAttrAccessible.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "kSecAttrAccessibleWhenUnlockedThisDeviceOnly"
/// SecBase.h: `var errSecParam: OSStatus { get }`, -50.
public let errSecParam: OSStatus = -50
/// SecItem.h: `let kSecValueData: CFString`; the secret, as Data.
public let kSecValueData: CFString = "kSecValueData"
/// SecItem.h: `let kSecReturnAttributes: CFString`; whether to return a dictionary of attributes.
public let kSecReturnAttributes: CFString = "kSecReturnAttributes"
/// SecItem.h: `let kSecReturnData: CFString`; whether to return the secret.
public let kSecReturnData: CFString = "kSecReturnData"
/// SecItem.h: `let kSecMatchLimit: CFString`; the maximum number of items.
public let kSecMatchLimit: CFString = "kSecMatchLimit"
/// SecItem.h: `let kSecMatchLimitOne: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitOne: CFString = "kSecMatchLimitOne"
/// SecItem.h: `let kSecMatchLimitAll: CFString`; a value of kSecMatchLimit.
public let kSecMatchLimitAll: CFString = "kSecMatchLimitAll"
/// SecItem.h: `let kSecUseDataProtectionKeychain: CFString`; on macOS, whether to use the data
/// protection keychain.
public let kSecUseDataProtectionKeychain: CFString = "kSecUseDataProtectionKeychain"
