internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyAuth
internal import PixyTerminal

/// `pixy mcp add`: prints or writes the configuration of an MCP host.
struct MCPAddCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an MCP server to the configuration of a host.",
    discussion: """
      Prints the configuration that starts `pixy mcp` with the URL. With --host, writes it to the host's file: \
      .mcp.json in this folder (claude-code), .vscode/mcp.json in this folder (vscode), ~/.cursor/mcp.json (cursor), \
      and on macOS ~/Library/Application Support/Claude/claude_desktop_config.json (claude-desktop).

      It asks first, copies the former file to FILE.bak, and keeps everything else in the file. A file that is not \
      JSON is left as it is.
      """
  ).withExamples(of: "mcp add")

  @Argument(help: "The name of the server in the host.")
  var name: String

  @Argument(help: "The URL of the MCP server.")
  var url: String

  @Option(help: "Write the file of this host.")
  var host: MCPHost?

  @Option(help: "The file to write, instead of the host's usual one.")
  var file: String?

  @Flag(help: "Write without asking.")
  var yes = false

  @Flag(help: "Replace a server of this name.")
  var replace = false

  @Option(help: "The account that the server uses. Default: the one for the URL.")
  var account: String?

  @OptionGroup var profile: ProfileOptions
  @OptionGroup(title: "Identity provider") var identity: IdentityProviderOptions

  @Flag(help: "Let the server open no browser.")
  var noBrowser = false

  func validate() throws {
    if let problem = RequestCommand.problem(of: url) { throw ValidationError("The URL can't be used. \(problem)") }
    guard !name.isEmpty, ShellWord.fitsOnALine(name) else {
      throw ValidationError("The name must be visible text on one line.")
    }
    guard host != nil || (file == nil && !yes && !replace) else {
      throw ValidationError("--file, --yes and --replace need --host.")
    }
  }

  private var arguments: [String] {
    ["mcp", url] + identity.arguments + (account.map { ShellWord.option("--account", $0) } ?? [])
      + (profile.name.map { ["--profile", $0] } ?? []) + (noBrowser ? ["--no-browser"] : [])
  }

  func run(on console: Console) async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let host else {
      let empty = try MCPConfiguration([], member: MCPHost.claudeCode.member)
      let text = try empty.setting(name, to: MCPHost.claudeCode.entry(arguments, path: nil))
      return console.bytes(text)
    }
    let file = MCPConfigurationFile(try path(host, environment))
    let configuration = try file.configuration(member: host.member)
    let entry = host.entry(arguments, path: environment["PATH"])
    if let old = configuration.value(of: name) {
      if old == entry.json { return console.say("\(file.path) already has this server.") }
      guard replace else {
        throw BadValue(
          "\(file.path) already has another server \(UntrustedText(name)).",
          remedy: "Choose another name, or give --replace.")
      }
    }
    let new = try configuration.setting(name, to: entry)
    try confirm(entry, in: file, of: host, console)
    let backup = try file.replace(configuration.bytes, with: new)
    console.say("\(host.name) starts \(UntrustedText(name)) from \(file.path).")
    if let backup { console.say("The former file is \(backup).") }
  }

  private func path(_ host: MCPHost, _ environment: [String: String]) throws -> String {
    if let file {
      guard file != "-" else { throw ValidationError("--file accepts the path of a file.") }
      return FileInput.absolutePath(file)
    }
    let folder = FileManager.default.currentDirectoryPath
    guard let path = host.files(home: environment["HOME"] ?? folder, folder: folder).first else {
      throw ValidationError("The file of \(host.name) is known on macOS only. Give it with --file.")
    }
    return path
  }

  private func confirm(
    _ entry: MCPConfiguration.Entry, in file: MCPConfigurationFile, of host: MCPHost, _ console: Console
  ) throws {
    if yes { return }
    guard Terminal.isInput, Terminal.isShown else { throw ValidationError("Confirm the change with --yes.") }
    let words = ([entry.command] + entry.arguments).map(ShellWord.quoted).joined(separator: " ")
    console.say("\(host.name) would start this as \(UntrustedText(name)), from \(file.path):")
    console.say("  \(UntrustedText(words))")
    console.say("Write the file? Type y and press Enter:")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw ExitStatus.cancelled }
  }
}
