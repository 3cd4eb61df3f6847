public import ArgumentParser
internal import PixyAuth
internal import PixyConnection
internal import PixyHelpers
internal import PixyServe
internal import PixyTerminal
internal import PixyTokens
internal import ProcessCalls

/// The `pixy` command.
public struct PixyCommand: AsyncParsableCommand {
  /// The name, help and subcommands of `pixy`, in the groups of `pixy --help`.
  public static let configuration = CommandConfiguration(
    commandName: "pixy",
    abstract: "OAuth 2.1 and OpenID Connect from a terminal.",
    discussion: """
      Results go to standard output, all messages to standard error.

      Exit status: 0 success, 1 failure, 2 cancelled, 4 sign-in needed, 5 network error or overloaded server, 6 denied \
      by the server or the user, 7 timeout, 64 wrong usage; 128 and its number after a signal, such as 130 after \
      Ctrl-C. With --json, errors are one line of JSON: {"error":{"code":…,"message":…,"remedy":…}}.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Sign-in",
        subcommands: [
          LoginCommand.self, DeviceCommand.self, LogoutCommand.self, StatusCommand.self, SwitchCommand.self,
          RegisterCommand.self, ClientDocumentCommand.self, StorageCommand.self, ConfigCommand.self,
        ]),
      CommandGroup(
        name: "Token",
        subcommands: [
          TokenCommand.self, RefreshCommand.self, IntrospectCommand.self, RevokeCommand.self, WhoAmICommand.self,
          RequestCommand.self, MCPCommand.self, CurlHelperCommand.self, CurlConfigCommand.self, EnvCommand.self,
          RunCommand.self,
        ]),
      CommandGroup(
        name: "Helper",
        subcommands: [
          GitCredentialCommand.self, DockerCredentialCommand.self, KubernetesCredentialCommand.self,
          AWSCredentialProcessCommand.self, SASLCommand.self, CompletionCommand.self,
        ]),
      CommandGroup(
        name: "Inspection",
        subcommands: [
          DiscoverCommand.self, DecodeCommand.self, ExplainCommand.self, PKCECommand.self, DoctorCommand.self,
          DemoCommand.self,
        ]),
      CommandGroup(name: "Server", subcommands: [ServeCommand.self]),
    ]
  ).withExamples(of: "")

  /// Creates the command. The argument parser calls it.
  public init() {}

  /// Parses the command line, runs the command, and exits with the status of the outcome.
  public static func start() async {
    // Tokens and keys belong in no core dump. A system without the setting is no reason to stop.
    _ = process_protect_memory()
    StandardDescriptors.fill()
    _ = ProgramSignals.ignoredAtStart
    RunningCommand.setOptions { UnknownWord.options(ofCommandIn: Array(CommandLine.arguments.dropFirst())) }
    if RefreshWorker.isThisProcess { await RefreshWorker.run() }
    do {
      var command = try await parsed()
      do {
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
      } catch let error as ValidationError {
        throw WrongUsage.report(error, of: type(of: command), on: .standard)
      }
    } catch {
      exit(withError: error)
    }
  }

  /// Parses the command line. A word that doesn't exist is reported before a missing one.
  private static func parsed() async throws -> any ParsableCommand {
    let helperArguments = InvokedName.arguments(of: CommandLine.arguments)
    let words = Array(CommandLine.arguments.dropFirst())
    // The argument parser shows the help of the last command that exists, and succeeds.
    if helperArguments == nil, words.first == "help", let unknown = UnknownWord.first(in: words) {
      throw WrongUsage.report(ValidationError(unknown.message), of: unknown.command, on: .standard)
    }
    do {
      return try await asyncParseAsRoot(helperArguments)
    } catch let error where exitCode(for: error) == .validationFailure {
      if helperArguments == nil, let unknown = UnknownWord.first(in: words) {
        throw WrongUsage.report(ValidationError(unknown.message), of: unknown.command, on: .standard)
      }
      Console.standard.say(
        ErrorReport.isJSON
          ? ErrorReport.json(code: "wrong_usage", message: message(for: error))
          : WrongUsage.text(fullMessage(for: error)))
      throw ExitCode.validationFailure
    }
  }
}
