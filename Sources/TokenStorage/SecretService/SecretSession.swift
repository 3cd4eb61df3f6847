#if os(Linux)
/// A session of the Secret Service: secrets are encrypted on their way over the bus, where others may listen.
///
/// libsecret agrees on the key (Diffie-Hellman) and does the encryption; a service that can't gets them in the clear, as with
/// every program that uses libsecret.
@safe final class SecretSession {
  private let connection: BusConnection
  private let service: LibSecret.Object
  private var library: LibSecret { connection.library }

  /// Opens a session.
  ///
  /// - Throws: what the service's error means.
  init(_ connection: BusConnection) throws(TokenStoreError) {
    self.connection = connection
    guard let service = unsafe Self.makeService(connection) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "libsecret made no service")
    }
    // From here on the end of this object lets go of the service, also after a failure.
    unsafe self.service = unsafe service
    let library = connection.library
    _ = try unsafe library.checked(BusConnection.place) { failure in
      unsafe library.ensureSession(service, connection.cancellation.object, failure)
    }
  }

  deinit {
    unsafe connection.library.unref(service)
  }

  /// A text as the service's methods take it.
  func seal(_ text: String) throws(TokenStoreError) -> Variant {
    let octets = Array(text.utf8)
    let value = unsafe octets.withUnsafeBytes { octets in
      // Never nil: an empty text still has an address here.
      unsafe octets.withMemoryRebound(to: CChar.self) { octets in
        unsafe octets.baseAddress.map { unsafe library.secretNew($0, octets.count, "text/plain; charset=utf8") }
      }
    }
    guard let value = unsafe value else { throw TokenStoreError(.failed, place: BusConnection.place) }
    defer { unsafe library.secretUnref(value) }
    guard let floating = unsafe library.encode(service, value) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "libsecret couldn't encrypt")
    }
    let sealed = unsafe library.variantRefSink(floating)
    defer { unsafe library.variantUnref(sealed) }
    return unsafe library.value(sealed)
  }

  /// The secret of an item.
  ///
  /// - Throws: ``TokenStoreError/Kind/locked``; ``TokenStoreError/Kind/unknownAccount`` if the item is gone;
  ///   ``TokenStoreError/Kind/damaged`` if the secret is no text.
  func secret(ofItem path: String) throws(TokenStoreError) -> String {
    guard let session = unsafe library.sessionPath(service).map({ unsafe String(cString: $0) }) else {
      throw TokenStoreError(.failed, place: BusConnection.place, cause: "no session")
    }
    let answer = try connection.call("GetSecret", of: Keyring.item, at: path, [.path(session)], isItem: true)
    guard let first = answer.first, case .tuple = first else { throw TokenStoreError(.damaged, place: path) }
    let sealed = unsafe library.variantRefSink(library.variant(first))
    defer { unsafe library.variantUnref(sealed) }
    guard unsafe String(cString: library.variantType(sealed)) == "(oayays)",
      let value = unsafe library.decode(service, sealed)
    else { throw TokenStoreError(.damaged, place: path, cause: "libsecret couldn't decrypt it") }
    defer { unsafe library.secretUnref(value) }
    var count: LibSecret.Size = 0
    let start = unsafe library.secretOctets(value, &count)
    let octets = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
    guard let text = unsafe String(validating: octets, as: UTF8.self) else {
      throw TokenStoreError(.damaged, place: path, cause: "it is no text")
    }
    return text
  }

  /// Unlocks something, which lets the keyring ask the person.
  ///
  /// - Throws: ``TokenStoreError/Kind/denied`` if the person declined.
  func unlock(_ path: String) throws(TokenStoreError) {
    let count = try unsafe library.checked(BusConnection.place) { failure in
      unsafe path.withCString { text in
        let paths: [LibSecret.Text?] = unsafe [text, nil]
        return unsafe paths.withUnsafeBufferPointer { paths in
          // Never nil: the array isn't empty.
          unsafe paths.baseAddress.map {
            unsafe library.unlock(service, $0, connection.cancellation.object, nil, failure)
          }
        }
      }
    }
    guard let count, count > 0 else {
      throw TokenStoreError(.denied, place: BusConnection.place, cause: "the keyring stayed locked")
    }
  }

  /// A SecretService on our own connection, which libsecret's own functions don't offer.
  ///
  /// Its `g_initable_init` isn't called: that would look for the shared connection (libsecret always sets `g-bus-type`, also
  /// when a connection is given), load properties and watch for signals. None of it is needed to open a session.
  private static func makeService(_ connection: BusConnection) -> LibSecret.Object? {
    let library = connection.library
    // struct GValue { GType g_type; union { … 8 octets } data[2]; }, zeroed before use.
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
