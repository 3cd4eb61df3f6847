package import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
package import PixyTerminal

/// `pixy kubernetes-credential`: a client-go credential plugin (`ExecCredential`).
package struct KubernetesCredentialCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "kubernetes-credential",
    abstract: "Serve credentials to kubectl.",
    discussion: """
      kubectl and other programs built on client-go call this command. Set it up:

        kubectl config set-credentials pixy \\
          --exec-api-version=client.authentication.k8s.io/v1 \\
          --exec-interactive-mode=Never \\
          --exec-command=pixy --exec-arg=kubernetes-credential

      The answer has the version that KUBERNETES_EXEC_INFO names. It contains the ID token, which clusters validate \
      with their OpenID Connect settings. The token is refreshed if it expires in less than a minute, or before \
      --min-valid has passed. The command never prompts. A cluster that finds users or groups in certain claims needs \
      `pixy login --claims NAMES`; the same option here rejects an ID token without them before the cluster does.
      """
  ).withExamples(of: "kubernetes-credential")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Token to return: id or access.")
  var token = HandedToken.Kind.id

  @Option(help: ArgumentHelp("The claims that the ID token must have, such as email,groups.", valueName: "names"))
  var claims: ClaimNames?

  @Option(
    name: .customLong("min-valid"),
    help: ArgumentHelp("The remaining lifetime that the token must have: 90s, 5m, 1h.", valueName: "duration"),
    transform: { text in
      guard let duration = TypedDuration(text) else { throw ValidationError("Write a duration such as 90s, 5m or 1h.") }
      return duration
    })
  var minimumValidity: TypedDuration?

  package func validate() throws {
    guard claims == nil || token == .id else { throw ValidationError("--claims needs --token id.") }
  }

  package func run(on console: Console) async throws {
    let info = try ExecInfo(ProcessInfo.processInfo.environment[ExecInfo.variable])
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(
      token, of: session, in: directory, validFor: minimumValidity?.duration ?? .zero)
    if let claims, case let missing = claims.missing(in: handedToken.token), !missing.isEmpty {
      throw SignInNeeded(
        .unusable(
          session.storedAccount.account,
          "The ID token has no claim \(missing.joined(separator: ", ")): it wasn't requested, or the server has none."),
        command: session.storedAccount.record.asking(for: claims).loginCommand)
    }
    console.result(
      ExecCredential(apiVersion: info.apiVersion, token: handedToken.token, expiresAt: handedToken.expiresAt).json)
  }
}
