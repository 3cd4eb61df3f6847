#if LOOPBACK
internal import FoundationBasics
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The environment of a program, as far as it can be observed: environment variables and certain
/// files.
public struct Surroundings: Sendable {
  /// The environment variables.
  public let environment: [String: String]
  private let exists: @Sendable (String) -> Bool
  private let text: @Sendable (String) -> String?

  /// Describes an environment. Tests describe environments that differ from their machine's.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - exists: Returns whether there is a file at an absolute path.
  ///   - text: Returns the content of the file at an absolute path; `nil` if the file can't be
  ///     read.
  public init(
    environment: [String: String], exists: @escaping @Sendable (String) -> Bool,
    text: @escaping @Sendable (String) -> String?
  ) {
    self.environment = environment
    self.exists = exists
    self.text = text
  }

  /// Describes this machine with the given environment variables.
  ///
  /// - Parameter environment: The environment variables, usually the process's own.
  public init(environment: [String: String]) {
    self.init(
      environment: environment, exists: { FileManager.default.fileExists(atPath: $0) },
      text: { Self.text(of: $0) })
  }

  /// Returns the content of a file; `nil` if it can't be read. It also works for files of `/proc`,
  /// whose reported size is 0.
  static func text(of path: String) -> String? {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while let count = try? unsafe part.withUnsafeMutableBytes({ try unsafe file.read(into: $0) }), count > 0 {
      bytes += part.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of a variable; `nil` if it is unset or empty.
  subscript(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether this is a container: Docker, Podman, Kubernetes, a development container, or a
  /// codespace.
  var isContainer: Bool {
    ["KUBERNETES_SERVICE_HOST", "REMOTE_CONTAINERS", "CODESPACES"].contains { self[$0] != nil }
      || ["/.dockerenv", "/run/.containerenv"].contains(where: exists)
  }

  /// Whether this is Linux in Windows (WSL), which can start Windows programs.
  var isBesideWindows: Bool {
    self["WSL_DISTRO_NAME"] != nil || text("/proc/version")?.lowercased().contains("microsoft") == true
  }

  /// Whether windows can be opened here. Always true on Apple's systems, which have no such
  /// variable.
  var hasDisplay: Bool {
    #if os(macOS)
    true
    #else
    self["DISPLAY"] != nil || self["WAYLAND_DISPLAY"] != nil
    #endif
  }
}
#endif
