#if Loopback
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// What a program can see of where it runs: its environment variables, and files that tell.
public struct Surroundings: Sendable {
  /// The environment variables.
  public let environment: [String: String]
  private let exists: @Sendable (String) -> Bool
  private let text: @Sendable (String) -> String?

  /// Describes a place; tests make ones that this machine isn't.
  /// - Parameters:
  ///   - environment: the environment variables.
  ///   - exists: whether there is a file at an absolute path.
  ///   - text: what is in the file at an absolute path; `nil` if there is none, or it can't be read.
  public init(
    environment: [String: String], exists: @escaping @Sendable (String) -> Bool,
    text: @escaping @Sendable (String) -> String?
  ) {
    self.environment = environment
    self.exists = exists
    self.text = text
  }

  /// This machine, as a process with that environment sees it.
  ///
  /// - Parameter environment: the environment variables, usually the process's own.
  public init(environment: [String: String]) {
    self.init(
      environment: environment, exists: { FileManager.default.fileExists(atPath: $0) },
      text: { Self.text(of: $0) })
  }

  /// What is in a file, also in those of `/proc`, whose size the system says is 0; `nil` if it can't be read.
  static func text(of path: String) -> String? {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    var octets: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while let count = try? unsafe part.withUnsafeMutableBytes({ try unsafe file.read(into: $0) }), count > 0 {
      octets += part.prefix(count)
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// A variable that is there and not empty.
  subscript(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether this is a container: Docker, Podman, Kubernetes, a development container, a codespace.
  var isContainer: Bool {
    ["KUBERNETES_SERVICE_HOST", "REMOTE_CONTAINERS", "CODESPACES"].contains { self[$0] != nil }
      || ["/.dockerenv", "/run/.containerenv"].contains(where: exists)
  }

  /// Whether this is a Linux beside Windows (WSL), which can start Windows' programs.
  var isBesideWindows: Bool {
    self["WSL_DISTRO_NAME"] != nil || text("/proc/version")?.lowercased().contains("microsoft") == true
  }

  /// Whether windows can be opened here. Apple's systems have no variable for it.
  var hasDisplay: Bool {
    #if os(macOS)
    true
    #else
    self["DISPLAY"] != nil || self["WAYLAND_DISPLAY"] != nil
    #endif
  }
}
#endif
