internal import CLibrary
internal import FoundationBasics
internal import OAuthCore
internal import PKCE
internal import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The file of an MCP host's configuration.
struct MCPConfigurationFile: Sendable {
  /// The path, without symbolic links.
  let path: String
  private static let maximumBytes = 4_194_304
  private static let permissionRemedy = "Check its permissions, and those of its folder."

  init(_ path: String) {
    self.path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  }

  /// Reads the file; empty if there is none.
  ///
  /// - Throws: ``BadValue`` if it can't be read.
  func bytes() throws -> [UInt8] {
    do {
      let bytes = try FileInput.bytes(of: path, most: Self.maximumBytes)
      guard bytes.count <= Self.maximumBytes else {
        throw BadValue("\(path) is larger than 4 MiB.", remedy: "Name the host's own file.")
      }
      return bytes
    } catch Errno.noSuchFileOrDirectory {
      return []
    } catch let error as Errno {
      throw BadValue("\(path) could not be read: \(error).", remedy: Self.permissionRemedy)
    }
  }

  /// Reads the file's configuration.
  ///
  /// - Throws: ``BadValue`` if it can't be read, or is no configuration.
  func configuration(member: String) throws -> MCPConfiguration {
    do {
      return try MCPConfiguration(bytes(), member: member)
    } catch MCPConfigurationError.notJSON {
      throw BadValue(
        "\(path) is not a JSON object. It may have comments, which JSON does not allow.",
        remedy: "Remove them, or add by hand what pixy mcp add prints without --host.")
    } catch MCPConfigurationError.notObject(let member) {
      throw BadValue(
        "\(UntrustedText(member)) in \(path) is not an object.", remedy: "Correct or remove that member by hand.")
    }
  }

  /// Replaces the file, and keeps its former content in a file beside it.
  ///
  /// - Parameters:
  ///   - old: The content that the new one was made from.
  ///   - new: The new content.
  /// - Returns: The path of the former content; `nil` if there was no file.
  /// - Throws: ``BadValue`` if the file has changed meanwhile, or can't be written. The file is
  ///   unchanged then.
  func replace(_ old: [UInt8], with new: [UInt8]) throws -> String? {
    guard try bytes() == old else { throw BadValue("\(path) has changed meanwhile.", remedy: "Try again.") }
    do {
      guard unsafe access(path, F_OK) == 0 else {
        try FileManager.default.createDirectory(
          at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try place(new, permissions: nil)
        return nil
      }
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { throw Errno(rawValue: errno) }
      let permissions = FilePermissions(rawValue: CInterop.Mode(status.st_mode & 0o777))
      let backup = try keep(old, permissions)
      try place(new, permissions: permissions)
      return backup
    } catch let error as Errno {
      throw BadValue("\(path) could not be written: \(error).", remedy: Self.permissionRemedy)
    }
  }

  /// Writes the former content to the first free name.
  private func keep(_ bytes: [UInt8], _ permissions: FilePermissions) throws -> String {
    for number in 0..<1_000 {
      let name = path + ".bak" + (number == 0 ? "" : "\(number)")
      do {
        try write(bytes, to: name, permissions)
        return name
      } catch Errno.fileExists {
        continue
      }
    }
    throw Errno.fileExists
  }

  /// Writes a file that is complete at each moment.
  private func place(_ bytes: [UInt8], permissions: FilePermissions?) throws {
    let temporaryPath = path + "." + Base64URL.encode(SystemRandomSource().bytes(9))
    do {
      try write(bytes, to: temporaryPath, permissions)
      guard unsafe rename(temporaryPath, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = unsafe unlink(temporaryPath)
      throw error
    }
  }

  /// - Parameter permissions: The permissions of the former file; `nil` for those of a new file.
  private func write(_ bytes: [UInt8], to name: String, _ permissions: FilePermissions?) throws {
    let file = try FileDescriptor.open(
      FilePath(name), .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: permissions ?? [.ownerReadWrite, .groupRead, .otherRead])
    try file.closeAfter {
      if let permissions, fchmod(file.rawValue, mode_t(permissions.rawValue)) != 0 { throw Errno(rawValue: errno) }
      _ = try file.writeAll(bytes)
    }
  }
}
