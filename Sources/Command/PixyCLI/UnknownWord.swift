internal import ArgumentParser
internal import OAuthCore
internal import PixyHelpers
internal import PixyTerminal

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
  static func first(in words: [String]) -> UnknownWord? {
    if words.first == "help" { return first(inHelp: words.dropFirst()) }
    var command: any ParsableCommand.Type = PixyCommand.self
    var path = ["pixy"]
    var rest = words[...]
    while let word = rest.first, !word.hasPrefix("-"), word != "help" {
      let children = command.configuration.subcommands
      if let child = children.first(where: { $0.configuration.commandName == word }) {
        command = child
        path.append(word)
        rest = rest.dropFirst()
      } else if children.isEmpty || takesArgument(command.configuration.defaultSubcommand) {
        break
      } else {
        return UnknownWord(command: command, message: problem(with: word, in: command, called: path))
      }
    }
    // The options of another program follow.
    if command is RunCommand.Type || command is CurlHelperCommand.Type { return nil }
    let known = options(of: command)
    for word in rest.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      if known.contains(name) { continue }
      return UnknownWord(
        command: command, message: "Unknown option \(UntrustedText(name)).\(suggestion(name, known.sorted()))")
    }
    return nil
  }

  /// Finds the first word after `pixy help` that isn't the name of a command.
  private static func first(inHelp words: ArraySlice<String>) -> UnknownWord? {
    var command: any ParsableCommand.Type = PixyCommand.self
    var path = ["pixy"]
    for word in words.prefix(while: { !$0.hasPrefix("-") && $0 != "help" }) {
      guard let child = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        return UnknownWord(command: command, message: problem(with: word, in: command, called: path))
      }
      command = child
      path.append(word)
    }
    return nil
  }

  /// Returns the long names of the options of the command that a command line names.
  ///
  /// - Parameter words: The command line without the program's name.
  static func options(ofCommandIn words: [String]) -> Set<String> {
    var command: any ParsableCommand.Type = PixyCommand.self
    for word in words {
      guard let child = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = child
    }
    return options(of: command)
  }

  private static func problem(with word: String, in command: any ParsableCommand.Type, called path: [String]) -> String
  {
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    return "\(UntrustedText(word)) is not a command of \(path.joined(separator: " ")).\(suggestion(word, names))"
  }

  private static func suggestion(_ word: String, _ candidates: [String]) -> String {
    Spelling.closest(to: word, among: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// Returns whether a default subcommand takes a word that is no option.
  private static func takesArgument(_ command: (any ParsableCommand.Type)?) -> Bool {
    command.map { arguments(of: $0).contains { $0["kind"]?.string == "positional" } } ?? false
  }

  /// Returns the argument parser's own description of a command's arguments.
  private static func arguments(of command: any ParsableCommand.Type) -> [[String: JSONValue]] {
    let dump = (try? JSONValue(bytes: Array(command._dumpHelp().utf8), maximumBytes: 1 << 22))?.object
    return (dump?["command"]?.object?["arguments"]?.array ?? []).compactMap { $0.object }
  }

  /// Returns the long names of a command's options, and of its default subcommand's.
  private static func options(of command: any ParsableCommand.Type) -> Set<String> {
    var names: Set<String> = ["--help", "--version", "--experimental-dump-help", "--generate-completion-script"]
    for argument in arguments(of: command) {
      for name in argument["names"]?.array ?? [] where name.object?["kind"]?.string == "long" {
        if let text = name.object?["name"]?.string { names.insert("--" + text) }
      }
    }
    if let inner = command.configuration.defaultSubcommand { names.formUnion(options(of: inner)) }
    return names
  }
}
