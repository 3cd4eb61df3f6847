#if os(Linux)
/// A question that the keyring's program puts to the user, or to itself: KeePassXC answers each
/// change with a prompt that ends by itself once it is opened.
///
/// Secret Service API 0.2, "Prompts and Prompting".
struct KeyringPrompt {
  private static let interface = "org.freedesktop.Secret.Prompt"

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
      "GetNameOwner", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", [.string(BusConnection.service)],
      service: "org.freedesktop.DBus")
    guard case .string(let sender)? = owner.first else {
      throw TokenStoreError(.absent, place: BusConnection.place)
    }
    let subscription = unsafe connection.library.subscribe(
      connection.object, sender, Self.interface, "Completed", path, nil, 0,
      { _, _, _, _, _, parameters, data in
        guard let parameters = unsafe parameters, let data = unsafe data else { return }
        let completion = unsafe Unmanaged<Completion>.fromOpaque(data).takeUnretainedValue()
        guard case .tuple(let values) = unsafe completion.library.value(parameters) else { return }
        completion.values = values
      }, Unmanaged.passRetained(completion).toOpaque(),
      { data in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<Completion>.fromOpaque(data).release()
      })
    defer { unsafe connection.library.unsubscribe(connection.object, subscription) }
    // Without a window to be in front of.
    _ = try connection.call("Prompt", of: Self.interface, at: path, [.string("")])
    guard let values = wait(for: completion) else {
      dismiss()
      throw TokenStoreError(.timedOut, place: BusConnection.place, cause: Self.noAnswer)
    }
    guard values.count == 2, values[0] == .boolean(false) else {
      throw TokenStoreError(.denied, place: BusConnection.place, cause: "its prompt was declined")
    }
    return values[1]
  }

  /// Withdraws the prompt. A prompt that is already gone is no error.
  func dismiss() {
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

  /// The arguments of the signal that ends a prompt. It is used by the work's thread only.
  private final class Completion {
    let library: LibSecret
    var values: [Variant]?

    init(_ library: LibSecret) {
      self.library = library
    }
  }
}
#endif
