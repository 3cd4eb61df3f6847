#if os(Linux)
extension LibSecret {
  /// Calls a function that reports failures as GLib's do.
  ///
  /// - Parameters:
  ///   - place: what was asked, for errors.
  ///   - isItem: whether it was asked of an item, which may be gone.
  ///   - body: the call, with the place for its GError.
  /// - Throws: what the GError says.
  func checked<Result>(
    _ place: String, isItem: Bool = false, _ body: (Failure) -> Result
  ) throws(TokenStoreError) -> Result {
    var failure: Object?
    let result = unsafe body(&failure)
    guard let failure = unsafe failure else { return result }
    defer { unsafe errorFree(failure) }
    throw unsafe error(failure, place, isItem)
  }

  /// Tells kinds apart by D-Bus names, and by domain and code for what isn't from D-Bus; never by texts, which are translated.
  private func error(_ failure: Object, _ place: String, _ isItem: Bool) -> TokenStoreError {
    if let name = unsafe remoteError(failure) {
      defer { unsafe free(name) }
      let name = unsafe String(cString: name)
      return TokenStoreError(Self.kind(ofRemote: name, isItem: isItem), place: place, cause: name)
    }
    // struct GError { guint32 domain; gint code; gchar *message; }
    let domain = unsafe quarkText(failure.load(as: UInt32.self)).map { unsafe String(cString: $0) } ?? ""
    let code = unsafe failure.load(fromByteOffset: 4, as: Int32.self)
    let message = unsafe failure.load(fromByteOffset: 8, as: Text?.self).map { unsafe String(cString: $0) }
    return TokenStoreError(Self.kind(of: code, in: domain), place: place, cause: message)
  }

  /// What a D-Bus error's name means. Names are those of the specifications of D-Bus and of the Secret Service, and GNOME's.
  ///
  /// - Parameters:
  ///   - name: the error's name.
  ///   - isItem: whether an item was asked: all have the same methods, so that one without them is none any more. GLib, and so GNOME
  ///     Keyring, says it like that.
  static func kind(ofRemote name: String, isItem: Bool = false) -> TokenStoreError.Kind {
    let bus = "org.freedesktop.DBus.Error."
    return switch name {
    case "org.freedesktop.Secret.Error.IsLocked", "org.gnome.keyring.Error.Locked": .locked
    case "org.freedesktop.Secret.Error.NoSuchObject", bus + "UnknownObject": .unknownAccount
    case bus + "UnknownMethod" where isItem, bus + "UnknownInterface" where isItem: .unknownAccount
    case bus + "ServiceUnknown", bus + "NameHasNoOwner", bus + "Disconnected", bus + "NoServer": .absent
    case bus + "AccessDenied", bus + "AuthFailed", "org.gnome.keyring.Error.Denied": .denied
    case bus + "NoReply", bus + "Timeout", bus + "TimedOut": .timedOut
    case _ where name.hasPrefix(bus + "Spawn."): .absent
    default: .failed
    }
  }

  /// What a failure of GIO means: of the connection to the bus, since those of services have names.
  static func kind(of code: Int32, in domain: String) -> TokenStoreError.Kind {
    guard domain == "g-io-error-quark" else { return .failed }
    return switch code {
    // Not found, no address, closed, unknown transport, refused, broken: nobody listens, or not any more.
    case 1, 13, 15, 18, 39, 44: .absent
    case 14: .denied
    // Only the time limit cancels.
    case 19, 24: .timedOut
    default: .failed
    }
  }
}
#endif
