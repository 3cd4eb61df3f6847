#if os(Linux)
/// A connection to the session bus, for one thread and one piece of work.
///
/// Each piece of work has a new one: GLib's shared connection would keep what it believes of a keyring that was restarted,
/// and end the process when the bus ends.
@safe final class BusConnection {
  /// The keyring's name on the bus.
  static let service = "org.freedesktop.secrets"
  /// What errors call the keyring.
  static let place = "the Secret Service"

  let library: LibSecret
  let cancellation: Cancellation
  /// The GDBusConnection, for as long as the work lasts.
  let object: LibSecret.Object

  private init(_ library: LibSecret, _ object: LibSecret.Object, _ cancellation: Cancellation) {
    self.library = library
    unsafe self.object = unsafe object
    self.cancellation = cancellation
  }

  /// Connects, does something, and lets go of the connection.
  ///
  /// - Parameters:
  ///   - library: libsecret.
  ///   - address: where the bus listens.
  ///   - cancellation: ends everything that the body waits for.
  ///   - body: the work; must not keep the connection.
  /// - Throws: ``TokenStoreError/Kind/absent`` if nobody listens; what the body throws.
  static func with<Result>(
    _ library: LibSecret, address: String, cancellation: Cancellation,
    _ body: (BusConnection) throws(TokenStoreError) -> Result
  ) throws(TokenStoreError) -> Result {
    // What GLib wants to do later in this thread, it puts here; elsewhere it would wait for a main loop that nobody runs.
    let context = unsafe library.contextNew()
    unsafe library.contextPush(context)
    defer {
      while unsafe library.contextIteration(context, 0) != 0 {}
      unsafe library.contextPop(context)
      unsafe library.contextUnref(context)
    }
    // G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT, …_MESSAGE_BUS_CONNECTION
    let flags: CUnsignedInt = 1 | 8
    let connected = try unsafe library.checked(BusAddress.place) { failure in
      unsafe library.connect(address, flags, nil, cancellation.object, failure)
    }
    guard let connected = unsafe connected else { throw TokenStoreError(.failed, place: BusAddress.place) }
    // The last reference closes it.
    defer { unsafe library.unref(connected) }
    return try body(unsafe BusConnection(library, connected, cancellation))
  }

  /// Calls a method of the keyring and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: the method's name.
  ///   - interface: the interface's name.
  ///   - path: the object's path.
  ///   - arguments: what the method takes.
  ///   - isItem: whether the object is an item, which may be gone.
  /// - Returns: what the method gives.
  /// - Throws: what the service's error means.
  func call(
    _ method: String, of interface: String, at path: String, _ arguments: [Variant], isItem: Bool = false
  ) throws(TokenStoreError) -> [Variant] {
    let reply = try unsafe library.checked(Self.place, isItem: isItem) { failure in
      unsafe library.call(
        object, Self.service, path, interface, method, library.variant(.tuple(arguments)), nil, 0, .max,
        cancellation.object, failure)
    }
    guard let reply = unsafe reply else { throw TokenStoreError(.failed, place: Self.place) }
    defer { unsafe library.variantUnref(reply) }
    guard case .tuple(let values) = unsafe library.value(reply) else {
      throw TokenStoreError(.failed, place: Self.place, cause: "\(method) has an answer of an unknown form")
    }
    return values
  }

  /// Reads a property of one of the keyring's objects.
  func property(_ name: String, of interface: String, at path: String) throws(TokenStoreError) -> Variant {
    let values = try call(
      "Get", of: "org.freedesktop.DBus.Properties", at: path, [.string(interface), .string(name)],
      isItem: interface == Keyring.item)
    guard let value = values.first else { throw TokenStoreError(.failed, place: Self.place, cause: "no \(name)") }
    return value
  }
}
#endif
