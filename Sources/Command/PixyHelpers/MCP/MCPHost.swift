internal import ArgumentParser
internal import CLibrary
internal import OAuthCore

/// A program that starts MCP servers as commands.
enum MCPHost: String, CaseIterable, Sendable, ExpressibleByArgument {
  case claudeCode = "claude-code"
  case claudeDesktop = "claude-desktop"
  case cursor
  case vsCode = "vscode"

  /// The name for display.
  var name: String {
    switch self {
    case .claudeCode: "Claude Code"
    case .claudeDesktop: "Claude Desktop"
    case .cursor: "Cursor"
    case .vsCode: "VS Code"
    }
  }

  /// The member of the configuration that has the servers.
  var member: String { self == .vsCode ? "servers" : "mcpServers" }

  /// The files with the host's servers, the one that `pixy mcp add` changes first. A project's files are
  /// those of the current folder.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - folder: The current folder.
  /// - Returns: Nothing if the place isn't documented for this system.
  func files(home: String, folder: String) -> [String] {
    switch self {
    case .claudeCode: return [folder + "/.mcp.json"]
    case .cursor: return [home + "/.cursor/mcp.json", folder + "/.cursor/mcp.json"]
    case .vsCode: return [folder + "/.vscode/mcp.json"]
    case .claudeDesktop:
      #if canImport(Darwin)
      return [home + "/Library/Application Support/Claude/claude_desktop_config.json"]
      #else
      return []
      #endif
    }
  }

  /// Returns the entry of a server.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of `pixy`.
  ///   - path: The folders of programs, as in `PATH`. Programs with windows may have a shorter one, so
  ///     the entry in a file of the user has the program's whole path. A project's file is shared, and
  ///     has its name.
  func entry(_ arguments: [String], path: String?) -> MCPConfiguration.Entry {
    let isOfUser = self == .claudeDesktop || self == .cursor
    let folders = (isOfUser ? path ?? "" : "").split(separator: ":").filter { $0.hasPrefix("/") }
    let installedProgram = folders.map { String($0) + "/pixy" }.first { program in unsafe access(program, X_OK) == 0 }
    return MCPConfiguration.Entry(
      type: self == .vsCode ? "stdio" : nil, command: installedProgram ?? "pixy", arguments: arguments)
  }
}
