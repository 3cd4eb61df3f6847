#if os(Linux)
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Where the session bus listens.
///
/// It is looked for here because GLib, finding no address, starts a bus of its own by way of X11, which is slow, and on which
/// nobody has a keyring.
enum BusAddress {
  /// Finds the address as the D-Bus specification says: the variable, or `bus` in the person's runtime folder.
  ///
  /// - Parameter environment: the variables of the process.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is none.
  static func find(in environment: [String: String]) throws(TokenStoreError) -> String {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      guard !address.hasPrefix("autolaunch:") else {
        throw TokenStoreError(.absent, place: place, cause: "DBUS_SESSION_BUS_ADDRESS asks for a bus to be started")
      }
      return address
    }
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/run/user/\(geteuid())"
    let socket = folder + "/bus"
    guard unsafe access(socket, F_OK) == 0 else {
      throw TokenStoreError(
        .absent, place: place, cause: "there is no D-Bus session: DBUS_SESSION_BUS_ADDRESS isn't set, and no \(socket)")
    }
    return "unix:path=" + escaped(socket)
  }

  static let place = "the D-Bus session"

  /// D-Bus addresses escape all octets but these.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { octet in
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        String(UnicodeScalar(octet))
      default: "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16)
      }
    }.joined()
  }
}
#endif
