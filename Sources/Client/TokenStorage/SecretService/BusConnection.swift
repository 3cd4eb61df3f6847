#if os(Linux)
/// A connection to the session bus, for one thread and one unit of work.
///
/// Each unit of work opens a new connection. GLib's shared connection would keep stale data about a
/// keyring that was restarted, and would end the process when the bus ends.
@safe final class BusConnection {
  /// The keyring's name on the bus.
  static let service = "org.freedesktop.secrets"
  /// The keyring's name in errors.
  static let place = "the Secret Service"

  let library: LibSecret
  let cancellation: Cancellation
  /// The `GDBusConnection`, valid during the work.
  let object: LibSecret.Object
  /// The `GMainContext` of the work's thread, valid during the work.
  let context: LibSecret.Object

  private init(
    _ library: LibSecret, _ object: LibSecret.Object, _ context: LibSecret.Object, _ cancellation: Cancellation
  ) {
    self.library = library
    unsafe self.object = unsafe object
    unsafe self.context = unsafe context
    self.cancellation = cancellation
  }

  /// Connects, runs a body, and closes the connection.
  ///
  /// - Parameters:
  ///   - library: libsecret.
  ///   - address: The address of the bus.
  ///   - cancellation: Ends every call that the body waits for.
  ///   - body: The work. It must not keep the connection.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is no bus at the address; the body's error.
  static func with<Result>(
    _ library: LibSecret, address: String, cancellation: Cancellation,
    _ body: (BusConnection) throws(TokenStoreError) -> Result
  ) throws(TokenStoreError) -> Result {
    // GLib puts deferred work of this thread into this context. Without it, the work would wait for
    // a main loop that doesn't run.
    let context = unsafe library.contextNew()
    unsafe library.contextPush(context)
    defer {
      while unsafe library.contextIteration(context, 0) != 0 {}
      unsafe library.contextPop(context)
      unsafe library.contextUnref(context)
    }
    // G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT, …_MESSAGE_BUS_CONNECTION
    let flags: CUnsignedInt = 1 | 8
    let connection = try unsafe library.checked(BusAddress.place) { failure in
      unsafe library.connect(address, flags, nil, cancellation.object, failure)
    }
    guard let connection = unsafe connection else { throw TokenStoreError(.failed, place: BusAddress.place) }
    // Releasing the last reference closes the connection.
    defer { unsafe library.unref(connection) }
    return try body(unsafe BusConnection(library, connection, context, cancellation))
  }

  /// Calls a method of the keyring, or of the bus, and waits for its reply.
  ///
  /// - Parameters:
  ///   - method: The method's name.
  ///   - interface: The interface's name.
  ///   - path: The object's path.
  ///   - arguments: The method's arguments.
  ///   - service: The callee's name on the bus. Default: the keyring's.
  ///   - missing: The kind of the error if the object doesn't exist. Default: by its interface.
  /// - Returns: The method's results.
  /// - Throws: The error that the service's D-Bus error stands for.
  func call(
    _ method: String, of interface: String, at path: String, _ arguments: [Variant],
    service: String = BusConnection.service, missing: TokenStoreError.Kind? = nil
  ) throws(TokenStoreError) -> [Variant] {
    let reply = try unsafe library.checked(Self.place, call: method, missing: missing ?? Keyring.missing(interface)) {
      failure in
      unsafe library.call(
        object, service, path, interface, method, library.variant(.tuple(arguments)), nil, 0, .max,
        cancellation.object, failure)
    }
    guard let reply = unsafe reply else { throw TokenStoreError(.failed, place: Self.place) }
    defer { unsafe library.variantUnref(reply) }
    guard case .tuple(let values) = unsafe library.value(reply) else {
      throw TokenStoreError(.failed, place: Self.place, cause: "the reply to \(method) has an unknown form")
    }
    return values
  }

  /// Reads a property of one of the keyring's objects.
  func property(_ name: String, of interface: String, at path: String) throws(TokenStoreError) -> Variant {
    let values = try call(
      "Get", of: "org.freedesktop.DBus.Properties", at: path, [.string(interface), .string(name)],
      missing: Keyring.missing(interface))
    guard let value = values.first else { throw TokenStoreError(.failed, place: Self.place, cause: "no \(name)") }
    return value
  }
}
#endif
