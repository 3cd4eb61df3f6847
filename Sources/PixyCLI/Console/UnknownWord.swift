internal import ArgumentParser
internal import OAuthCore

/// A command or an option of the command line that doesn't exist.
///
/// The argument parser checks first whether something is missing. A user who misspelled an option
/// would then read about another one.
struct UnknownWord {
  /// The command whose usage is printed.
  let command: any ParsableCommand.Type
  /// The problem, with a suggestion if there is a similar word.
  let message: String

  /// Finds the first unknown word.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: `nil` if all commands and options exist.
  init?(in words: [String]) {
    var command: any ParsableCommand.Type = PixyCommand.self
    var rest = words[...]
    while let word = rest.first, !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty {
      let children = command.configuration.subcommands
      guard let child = children.first(where: { $0.configuration.commandName == word }) else {
        // The word may be the argument of a default subcommand.
        guard command.configuration.defaultSubcommand == nil, word != "help" else { break }
        let names = children.compactMap(\.configuration.commandName)
        let path = command == PixyCommand.self ? "pixy" : "pixy \(command.configuration.commandName ?? "")"
        self.init(
          command: command,
          message: "\(UntrustedText(word)) is not a command of \(path).\(Self.suggestion(word, names))")
        return
      }
      command = child
      rest = rest.dropFirst()
    }
    // The options of another program follow.
    guard command != RunCommand.self, command != CurlHelperCommand.self else { return nil }
    let known = Self.options(of: command)
    for word in rest.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      guard !known.contains(name) else { continue }
      self.init(
        command: command, message: "Unknown option \(UntrustedText(name)).\(Self.suggestion(name, known.sorted()))")
      return
    }
    return nil
  }

  private init(command: any ParsableCommand.Type, message: String) {
    (self.command, self.message) = (command, message)
  }

  private static func suggestion(_ word: String, _ candidates: [String]) -> String {
    Spelling.closest(to: word, among: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// Returns the long names of a command's options, and of its default subcommand's.
  private static func options(of command: any ParsableCommand.Type) -> Set<String> {
    var names: Set<String> = ["--help", "--version", "--experimental-dump-help", "--generate-completion-script"]
    let dump = (try? JSONValue(bytes: Array(command._dumpHelp().utf8), maximumBytes: 1 << 22))?.object
    for argument in dump?["command"]?.object?["arguments"]?.array ?? [] {
      for name in argument.object?["names"]?.array ?? [] where name.object?["kind"]?.string == "long" {
        if let text = name.object?["name"]?.string { names.insert("--" + text) }
      }
    }
    if let inner = command.configuration.defaultSubcommand { names.formUnion(options(of: inner)) }
    return names
  }
}
