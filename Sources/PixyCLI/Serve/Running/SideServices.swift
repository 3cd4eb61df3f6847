internal import ServiceLifecycle

/// What runs beside the server, and ends with it.
struct SideServices: Service {
  let services: [any Service]

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for service in services { group.addTask { try await service.run() } }
      // The first that fails ends the others; waitForAll() would wait for those before it throws.
      do {
        while try await group.next() != nil {}
      } catch {
        group.cancelAll()
        throw error
      }
    }
  }
}
