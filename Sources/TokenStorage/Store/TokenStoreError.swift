public import OAuthCore

/// Why a store couldn't do what it was asked for. It names a place and never what is kept there.
public struct TokenStoreError: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The provider or the name can't be used for an account.
    case unusableAccount = "unusable_account"
    /// The account has no tokens.
    case unknownAccount = "unknown_account"
    /// There is no such store on this machine: no library, no D-Bus, no service, no keychain.
    case absent = "store_absent"
    /// The store is there and locked, and nobody unlocked it.
    case locked = "store_locked"
    /// The person, or the system on their behalf, refused.
    case denied = "store_denied"
    /// The store didn't answer in time.
    case timedOut = "store_timed_out"
    /// Somebody else kept the account's lock for too long.
    case busy = "account_busy"
    /// The passphrase, or the key, isn't the one that the store was made with.
    case wrongKey = "wrong_key"
    /// What is there isn't what was written.
    case damaged = "store_damaged"
    /// A newer version of Pixy wrote it.
    case newerFormat = "store_newer_format"
    /// A symbolic link, a foreign owner, or permissions that let others in.
    case unsafePlace = "unsafe_place"
    /// There is no room left.
    case full = "store_full"
    /// The place can't be written to.
    case readOnly = "store_read_only"
    /// The system refused for another reason.
    case failed = "store_failed"
  }

  /// What went wrong.
  public let kind: Kind
  /// The path or the keyring's name, if there is one.
  public let place: String?
  /// The system's or library's word for the cause, made safe to show.
  public let cause: UntrustedText?

  /// Made by stores.
  /// - Parameters:
  ///   - kind: what went wrong.
  ///   - place: the path or the keyring's name.
  ///   - cause: the system's own word for the failure; must not hold anything that is kept.
  public init(_ kind: Kind, place: String? = nil, cause: String? = nil) {
    self.kind = kind
    self.place = place
    self.cause = cause.map(UntrustedText.init)
  }

  /// Whether the same call may succeed later, with nothing changed by the program: a keyring is unlocked, a disk has room.
  public var isTransient: Bool {
    switch kind {
    case .locked, .timedOut, .busy, .full, .absent: true
    default: false
    }
  }
}

extension TokenStoreError: ExplainedError {
  /// The kind's raw value.
  public var code: String { kind.rawValue }

  /// Always `FlowStep.storage`.
  public var step: FlowStep { .storage }

  /// What happened, and where.
  public var explanation: String {
    let what =
      switch kind {
      case .unusableAccount: "An account's provider and name need 1 to 512 octets each, without control characters"
      case .unknownAccount: "There are no tokens for this account"
      case .absent: "There is no such token store on this machine"
      case .locked: "The token store is locked"
      case .denied: "Access to the token store was refused"
      case .timedOut: "The token store did not answer in time"
      case .busy: "Another task or process kept the account's lock for too long"
      case .wrongKey: "The passphrase or key is not the one that the token store was made with"
      case .damaged: "What the token store holds is damaged"
      case .newerFormat: "A newer version of Pixy wrote what the token store holds"
      case .unsafePlace: "The token store's place is not safe"
      case .full: "There is no room left for the token store"
      case .readOnly: "The token store's place cannot be written to"
      case .failed: "The token store failed"
      }
    return what + (place.map { ": \($0)" } ?? "") + (cause.map { " (\($0))." } ?? ".")
  }

  /// What to do about it.
  public var remedy: String {
    switch kind {
    case .unusableAccount: "Use the issuer and the login that the server gave."
    case .unknownAccount: "Sign in."
    case .absent: "Start a keyring, or choose another kind of store."
    case .locked: "Unlock the keyring and try again; nothing was lost."
    case .denied: "Allow the access and try again; nothing was lost."
    case .timedOut: "Try again; if it lasts, restart the keyring's service, or choose another kind of store."
    case .busy: "Try again; if it lasts, look for a stopped process that uses this account."
    case .wrongKey: "Try again with the right passphrase; nothing was changed."
    case .damaged: "Sign in again, which replaces it; or restore the file from a backup."
    case .newerFormat: "Use the newer version; nothing was changed."
    case .unsafePlace:
      "Make the place your own and private (folders 0700, files 0600, no links), or choose another one."
    case .full: "Make room and try again; the old tokens or the new ones are there, whole."
    case .readOnly: "Make the place writable, or choose another one; the old tokens or the new ones are there, whole."
    case .failed: "Look into the cause; the old tokens or the new ones are there, whole."
    }
  }
}
