public import ArgumentParser

/// The `pixy` command. Its subcommands are one folder each.
public struct PixyCommand: AsyncParsableCommand {
  /// What `pixy --help` says.
  public static let configuration = CommandConfiguration(
    commandName: "pixy",
    abstract: "OAuth 2.1 and OpenID Connect from a terminal.",
    discussion: """
      What you ask for goes to standard output; everything said to you goes to standard error.

      Exit status: 0 done, 1 failure, 2 cancelled, 4 somebody has to sign in, 5 network, 6 refused by the server or the person, 7 time ran out, \
      64 wrong usage.
      """,
    version: Version.text,
    subcommands: [
      LoginCommand.self,
      DeviceCommand.self,
      LogoutCommand.self,
      StatusCommand.self,
      SwitchCommand.self,
      TokenCommand.self,
      RefreshCommand.self,
      IntrospectCommand.self,
      RevokeCommand.self,
      WhoAmICommand.self,
      RequestCommand.self,
      CurlHelperCommand.self,
      CurlConfigCommand.self,
      EnvCommand.self,
      RunCommand.self,
      GitCredentialCommand.self,
      DockerCredentialCommand.self,
      KubernetesCredentialCommand.self,
      AWSCredentialProcessCommand.self,
      SASLCommand.self,
      RegisterCommand.self,
      DiscoverCommand.self,
      DecodeCommand.self,
      ExplainCommand.self,
      PKCECommand.self,
      StorageCommand.self,
      ConfigCommand.self,
      DoctorCommand.self,
      CompletionCommand.self,
      ServeCommand.self,
      DemoCommand.self,
    ])

  /// Made by the argument parser.
  public init() {}

  /// Reads the command line, runs what it asks for, and exits with the status that the outcome has.
  public static func start() async {
    StandardDescriptors.fill()
    do {
      var command = try await asyncParseAsRoot(InvokedName.arguments(of: CommandLine.arguments))
      do {
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
      } catch let error as ValidationError {
        throw WrongUsage.tell(error, of: type(of: command), on: .standard)
      }
    } catch {
      exit(withError: error)
    }
  }
}
