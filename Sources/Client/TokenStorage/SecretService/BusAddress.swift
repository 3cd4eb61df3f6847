#if os(Linux)
internal import CLibrary

/// The address of the session bus.
///
/// Pixy looks it up itself. If GLib finds no address, it starts a bus of its own through X11, which
/// is slow, and no keyring is on that bus.
enum BusAddress {
  /// Finds the address as the D-Bus specification defines: the variable, or `bus` in the user's
  /// runtime folder.
  ///
  /// - Parameter environment: The environment variables of the process.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is no session bus.
  static func find(in environment: [String: String]) throws(TokenStoreError) -> String {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      guard !address.hasPrefix("autolaunch:") else {
        throw TokenStoreError(.absent, place: place, cause: "DBUS_SESSION_BUS_ADDRESS asks to start a new bus")
      }
      return address
    }
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/run/user/\(geteuid())"
    let socket = folder + "/bus"
    guard unsafe access(socket, F_OK) == 0 else {
      throw TokenStoreError(
        .absent, place: place,
        cause: "there is no D-Bus session: DBUS_SESSION_BUS_ADDRESS isn't set, and there is no \(socket)")
    }
    return "unix:path=" + escaped(socket)
  }

  static let place = "the D-Bus session"

  /// Escapes a path for a D-Bus address, in which all bytes but these are escaped.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
#endif
