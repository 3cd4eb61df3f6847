import CLibrary

/// A TCP port of 127.0.0.1 that a test can use twice: nothing listens there, and it lies below the
/// ports that Linux and Apple's systems give to other sockets (32768 and 49152 and above), so that
/// no connection of another test takes it in between.
package func unusedPort() throws -> Int {
  for _ in 0..<1_000 {
    let port = UInt16.random(in: 15_000..<32_000)
    if try !isInUse(port) { return Int(port) }
  }
  throw NoUnusedPort()
}

private struct NoUnusedPort: Error {}

private func isInUse(_ port: UInt16) throws -> Bool {
  #if canImport(Glibc)
  let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
  let socket = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  guard socket >= 0 else { throw NoUnusedPort() }
  defer { _ = close(socket) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      unsafe bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
    }
  }
}
