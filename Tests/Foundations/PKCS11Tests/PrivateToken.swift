#if os(Linux)
import Foundation
import OAuthCore
import PKCS11

/// The token that `Scripts/with/softhsm` made.
enum PrivateToken {
  /// The path of the token's library; `nil` if the tests run without the script.
  static let library = ProcessInfo.processInfo.environment["PIXY_PKCS11"]
  static var isAvailable: Bool { library != nil }
  static let label = "pixy"
  static let pin = Secret("1234")

  /// The loaded library. One process initializes it once.
  static let module = Result { try PKCS11Module(library ?? "") }
}
#endif
