public import OAuthCore

/// The reason why a token store's operation failed. It names a place, and never contains a token.
public struct TokenStoreError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An account has an invalid provider or name.
    case unusableAccount = "unusable_account"
    /// The account has no tokens.
    case unknownAccount = "unknown_account"
    /// This machine has no such store: a library, D-Bus, a service or a keychain is missing.
    case absent = "store_absent"
    /// A Secret Service is there, but has no keyring for new items.
    case noKeyring = "store_without_keyring"
    /// The store or the device is locked, and the call may not unlock it.
    case locked = "store_locked"
    /// The user, or the system on the user's behalf, refused access.
    case denied = "store_denied"
    /// The store didn't respond in time.
    case timedOut = "store_timed_out"
    /// Another task or process held the account's lock for too long.
    case busy = "account_busy"
    /// The system suspends the app before the operation could end.
    case suspended = "app_suspended"
    /// The passphrase or key isn't the one that the store was created with.
    case wrongKey = "wrong_key"
    /// The store's key, or the file that holds it, is missing or damaged. Without a backup of it the
    /// stored tokens are lost.
    case keyLost = "store_key_lost"
    /// The stored data differs from what was written.
    case damaged = "store_damaged"
    /// A newer version of Pixy wrote the stored data.
    case newerFormat = "store_newer_format"
    /// The place is a symbolic link, belongs to another user, or is accessible to others.
    case unsafePlace = "unsafe_place"
    /// There is no space left.
    case full = "store_full"
    /// The place is not writable.
    case readOnly = "store_read_only"
    /// Another failure of the system.
    case failed = "store_failed"
  }

  /// The kind of failure.
  public let kind: Kind
  /// The path or the keyring's name, if there is one.
  public let place: String?
  /// The system's or library's description of the cause, made safe to display.
  public let cause: UntrustedText?

  /// Creates an error. Token stores call it.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - place: The path or the keyring's name.
  ///   - cause: The system's description of the failure. It must not contain any stored data.
  public init(_ kind: Kind, place: String? = nil, cause: String? = nil) {
    self.kind = kind
    self.place = place
    self.cause = cause.map(UntrustedText.init)
  }

  /// Creates the error for an environment without a home folder.
  static func noHome(isSet: Bool) -> TokenStoreError {
    TokenStoreError(.absent, cause: isSet ? "HOME is not an absolute path" : "HOME is not set")
  }

  /// Whether the environment has no home folder.
  private var isWithoutHome: Bool {
    kind == .absent && place == nil && [true, false].contains { cause == Self.noHome(isSet: $0).cause }
  }

  /// Whether the program lacks the entitlement for the keychain or for its access group
  /// (`errSecMissingEntitlement`).
  var isWithoutEntitlement: Bool { kind == .absent && cause?.description.hasPrefix("OSStatus -34018") == true }
}

extension TokenStoreError: ExplainedError {
  /// The facts of the kind. The explanation names the place and the cause.
  public var facts: ErrorFacts {
    let (category, problem, remedy): (ErrorCategory, String, String) =
      switch kind {
      case .unusableAccount:
        (
          .mistake, "An account's provider and name need 1 to 512 bytes each, without control characters",
          "Use the issuer and the login that the server issued."
        )
      case .unknownAccount: (.signInNeeded, "There are no tokens for this account", "Sign in.")
      case .absent where isWithoutHome:
        (
          .system, "The folder for tokens is unknown",
          """
          Set HOME to the absolute path of your home folder. On Linux, XDG_DATA_HOME and XDG_CONFIG_HOME can name the \
          folders instead.
          """
        )
      case .absent where isWithoutEntitlement:
        (
          .system, "This program may not use the keychain, or not this access group",
          """
          Sign the program with the entitlement `keychain-access-groups`, which names the access group with the team's \
          prefix. Give a unit test a host app, or another store.
          """
        )
      // A ladder found none.
      case .absent where place == nil:
        (
          .system, "There is no such token store on this machine",
          "Start a keyring, or allow token files: `files: .keyFile`."
        )
      case .absent:
        (.system, "There is no such token store on this machine", "Start a keyring, or choose another kind of store.")
      case .noKeyring:
        (
          .system, "There is no default keyring to store tokens in",
          """
          Create one in your desktop's keyring program. In KeePassXC, open the database, and expose a group in \
          Database Settings, Secret Service Integration.
          """
        )
      case .locked:
        (
          .system, "The token store is locked",
          "Unlock the keyring, or the device, and try again. Stored tokens are unchanged."
        )
      case .denied:
        (.system, "Access to the token store was denied", "Allow access and try again. Stored tokens are unchanged.")
      case .timedOut:
        (
          .temporary, "The token store did not answer in time",
          "Try again. If it happens again, restart the keyring's service, or choose another kind of store."
        )
      case .busy:
        (
          .temporary, "Another task or process held the account's lock for too long",
          "Try again. If it happens again, look for a suspended process that uses this account."
        )
      case .suspended:
        (
          .temporary, "The system is about to suspend the app",
          "Try again when the app is in the foreground. Either the old tokens or the new ones are stored, complete."
        )
      case .wrongKey:
        (
          .system, "The passphrase or key is not the one that the token store was created with",
          "Try again with the right passphrase or key. Nothing was changed."
        )
      case .keyLost:
        (
          .system, "The token store's key is missing or damaged",
          "Restore the key from a backup. Without it the stored tokens can't be read: remove the token store's folder, "
            + "and sign in again."
        )
      case .damaged:
        (
          .system, "The token store's data is damaged",
          "Sign in again to replace the data, or restore it from a backup."
        )
      case .newerFormat:
        (
          .system, "A newer version of Pixy wrote the token store's data",
          "Use the newer version. Nothing was changed."
        )
      case .unsafePlace:
        (
          .system, "The token store's place is not safe",
          "Make the place your own and private (folders 0700, files 0600, no links), or choose another place."
        )
      case .full:
        (
          .system, "There is no space left for the token store",
          "Free some space and try again. Either the old tokens or the new ones are stored, complete."
        )
      case .readOnly:
        (
          .system, "The token store's place cannot be written to",
          "Make the place writable, or choose another place. Either the old tokens or the new ones are stored, "
            + "complete."
        )
      case .failed:
        (
          .system, "The token store failed",
          "Look into the cause. Either the old tokens or the new ones are stored, complete."
        )
      }
    return ErrorFacts(
      kind.rawValue, at: .storage, category,
      problem + (place.map { ": \($0)" } ?? "") + (cause.map { " (\($0))." } ?? "."), remedy: remedy)
  }
}
