internal import ServiceLifecycle

/// The services that run beside the server and end with it.
struct SideServices: Service {
  let services: [any Service]

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for service in services { group.addTask { try await service.run() } }
      // The first failure cancels the others; waitForAll() would wait for them before it throws.
      do {
        while try await group.next() != nil {}
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }
}
