#if os(Linux)
extension LibSecret {
  /// Calls a function that reports failures through a `GError`.
  ///
  /// - Parameters:
  ///   - place: The name of the callee, for errors.
  ///   - call: The name of the method, for errors; `nil` for other functions.
  ///   - missing: The kind of the error if the callee doesn't exist.
  ///   - body: The call, which receives the location for its `GError`.
  /// - Throws: The error that the `GError` stands for.
  func checked<Result>(
    _ place: String, call: String? = nil, missing: TokenStoreError.Kind = .failed, _ body: (Failure) -> Result
  ) throws(TokenStoreError) -> Result {
    var failure: Object?
    let result = unsafe body(&failure)
    guard let failure = unsafe failure else { return result }
    defer { unsafe errorFree(failure) }
    throw unsafe error(failure, place, call, missing)
  }

  /// Converts a `GError`. The kind follows from the D-Bus name, or from domain and code if there is
  /// none, never from the message, which is translated.
  private func error(
    _ failure: Object, _ place: String, _ call: String?, _ missing: TokenStoreError.Kind
  ) -> TokenStoreError {
    if let name = unsafe remoteError(failure) {
      defer { unsafe free(name) }
      let name = unsafe String(cString: name)
      let cause = [call, name].compactMap(\.self).joined(separator: ": ")
      return TokenStoreError(
        Self.kind(ofRemote: name, missing: missing), place: place,
        cause: name == Self.noReply ? "\(Self.ended): \(cause)" : cause)
    }
    // struct GError { guint32 domain; gint code; gchar *message; }
    let domain = unsafe quarkText(failure.load(as: UInt32.self)).map { unsafe String(cString: $0) } ?? ""
    let code = unsafe failure.load(fromByteOffset: 4, as: Int32.self)
    let message = unsafe failure.load(fromByteOffset: 8, as: Text?.self).map { unsafe String(cString: $0) }
    return TokenStoreError(Self.kind(of: code, in: domain), place: place, cause: message)
  }

  /// The bus's error for a callee that disconnected before it replied. Calls have no time limit on
  /// the bus.
  private static let noReply = "org.freedesktop.DBus.Error.NoReply"

  /// The cause in the error of a keyring whose program ended during a call, as KeePassXC 2.7.4 did.
  static let ended = "its program ended"

  /// Returns the error kind of a D-Bus error's name. The names are those of the D-Bus and Secret
  /// Service specifications, and GNOME's.
  ///
  /// - Parameters:
  ///   - name: The error's name.
  ///   - missing: The kind for a callee that doesn't exist. All items have the same methods, and all
  ///     collections, so an object without such a method doesn't exist. GLib, and therefore GNOME
  ///     Keyring, reports it this way.
  static func kind(ofRemote name: String, missing: TokenStoreError.Kind = .failed) -> TokenStoreError.Kind {
    let bus = "org.freedesktop.DBus.Error."
    return switch name {
    case "org.freedesktop.Secret.Error.IsLocked", "org.gnome.keyring.Error.Locked": .locked
    case "org.freedesktop.Secret.Error.NoSuchObject" where missing != .absent,
      bus + "UnknownObject" where missing != .absent:
      .unknownAccount
    case "org.freedesktop.Secret.Error.NoSuchObject", bus + "UnknownObject": .absent
    case bus + "UnknownMethod", bus + "UnknownInterface": missing
    case bus + "ServiceUnknown", bus + "NameHasNoOwner", bus + "Disconnected", bus + "NoServer", noReply: .absent
    case bus + "AccessDenied", bus + "AuthFailed", "org.gnome.keyring.Error.Denied": .denied
    case bus + "Timeout", bus + "TimedOut": .timedOut
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
