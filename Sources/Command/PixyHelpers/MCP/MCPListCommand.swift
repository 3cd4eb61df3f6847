internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyTerminal

/// `pixy mcp list`: lists the MCP servers that hosts reach through `pixy mcp`.
struct MCPListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the MCP servers that hosts reach through pixy mcp.",
    discussion: """
      Reads the files that `pixy mcp add` writes, for the user and for this folder, and prints each server that starts \
      `pixy mcp`: its name, its URL, the host and the file.
      """
  ).withExamples(of: "mcp list")

  @Flag(help: "Print JSON.")
  var json = false

  private struct Found {
    let name: String
    let url: String
    let host: MCPHost
    let file: String
  }

  func run(on console: Console) async throws {
    let folder = FileManager.default.currentDirectoryPath
    let home = ProcessInfo.processInfo.environment["HOME"] ?? folder
    var entries: [Found] = []
    for host in MCPHost.allCases {
      for path in Set(host.files(home: home, folder: folder)).sorted() {
        do {
          let configuration = try MCPConfigurationFile(path).configuration(member: host.member)
          entries += configuration.entries.compactMap { name, entry in
            entry.url.map { Found(name: name, url: $0, host: host, file: path) }
          }
        } catch let error as BadValue {
          // One damaged file doesn't hide the others.
          console.say("pixy: \(error.explanation)")
        }
      }
    }
    if json {
      let servers = entries.map { server -> JSONValue in
        [
          "name": .string(server.name), "url": .string(server.url), "host": .string(server.host.rawValue),
          "file": .string(server.file),
        ]
      }
      return console.result(json: ["version": 1, "servers": .array(servers)])
    }
    for server in entries {
      console.result(
        "\(UntrustedText(server.name))  \(UntrustedText(server.url))  \(server.host.name)  \(server.file)")
    }
    if entries.isEmpty { console.say("No host starts `pixy mcp` here.") }
  }
}
