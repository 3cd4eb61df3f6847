#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Whether a password may be looked at.
public enum SignInAdmission: Sendable, Hashable {
  /// It may, and the attempt is counted.
  case admitted
  /// It may not before this moment; nothing was counted.
  case lockedOut(until: Date)
}
