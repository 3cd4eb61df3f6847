#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The decision whether a password may be checked.
public enum SignInAdmission: Sendable, Hashable {
  /// The password may be checked, and the attempt is counted.
  case admitted
  /// No password is checked before this moment. Nothing was counted.
  case lockedOut(until: Date)
}
