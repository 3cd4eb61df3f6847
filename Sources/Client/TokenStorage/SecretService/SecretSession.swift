#if os(Linux)
/// A session of the Secret Service, which encrypts secrets on the bus, where other programs may
/// listen.
///
/// libsecret agrees on a key (Diffie-Hellman) and encrypts. With a service that doesn't support
/// encryption, secrets are sent in the clear, as by every program that uses libsecret.
@safe final class SecretSession {
  private let connection: BusConnection
  private let service: LibSecret.Object
  private var library: LibSecret { connection.library }

  /// Opens a session.
  ///
  /// - Throws: The error that the service's D-Bus error stands for.
  init(_ connection: BusConnection) throws(TokenStoreError) {
    self.connection = connection
    guard let service = unsafe Self.makeService(connection) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "libsecret created no service")
    }
    // From here on, `deinit` releases the service, even after a failure.
    unsafe self.service = unsafe service
    let library = connection.library
    _ = try unsafe library.checked(BusConnection.place) { failure in
      unsafe library.ensureSession(service, connection.cancellation.object, failure)
    }
  }

  deinit {
    unsafe connection.library.unref(service)
  }

  /// The content type of Pixy's secrets. KeePassXC replaces placeholders such as `{TITLE}` when it
  /// returns a text. It returns other content as it is.
  private static let contentType = "application/octet-stream"

  /// Returns a text in the form of the service's methods.
  func seal(_ text: String) throws(TokenStoreError) -> Variant {
    let bytes = Array(text.utf8)
    let value = unsafe bytes.withUnsafeBytes { bytes in
      // Never `nil`: an empty text still has an address here.
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe bytes.baseAddress.map { unsafe library.secretNew($0, bytes.count, Self.contentType) }
      }
    }
    guard let value = unsafe value else { throw TokenStoreError(.failed, place: BusConnection.place) }
    defer { unsafe library.secretUnref(value) }
    guard let floating = unsafe library.encode(service, value) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "libsecret could not encrypt the secret")
    }
    let sealedSecret = unsafe library.variantRefSink(floating)
    defer { unsafe library.variantUnref(sealedSecret) }
    return unsafe library.value(sealedSecret)
  }

  /// Returns the secret of an item.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked`` if the item is locked;
  ///   ``TokenStoreError/Kind/unknownAccount`` if the item was deleted;
  ///   ``TokenStoreError/Kind/damaged`` if the secret isn't UTF-8 text.
  func secret(ofItem path: String) throws(TokenStoreError) -> String {
    guard let session = unsafe library.sessionPath(service).map({ unsafe String(cString: $0) }) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "libsecret has no session")
    }
    let answer = try connection.call("GetSecret", of: Keyring.item, at: path, [.path(session)])
    guard let first = answer.first, case .tuple = first else { throw TokenStoreError(.damaged, place: path) }
    let sealedSecret = unsafe library.variantRefSink(library.variant(first))
    defer { unsafe library.variantUnref(sealedSecret) }
    guard unsafe String(cString: library.variantType(sealedSecret)) == "(oayays)",
      let value = unsafe library.decode(service, sealedSecret)
    else { throw TokenStoreError(.damaged, place: path, cause: "libsecret could not decrypt it") }
    defer { unsafe library.secretUnref(value) }
    var count: LibSecret.Size = 0
    let start = unsafe library.secretBytes(value, &count)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
    guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
      throw TokenStoreError(.damaged, place: path, cause: "it is not UTF-8 text")
    }
    return text
  }

  /// Creates a `SecretService` on our own connection, for which libsecret has no function.
  ///
  /// It doesn't call `g_initable_init`. That function would open the shared connection (libsecret
  /// sets `g-bus-type` even when a connection is given), load properties and subscribe to signals.
  /// A session needs none of these.
  private static func makeService(_ connection: BusConnection) -> LibSecret.Object? {
    let library = connection.library
    // struct GValue { GType g_type; union { … 8 bytes } data[2]; }, zeroed before use.
    let size = 24
    let names: [StaticString] = ["g-connection", "g-name", "g-object-path", "g-interface-name"]
    return unsafe withUnsafeTemporaryAllocation(byteCount: size * names.count, alignment: 8) { memory in
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
      guard let start = memory.baseAddress else { return nil }
      func value(_ index: Int, _ type: LibSecret.Size) -> UnsafeMutableRawPointer {
        let value = unsafe start + index * size
        _ = unsafe library.valueInit(value, type)
        return unsafe value
      }
      let text = unsafe library.typeNamed("gchararray")
      unsafe library.valueSetObject(value(0, library.connectionType()), connection.object)
      unsafe library.valueSetText(value(1, text), BusConnection.service)
      unsafe library.valueSetText(value(2, text), Keyring.root)
      unsafe library.valueSetText(value(3, text), Keyring.service)
      defer { for index in names.indices { unsafe library.valueUnset(start + index * size) } }
      let texts = unsafe names.map { name -> LibSecret.Text? in
        unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      }
      return unsafe texts.withUnsafeBufferPointer { texts in
        guard let first = texts.baseAddress else { return nil }
        return unsafe library.objectNew(library.serviceType(), CUnsignedInt(names.count), first, start)
      }
    }
  }
}
#endif
