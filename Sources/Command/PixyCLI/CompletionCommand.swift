internal import ArgumentParser
internal import PixyTerminal

/// `pixy completion`: prints a script with which a shell completes `pixy`'s commands and options.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a shell completion script.",
    discussion: """
      Prints the script and installs nothing. bash: `pixy completion bash > \
      ~/.local/share/bash-completion/completions/pixy`. zsh: save the script as _pixy in a folder of your fpath. \
      fish: `pixy completion fish > ~/.config/fish/completions/pixy.fish`.
      """
  ).withExamples(of: "completion")

  /// The shells with a completion script.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish

    var known: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "Shell to print the script for.")
  var shell: Shell

  func run() {
    Console.standard.result(PixyCommand.completionScript(for: shell.known))
  }
}
