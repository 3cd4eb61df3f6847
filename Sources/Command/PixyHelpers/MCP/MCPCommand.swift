package import ArgumentParser
internal import PixyTerminal

/// `pixy mcp`: connects MCP hosts with protected MCP servers.
package struct MCPCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Connect an MCP host to a protected MCP server.",
    discussion: """
      For programs that only start MCP servers as commands. Give them this command, and they reach the server at the \
      URL:

        {"command": "pixy", "args": ["mcp", "https://mcp.example.com/mcp"]}

      `pixy mcp add` writes that into a host's configuration. `pixy help mcp connect` describes the connection.
      """,
    subcommands: [MCPConnectCommand.self, MCPAddCommand.self, MCPListCommand.self, MCPDoctorCommand.self],
    defaultSubcommand: MCPConnectCommand.self
  ).withExamples(of: "mcp")
}
