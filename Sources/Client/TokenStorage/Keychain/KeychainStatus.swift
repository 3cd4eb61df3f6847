/// The result of a Keychain Services call: an `OSStatus`, with the names of Apple's `SecBase.h`.
package struct KeychainStatus: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let success = KeychainStatus(rawValue: 0)
  package static let unimplemented = KeychainStatus(rawValue: -4)
  package static let diskFull = KeychainStatus(rawValue: -34)
  package static let writePermission = KeychainStatus(rawValue: -61)
  package static let userCanceled = KeychainStatus(rawValue: -128)
  package static let noAccessForItem = KeychainStatus(rawValue: -25_243)
  package static let notAvailable = KeychainStatus(rawValue: -25_291)
  package static let readOnly = KeychainStatus(rawValue: -25_292)
  package static let authFailed = KeychainStatus(rawValue: -25_293)
  package static let noSuchKeychain = KeychainStatus(rawValue: -25_294)
  package static let duplicateItem = KeychainStatus(rawValue: -25_299)
  package static let itemNotFound = KeychainStatus(rawValue: -25_300)
  package static let noDefaultKeychain = KeychainStatus(rawValue: -25_307)
  package static let interactionNotAllowed = KeychainStatus(rawValue: -25_308)
  package static let interactionRequired = KeychainStatus(rawValue: -25_315)
  package static let inDarkWake = KeychainStatus(rawValue: -25_320)
  package static let decode = KeychainStatus(rawValue: -26_275)
  package static let missingEntitlement = KeychainStatus(rawValue: -34_018)
}

extension KeychainStatus {
  /// The error kind that a store reports for this status.
  var kind: TokenStoreError.Kind {
    switch self {
    case .interactionNotAllowed, .interactionRequired, .inDarkWake: .locked
    case .authFailed, .userCanceled, .noAccessForItem: .denied
    // A program without the entitlement has no such keychain, or no such access group.
    case .notAvailable, .noSuchKeychain, .noDefaultKeychain, .unimplemented, .missingEntitlement: .absent
    case .diskFull: .full
    case .readOnly, .writePermission: .readOnly
    case .decode: .damaged
    default: .failed
    }
  }
}
