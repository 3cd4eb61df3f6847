internal import ArgumentParser

/// `pixy completion`: prints what makes a shell complete `pixy`'s commands and options.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the script that completes pixy's commands in your shell.",
    discussion: """
      It installs nothing. For bash: `pixy completion bash > ~/.local/share/bash-completion/completions/pixy`; for zsh put it \
      as _pixy into a folder of your fpath; for fish: `pixy completion fish > ~/.config/fish/completions/pixy.fish`.
      """)

  /// The shells that there are scripts for.
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

  @Argument(help: "The shell.")
  var shell: Shell

  func run() {
    Console.standard.result(PixyCommand.completionScript(for: shell.known))
  }
}
