#if os(Linux)
extension LibSecret {
  /// Calls a function that reports failures through a `GError`.
  ///
  /// - Parameters:
  ///   - place: The name of the callee, for errors.
  ///   - isItem: Whether the callee is an item, which may have been deleted.
  ///   - body: The call, which receives the location for its `GError`.
  /// - Throws: The error that the `GError` stands for.
  func checked<Result>(
    _ place: String, isItem: Bool = false, _ body: (Failure) -> Result
  ) throws(TokenStoreError) -> Result {
    var failure: Object?
    let result = unsafe body(&failure)
    guard let failure = unsafe failure else { return result }
    defer { unsafe errorFree(failure) }
    throw unsafe error(failure, place, isItem)
  }

  /// Converts a `GError`. The kind follows from the D-Bus name, or from domain and code if there is
  /// none, never from the message, which is translated.
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

  /// Returns the error kind of a D-Bus error's name. The names are those of the D-Bus and Secret
  /// Service specifications, and GNOME's.
  ///
  /// - Parameters:
  ///   - name: The error's name.
  ///   - isItem: Whether the callee was an item. All items have the same methods, so an object
  ///     without such a method is a deleted item. GLib, and therefore GNOME Keyring, reports
  ///     deleted items this way.
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

  /// Returns the error kind of a GIO failure, which concerns the connection to the bus. Failures of
  /// services have D-Bus names.
  static func kind(of code: Int32, in domain: String) -> TokenStoreError.Kind {
    guard domain == "g-io-error-quark" else { return .failed }
    return switch code {
    // Not found, no address, closed, unknown transport, refused, broken pipe: there is no bus, or
    // it has ended.
    case 1, 13, 15, 18, 39, 44: .absent
    case 14: .denied
    // Only the time limit cancels calls.
    case 19, 24: .timedOut
    default: .failed
    }
  }
}
#endif
