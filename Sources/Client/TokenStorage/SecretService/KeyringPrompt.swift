#if os(Linux)
/// A question that the keyring's program puts to the user, or to itself: KeePassXC answers each
/// change with a prompt that ends by itself once it is opened.
///
/// Secret Service API 0.2, "Prompts and Prompting".
struct KeyringPrompt {
  private static let interface = "org.freedesktop.Secret.Prompt"
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  let connection: BusConnection
  /// The prompt's object path.
  let path: String

  /// Opens the prompt and waits until it ends.
  ///
  /// - Returns: The prompt's result.
  /// - Throws: ``TokenStoreError/Kind/denied`` if the user or the program declined;
  ///   ``TokenStoreError/Kind/timedOut`` if the work was cancelled, which also withdraws the prompt.
  func answer() throws(TokenStoreError) -> Variant {
    connection.cancellation.isPrompting = true
    defer { connection.cancellation.isPrompting = false }
    let completion = Completion(connection.library)
    // Only the keyring's own signal counts.
    let owner = try connection.call(
      "GetNameOwner", of: Self.bus, at: Self.busPath, [.string(BusConnection.service)], service: Self.bus)
    guard case .string(let sender)? = owner.first else {
      throw TokenStoreError(.absent, place: BusConnection.place)
    }
    let subscriptions = [
      subscribe("Completed", of: Self.interface, at: path, from: sender, nil, for: completion),
      // A program that ends completes no prompt.
      subscribe("NameOwnerChanged", of: Self.bus, at: Self.busPath, from: Self.bus, sender, for: completion),
    ]
    defer {
      for subscription in subscriptions { unsafe connection.library.unsubscribe(connection.object, subscription) }
    }
    // Without a window to be in front of.
    do {
      _ = try connection.call("Prompt", of: Self.interface, at: path, [.string("")])
    } catch {
      dismiss()
      throw error
    }
    guard let values = wait(for: completion) else {
      dismiss()
      throw TokenStoreError(.timedOut, place: BusConnection.place, cause: Self.noAnswer)
    }
    // The arguments of NameOwnerChanged: the name, its old and its new owner.
    guard values.count != 3 else {
      throw TokenStoreError(.absent, place: BusConnection.place, cause: LibSecret.ended)
    }
    guard values.count == 2, values[0] == .boolean(false) else {
      throw TokenStoreError(.denied, place: BusConnection.place, cause: "its prompt was declined")
    }
    return values[1]
  }

  /// Subscribes to a signal that ends the prompt.
  ///
  /// - Parameters:
  ///   - argument: The signal's first argument; `nil` for any.
  ///   - completion: Receives the signal's arguments.
  /// - Returns: The subscription's number.
  private func subscribe(
    _ signal: String, of interface: String, at path: String, from sender: String, _ argument: String?,
    for completion: Completion
  ) -> CUnsignedInt {
    unsafe connection.library.subscribe(
      connection.object, sender, interface, signal, path, argument, 0,
      { _, _, _, _, _, parameters, data in
        guard let parameters = unsafe parameters, let data = unsafe data else { return }
        let completion = unsafe Unmanaged<Completion>.fromOpaque(data).takeUnretainedValue()
        guard completion.values == nil, case .tuple(let values) = unsafe completion.library.value(parameters) else {
          return
        }
        completion.values = values
      }, Unmanaged.passRetained(completion).toOpaque(),
      { data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<Completion>.fromOpaque(data).release()
      })
  }

  /// Withdraws the prompt. A prompt that is already gone is no error.
  private func dismiss() {
    // The work may be cancelled already, and nothing depends on the reply.
    var failure: LibSecret.Object?
    let reply = unsafe connection.library.call(
      connection.object, BusConnection.service, path, Self.interface, "Dismiss", nil, nil, 0, 1_000, nil, &failure)
    if let reply = unsafe reply { unsafe connection.library.variantUnref(reply) }
    if let failure = unsafe failure { unsafe connection.library.errorFree(failure) }
  }

  /// The cause in the error of a prompt without an answer.
  static let noAnswer = "it asked in a window of its own, and got no answer"

  /// Runs the thread's event loop until the prompt ends.
  ///
  /// - Returns: `nil` if the work was cancelled first.
  private func wait(for completion: Completion) -> [Variant]? {
    let library = connection.library
    let source = unsafe library.cancellableSource(connection.cancellation.object)
    // The loop below looks at the cancellation itself. The source only ends its waiting.
    unsafe library.sourceSetCallback(source, { _, _ in 0 }, nil, nil)
    _ = unsafe library.sourceAttach(source, connection.context)
    defer {
      unsafe library.sourceDestroy(source)
      unsafe library.sourceUnref(source)
    }
    while completion.values == nil, unsafe library.isCancelled(connection.cancellation.object) == 0 {
      _ = unsafe library.contextIteration(connection.context, 1)
    }
    return completion.values
  }

  /// The arguments of the first signal that ends a prompt. It is used by the work's thread only.
  private final class Completion {
    let library: LibSecret
    var values: [Variant]?

    init(_ library: LibSecret) {
      self.library = library
    }
  }
}
#endif
